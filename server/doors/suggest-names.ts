import type { Caller } from '../operations/caller.ts'
import type { App, RequestFacts } from '../operations/context.ts'
import { OperationError, inQuotes } from '../operations/errors.ts'
import { didYouMean, nearest } from '../operations/nearest.ts'
import type { Operation } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { operations } from '../operations/registry.ts'
import { anyUuid } from '../platform/ids.ts'

/*
 * Whoever names what is not there is told what they may have meant. The names are those that the caller would get from a
 * list of their own, asked for as they would ask for it: so nobody learns here of what they may not see.
 */

/** What a list shows of a thing that can be named. */
type Item = Partial<Record<'id' | 'key' | 'slug' | 'name' | 'title' | 'username', string>> & { user?: Item }

interface Listed {
  list: string
  input?: object
  /** What to write to name it. */
  ref: (item: Item) => string | undefined
}

const byKey = ({ key }: Item) => key
const bySlug = ({ slug }: Item) => slug
const byId = ({ id }: Item) => id
const projects: Listed = { list: 'projects.list', ref: bySlug }
const agents: Listed = { list: 'agents.list', ref: ({ name }) => name }
const members: Listed = { list: 'members.list', ref: ({ user }) => user?.username }

const lists: Record<string, Listed[]> = {
  project: [projects],
  agent: [agents],
  assignee: [agents, members],
  person: [members],
  member: [members],
  repo: [{ list: 'repos.list', ref: ({ name }) => name }],
  skill: [{ list: 'skills.list', ref: bySlug }],
  team: [{ list: 'teams.list', ref: bySlug }],
  workflow: [{ list: 'workflows.list', input: {}, ref: bySlug }],
  workspace: [{ list: 'workspaces.list', ref: bySlug }],
  task: [{ list: 'tasks.list', input: { limit: 200, sort: '-updatedAt' }, ref: byKey }],
  feature: [{ list: 'features.list', ref: byKey }],
  spec: [{ list: 'specs.list', ref: byKey }],
  decision: [{ list: 'decisions.list', ref: byKey }],
  note: [{ list: 'notes.list', ref: byId }],
  session: [{ list: 'sessions.list', ref: byId }],
}

const byOperationId = new Map(operations.map(({ operation }) => [operation.id, operation]))
const numbered = /^([a-z][a-z0-9]*)-(\d+)$/i
const numberedKinds = new Set(['task', 'feature', 'story', 'epic', 'item'])

/** The refusal with a hint, if it says that something is not there and something like it is; else as it was. */
export async function withSuggestions(
  app: App,
  caller: Caller,
  error: unknown,
  facts: RequestFacts,
): Promise<unknown> {
  if (!(error instanceof OperationError) || caller.kind === 'anonymous') return error
  const { kind, ref } = error.details as { kind?: string; ref?: unknown }
  if (kind === undefined || typeof ref !== 'string' || anyUuid.test(ref)) return error
  const asking = new Asking(app, caller, facts)
  const number = numbered.exec(ref)
  if (number && numberedKinds.has(kind)) return (await ofNumber(asking, error, kind, number)) ?? error
  const found = await asking.named(lists[kind] ?? [])
  const near = nearest(ref, found.keys())
  if (near.length === 0) return error
  const refs = [...new Map(near.toReversed().map((name) => [found.get(name)!, name]))].toReversed()
  const shown = refs.map(([meant, name]) =>
    meant === name ? shownName(meant) : `${meant} (${shownName(name)})`,
  )
  return error.hinting(
    didYouMean(shown),
    refs.map(([meant]) => meant),
  )
}

/** A number names one thing, so one that is near means another: only its project may be mistyped, or its kind. */
async function ofNumber(
  asking: Asking,
  refusal: OperationError,
  kind: string,
  [ref, prefix, number]: RegExpExecArray,
): Promise<OperationError | undefined> {
  const same = await asking.item(ref)
  if (same && same.kind !== kind)
    return refusal.hinting(`${same.key} is ${/^[aeiou]/.test(same.kind) ? 'an' : 'a'} ${same.kind}.`, [])
  if (same) return undefined
  const keys = await asking.named([{ ...projects, ref: byKey }])
  if ([...keys.values()].includes(prefix!.toUpperCase())) return undefined
  const [nearestKey] = nearest(prefix!, keys.keys())
  const meant = nearestKey && (await asking.item(`${keys.get(nearestKey)!}-${number}`))
  return meant
    ? refusal.hinting(didYouMean([`${meant.key} (${shownName(meant.title)})`]), [meant.key])
    : undefined
}

class Asking {
  readonly #ask: (operation: Operation, input: object) => Promise<unknown>

  constructor(app: App, caller: Caller, { id, network, userAgent, cookies }: RequestFacts) {
    // What the caller may not ask for either has no names for them.
    this.#ask = (operation, input) =>
      perform(app, operation, caller, input, { id, network, userAgent, cookies }).then(
        ({ output }) => output,
        () => undefined,
      )
  }

  /** All that a thing is called, with what to write to name it. */
  async named(wanted: readonly Listed[]): Promise<Map<string, string>> {
    const names = new Map<string, string>()
    for (const { list, input = { limit: 200 }, ref } of wanted) {
      const listed = (await this.#ask(byOperationId.get(list)!, input)) as { items: Item[] } | undefined
      for (const item of listed?.items ?? []) {
        const meant = ref(item)
        if (!meant) continue
        for (const name of [meant, item.key, item.slug, item.name, item.title, item.user?.name])
          if (name && !names.has(name)) names.set(name, meant)
      }
    }
    return names
  }

  item(ref: string): Promise<{ kind: string; key: string; title: string } | undefined> {
    const found = this.#ask(byOperationId.get('items.find')!, { item: ref })
    return found as Promise<{ kind: string; key: string; title: string } | undefined>
  }
}

/** A name of one word stands as it is; one of several is quoted. */
function shownName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : `"${inQuotes(name)}"`
}

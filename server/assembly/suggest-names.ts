import type { Caller } from '../operations/caller.ts'
import type { App, RequestFacts } from '../operations/context.ts'
import { OperationError, inQuotes } from '../errors/errors.ts'
import { requiredMessage } from '../operations/messages.ts'
import { didYouMean, nearest } from '../operations/nearest.ts'
import type { Operation } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { operations } from './registry.ts'
import { cutText } from '../platform/cut-text.ts'
import { anyUuid } from '../platform/ids.ts'

/*
 * Suggests names when a caller refers to an item that doesn't exist. The names come from list operations that run with
 * the caller's own rights, so that suggestions never reveal items that the caller can't see.
 */

/** The fields of a listed item that can name it. */
type Item = Partial<Record<'id' | 'key' | 'slug' | 'name' | 'title' | 'username', string>> & { user?: Item }

interface Listed {
  list: string
  input?: object
  /** Returns the reference to suggest for an item. */
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

/** Returns the error with a hint if it reports a missing item and similar names exist, else unchanged. */
export async function withSuggestions(
  app: App,
  caller: Caller,
  error: unknown,
  facts: RequestFacts,
): Promise<unknown> {
  if (!(error instanceof OperationError) || caller.kind === 'anonymous') return error
  const { kind, ref } = error.details as { kind?: string; ref?: unknown }
  const lookup = new Lookup(app, caller, facts)
  if (isProjectMissing(error)) return withProjects(lookup, error)
  if (kind === undefined || typeof ref !== 'string' || anyUuid.test(ref)) return error
  const number = numbered.exec(ref)
  if (number && numberedKinds.has(kind)) return (await suggestForKey(lookup, error, kind, number)) ?? error
  const found = await lookup.named(lists[kind] ?? [])
  const near = nearest(ref, found.keys())
  if (near.length === 0) return kind === 'project' ? withProjects(lookup, error) : error
  const refs = [...new Map(near.toReversed().map((name) => [found.get(name)!, name]))].toReversed()
  const shown = refs.map(([suggestion, name]) =>
    suggestion === name ? shownName(suggestion) : `${suggestion} (${shownName(name)})`,
  )
  return error.hinting(
    didYouMean(shown),
    refs.map(([suggestion]) => suggestion),
  )
}

const maxProjects = 10

/** Returns whether the only error is that a required project was not named. */
function isProjectMissing({ errors }: OperationError): boolean {
  return errors?.[0]?.path === 'project' && errors[0].message === requiredMessage
}

/** Adds the projects of the caller to the error. A caller without projects gets the error unchanged. */
async function withProjects(lookup: Lookup, error: OperationError): Promise<OperationError> {
  const slugs = [...new Set((await lookup.named([projects])).values())]
  if (slugs.length === 0) return error
  const more = slugs.length > maxProjects ? `, and ${slugs.length - maxProjects} more` : ''
  return error.hinting(`Your projects: ${slugs.slice(0, maxProjects).join(', ')}${more}.`)
}

/** Corrects only the project prefix or the kind of a key such as WEB-42. A nearby number would name another item. */
async function suggestForKey(
  lookup: Lookup,
  error: OperationError,
  kind: string,
  [ref, prefix, number]: RegExpExecArray,
): Promise<OperationError | undefined> {
  const same = await lookup.item(ref)
  if (same && same.kind !== kind)
    return error.hinting(`${same.key} is ${/^[aeiou]/.test(same.kind) ? 'an' : 'a'} ${same.kind}.`, [])
  if (same) return undefined
  const keys = await lookup.named([{ ...projects, ref: byKey }])
  if ([...keys.values()].includes(prefix!.toUpperCase())) return undefined
  const [nearestKey] = nearest(prefix!, keys.keys())
  const corrected = nearestKey && (await lookup.item(`${keys.get(nearestKey)!}-${number}`))
  return corrected
    ? error.hinting(didYouMean([`${corrected.key} (${shownName(shortTitle(corrected.title))})`]), [
        corrected.key,
      ])
    : undefined
}

class Lookup {
  readonly #perform: (operation: Operation, input: object) => Promise<unknown>

  constructor(app: App, caller: Caller, { id, network, userAgent, cookies }: RequestFacts) {
    // An operation that the caller can't use returns no names.
    this.#perform = (operation, input) =>
      perform(app, operation, caller, input, { id, network, userAgent, cookies }).then(
        ({ output }) => output,
        () => undefined,
      )
  }

  /** Returns all names of the listed items, each with its reference. */
  async named(sources: readonly Listed[]): Promise<Map<string, string>> {
    const names = new Map<string, string>()
    for (const { list, input = { limit: 200 }, ref } of sources) {
      const listed = (await this.#perform(byOperationId.get(list)!, input)) as { items: Item[] } | undefined
      for (const item of listed?.items ?? []) {
        const suggestion = ref(item)
        if (!suggestion) continue
        for (const name of [suggestion, item.key, item.slug, item.name, item.title, item.user?.name])
          if (name && !names.has(name)) names.set(name, suggestion)
      }
    }
    return names
  }

  item(ref: string): Promise<{ kind: string; key: string; title: string } | undefined> {
    const found = this.#perform(byOperationId.get('items.find')!, { item: ref })
    return found as Promise<{ kind: string; key: string; title: string } | undefined>
  }
}

const maxTitleLength = 30

/** Cuts a title that only reminds the reader of the item. */
function shortTitle(title: string): string {
  return title.length > maxTitleLength ? `${cutText(title, maxTitleLength)}…` : title
}

/** Quotes a name, unless it is a single word. */
function shownName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : `"${inQuotes(name)}"`
}

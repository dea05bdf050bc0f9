import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { listAgents } from '../../../domains/agents/list-agents.ts'
import { listDecisions } from '../../../domains/knowledge/decisions/list-decisions.ts'
import { listFeatures } from '../../../domains/features/list-features.ts'
import { find } from '../../../domains/work/items/find.ts'
import { listNotes } from '../../../domains/knowledge/notes/list-notes.ts'
import { listRevisionsNote } from '../../../domains/knowledge/notes/list-revisions-note.ts'
import { listProjects } from '../../../domains/projects/list-projects.ts'
import { listSessions } from '../../../domains/memory/sessions/list-sessions.ts'
import { listRevisionsSkill } from '../../../domains/knowledge/skills/list-revisions-skill.ts'
import { listSkills } from '../../../domains/knowledge/skills/list-skills.ts'
import { listRevisionsSpec } from '../../../domains/knowledge/specs/list-revisions-spec.ts'
import { listSpecs } from '../../../domains/knowledge/specs/list-specs.ts'
import { listTasks } from '../../../domains/work/tasks/list-tasks.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../operations/errors.ts'
import { type Query, queryAs } from './query.ts'
import { type PromptArgument, promptKinds } from './prompt-kinds.ts'
import { orProtocolError, resourceTemplates } from './resources.ts'
import type { Sender } from '../sender.ts'

const maxValues = 100
const perPage = 200
// Limits the work for each typed letter. Older items are not searched.
const maxPages = 5

/** A completion value, with the names that typed text is matched against. */
interface Choice {
  value: string
  names: string[]
}

interface Page {
  items: Choice[]
  nextCursor: string | null
}

type Filled = Record<string, string>
type Pages = (
  query: Query,
  page: { limit: number; cursor?: string },
  filled: Filled,
  typed: string,
) => Promise<Page>

function pages<Item>(
  read: (...parameters: Parameters<Pages>) => Promise<{ items: Item[]; nextCursor: string | null }>,
  choice: (item: Item) => Choice,
): Pages {
  return async (...parameters) => {
    const { items, nextCursor } = await read(...parameters)
    return { items: items.map(choice), nextCursor }
  }
}

const keyed = ({ key, title }: { key: string; title: string }): Choice => ({
  value: key,
  names: [key, title],
})
const titled = ({ id, title }: { id: string; title: string }): Choice => ({ value: id, names: [id, title] })

/** Returns the project of a typed key such as WEB-4, or else the project argument. */
function within(filled: Filled, typed: string): { project?: string } {
  const [, key = filled.project] = /^([a-z][a-z0-9]*)-\d*$/i.exec(typed) ?? []
  return key === undefined ? {} : { project: key }
}

/** The sources of values, by the names of prompt arguments and URI parameters. */
const choices: Record<string, Pages> = {
  project: pages(
    (query, page) => query(listProjects, { sort: 'name', ...page }),
    ({ slug, key, name }) => ({ value: slug, names: [slug, key, name] }),
  ),
  task: pages((query, page, filled, typed) => query(listTasks, { ...within(filled, typed), ...page }), keyed),
  feature: pages(
    (query, page, filled, typed) => query(listFeatures, { ...within(filled, typed), ...page }),
    keyed,
  ),
  spec: pages(
    (query, page, { project }) => query(listSpecs, { ...(project && { project }), ...page }),
    keyed,
  ),
  decision: pages(
    (query, page, { project }) => query(listDecisions, { ...(project && { project }), ...page }),
    keyed,
  ),
  note: pages(
    (query, page, { project }) => query(listNotes, { sort: 'title', ...(project && { project }), ...page }),
    ({ title }) => ({ value: title, names: [title] }),
  ),
  skill: pages(
    (query, page) => query(listSkills, page),
    ({ slug, name }) => ({ value: slug, names: [slug, name] }),
  ),
  session: pages((query, page) => query(listSessions, { mine: false, ...page }), titled),
  agent: pages(
    (query, page) => query(listAgents, page),
    ({ name }) => ({ value: name, names: [name] }),
  ),
  revision: async (query, page, { spec, note, skill }) => {
    const { items, nextCursor } = spec
      ? await query(listRevisionsSpec, { spec, ...page })
      : note
        ? await query(listRevisionsNote, { note, ...page })
        : skill
          ? await query(listRevisionsSkill, { skill, ...page })
          : { items: [], nextCursor: null }
    return {
      items: items.map(({ revision }) => ({ value: `${revision}`, names: [`${revision}`] })),
      nextCursor,
    }
  },
}

export interface CompletionRequest {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
  context?: { arguments?: Record<string, string> | undefined } | undefined
}

/** Returns the values visible to the sender that match the typed text. */
export async function complete(
  app: App,
  sender: Sender,
  { ref, argument, context }: CompletionRequest,
): Promise<CompleteResult> {
  const { name, value } = argument
  if (!argumentsOf(ref).includes(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no argument "${name.slice(0, 60)}" to complete.`,
    )
  const list = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (!list) return { completion: { values: [], total: 0, hasMore: false } }
  const query = queryAs(app, sender)
  return orProtocolError(app, sender, async () => {
    const { values, hasMore } = await matching(
      query,
      list,
      context?.arguments ?? {},
      value.trim().slice(0, 200),
    )
    // The list covers only the newest items, so a complete key is looked up directly.
    if (values.length === 0 && (name === 'task' || name === 'feature'))
      values.push(...(await findExact(query, name, value)))
    return {
      completion: { values: values.slice(0, maxValues), hasMore: hasMore || values.length > maxValues },
    }
  })
}

function argumentsOf(ref: CompletionRequest['ref']): string[] {
  if (ref.type === 'ref/prompt') {
    const known = Object.hasOwn(promptKinds, ref.name) && promptKinds[ref.name as keyof typeof promptKinds]
    if (known) return known.arguments.map((each: PromptArgument) => each.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${ref.name.slice(0, 60)}".`)
  }
  const template = resourceTemplates.resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (template) return [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This template does not exist. See resources/templates/list.',
  )
}

async function matching(
  query: Query,
  list: Pages,
  filled: Filled,
  typed: string,
): Promise<{ values: string[]; hasMore: boolean }> {
  const prefix = typed.toLowerCase()
  const values = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const read = list(query, { limit: perPage, ...(cursor && { cursor }) }, filled, typed)
    // A list that is missing or not accessible has no values.
    const { items, nextCursor } = await read.catch((error: unknown): Page => {
      if (error instanceof OperationError && error.status < 429) return { items: [], nextCursor: null }
      throw error
    })
    for (const { value, names } of items)
      if (names.some((name) => name.toLowerCase().startsWith(prefix))) values.add(value)
    if (nextCursor === null) return { values: [...values], hasMore: false }
    if (values.size > maxValues) break
    cursor = nextCursor
  }
  return { values: [...values], hasMore: true }
}

async function findExact(query: Query, kind: string, typed: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*-\d+$/i.test(typed.trim())) return []
  try {
    const item = await query(find, { item: typed.trim() })
    return item.kind === kind ? [item.key] : []
  } catch (error) {
    if (error instanceof OperationError && error.status < 429) return []
    throw error
  }
}

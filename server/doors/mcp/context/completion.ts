import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { listAgents } from '../../../domains/agents/list-agents.ts'
import { listDecisions } from '../../../domains/decisions/list-decisions.ts'
import { listFeatures } from '../../../domains/features/list-features.ts'
import { find } from '../../../domains/items/find.ts'
import { listNotes } from '../../../domains/notes/list-notes.ts'
import { listRevisionsNote } from '../../../domains/notes/list-revisions-note.ts'
import { listProjects } from '../../../domains/projects/list-projects.ts'
import { listSessions } from '../../../domains/sessions/list-sessions.ts'
import { listRevisionsSkill } from '../../../domains/skills/list-revisions-skill.ts'
import { listSkills } from '../../../domains/skills/list-skills.ts'
import { listRevisionsSpec } from '../../../domains/specs/list-revisions-spec.ts'
import { listSpecs } from '../../../domains/specs/list-specs.ts'
import { listTasks } from '../../../domains/tasks/list-tasks.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../operations/errors.ts'
import { type Ask, asking } from './ask.ts'
import { type PromptArgument, promptKinds } from './prompt-kinds.ts'
import { orProtocolError, resourceTemplates } from './resources.ts'
import type { Sender } from '../sender.ts'

const mostValues = 100
const perPage = 200
// What is further back is not looked through for every letter that somebody types.
const mostPages = 5

/** A value that can be filled in, with the names by which somebody may begin to type it. */
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
  ask: Ask,
  asked: { limit: number; cursor?: string },
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

/** Of a number that is being typed, the project that it belongs to; else the project that was filled in before. */
function within(filled: Filled, typed: string): { project?: string } {
  const [, key = filled.project] = /^([a-z][a-z0-9]*)-\d*$/i.exec(typed) ?? []
  return key === undefined ? {} : { project: key }
}

/** By the names that arguments of prompts and places in addresses have. */
const choices: Record<string, Pages> = {
  project: pages(
    (ask, asked) => ask(listProjects, { sort: 'name', ...asked }),
    ({ slug, key, name }) => ({ value: slug, names: [slug, key, name] }),
  ),
  task: pages((ask, asked, filled, typed) => ask(listTasks, { ...within(filled, typed), ...asked }), keyed),
  feature: pages(
    (ask, asked, filled, typed) => ask(listFeatures, { ...within(filled, typed), ...asked }),
    keyed,
  ),
  spec: pages((ask, asked, { project }) => ask(listSpecs, { ...(project && { project }), ...asked }), keyed),
  decision: pages(
    (ask, asked, { project }) => ask(listDecisions, { ...(project && { project }), ...asked }),
    keyed,
  ),
  note: pages(
    (ask, asked, { project }) => ask(listNotes, { sort: 'title', ...(project && { project }), ...asked }),
    ({ title }) => ({ value: title, names: [title] }),
  ),
  skill: pages(
    (ask, asked) => ask(listSkills, asked),
    ({ slug, name }) => ({ value: slug, names: [slug, name] }),
  ),
  session: pages((ask, asked) => ask(listSessions, { mine: false, ...asked }), titled),
  agent: pages(
    (ask, asked) => ask(listAgents, asked),
    ({ name }) => ({ value: name, names: [name] }),
  ),
  revision: async (ask, asked, { spec, note, skill }) => {
    const { items, nextCursor } = spec
      ? await ask(listRevisionsSpec, { spec, ...asked })
      : note
        ? await ask(listRevisionsNote, { note, ...asked })
        : skill
          ? await ask(listRevisionsSkill, { skill, ...asked })
          : { items: [], nextCursor: null }
    return {
      items: items.map(({ revision }) => ({ value: `${revision}`, names: [`${revision}`] })),
      nextCursor,
    }
  },
}

export interface Completing {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
  context?: { arguments?: Record<string, string> | undefined } | undefined
}

/** What fits what was typed so far, of all that the sender may see. */
export async function complete(
  app: App,
  sender: Sender,
  { ref, argument, context }: Completing,
): Promise<CompleteResult> {
  const { name, value } = argument
  if (!argumentsOf(ref).includes(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is nothing called "${name.slice(0, 60)}" to fill in.`,
    )
  const list = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (!list) return { completion: { values: [], total: 0, hasMore: false } }
  const ask = asking(app, sender)
  return orProtocolError(app, sender, async () => {
    const { values, hasMore } = await matching(
      ask,
      list,
      context?.arguments ?? {},
      value.trim().slice(0, 200),
    )
    // What it lists first are the newest: a number that was typed in full is looked up.
    if (values.length === 0 && (name === 'task' || name === 'feature'))
      values.push(...(await exactly(ask, name, value)))
    return {
      completion: { values: values.slice(0, mostValues), hasMore: hasMore || values.length > mostValues },
    }
  })
}

function argumentsOf(ref: Completing['ref']): string[] {
  if (ref.type === 'ref/prompt') {
    const known = Object.hasOwn(promptKinds, ref.name) && promptKinds[ref.name as keyof typeof promptKinds]
    if (known) return known.arguments.map((each: PromptArgument) => each.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${ref.name.slice(0, 60)}".`)
  }
  const template = resourceTemplates.resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (template) return [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'There is no such template. See resources/templates/list.',
  )
}

async function matching(
  ask: Ask,
  list: Pages,
  filled: Filled,
  typed: string,
): Promise<{ values: string[]; hasMore: boolean }> {
  const begun = typed.toLowerCase()
  const values = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const read = list(ask, { limit: perPage, ...(cursor && { cursor }) }, filled, typed)
    // What is not there, or not for them, has nothing in it that could be filled in.
    const { items, nextCursor } = await read.catch((error: unknown): Page => {
      if (error instanceof OperationError && error.status < 429) return { items: [], nextCursor: null }
      throw error
    })
    for (const { value, names } of items)
      if (names.some((name) => name.toLowerCase().startsWith(begun))) values.add(value)
    if (nextCursor === null) return { values: [...values], hasMore: false }
    if (values.size > mostValues) break
    cursor = nextCursor
  }
  return { values: [...values], hasMore: true }
}

async function exactly(ask: Ask, kind: string, typed: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*-\d+$/i.test(typed.trim())) return []
  try {
    const item = await ask(find, { item: typed.trim() })
    return item.kind === kind ? [item.key] : []
  } catch (error) {
    if (error instanceof OperationError && error.status < 429) return []
    throw error
  }
}

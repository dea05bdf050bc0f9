import { type OutputOf, call } from '../../client.ts'
import { projectsQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { texts } from './texts.ts'

export interface Suggestion {
  /** The inserted text: [[Title]], a number or a name. */
  text: string
  label: string
  detail: string
}

type Found = OutputOf<'search.suggest'>['items'][number]

/** Kinds of items that are linked by their key. */
const kindsWithKey = new Set<Found['kind']>(['epic', 'story', 'task', 'feature', 'decision', 'spec'])

/** Completes [[ with notes by title and other items by key. Tolerates typos. */
export async function suggestLinks(typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const [notes, items] = await Promise.all([
    // The search index receives new notes with a delay, so the list is read too.
    call('notes.list', { ...(typed && { search: typed }), limit: 5 }, { signal }),
    typed ? call('search.suggest', { q: typed, limit: 12 }, { signal }) : { items: [] },
  ])
  const suggestions = [
    ...notes.items.map(({ title }) => noteLink(title)),
    ...items.items.flatMap((found) => (found.kind === 'note' ? [noteLink(found.title)] : itemLink(found))),
  ]
  return unique(suggestions).toSorted((one, other) => rank(one, typed) - rank(other, typed))
}

/** Completes # with items by words, and WEB- with items of that project by number. */
export async function suggestItems(typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const prefix = /^([A-Z]{2,6})-/i.exec(typed)?.[1]?.toUpperCase()
  const project = prefix && (await projectWithKey(prefix))
  const [tasks, found] = await Promise.all([
    project ? call('tasks.list', { project, sort: '-updatedAt', limit: 50 }, { signal }) : { items: [] },
    typed ? call('search.suggest', { q: typed, limit: 12 }, { signal }) : { items: [] },
  ])
  const ofProject = tasks.items.filter(({ key }) => key.startsWith(typed.toUpperCase()))
  return unique([
    ...ofProject.flatMap((task) => itemLink({ ...task, kind: 'task' })),
    ...found.items.flatMap(itemLink),
  ])
}

/** Completes @ with people by username, and with agents by name. */
export async function suggestNames(typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const [members, agents] = await Promise.allSettled([
    call('members.list', { ...(typed && { search: typed }), limit: 8 }, { signal }),
    call('agents.list', { ...(typed && { search: typed }), limit: 5 }, { signal }),
  ])
  const people = members.status === 'fulfilled' ? members.value.items : []
  const found = agents.status === 'fulfilled' ? agents.value.items : []
  return [
    ...people.map(({ user: { name, username } }) => ({
      text: `@${username}`,
      label: name,
      detail: texts.person(username),
    })),
    ...found.map(({ name }) => ({ text: `@${name}`, label: name, detail: texts.agent })),
  ]
}

async function projectWithKey(prefix: string): Promise<string | undefined> {
  const projects = await queryClient.ensureQueryData(projectsQuery(false))
  return projects.find(({ key }) => key === prefix)?.slug
}

/** Ranks prefix matches of the title first, then substring matches, then full-text and fuzzy matches. */
function rank({ label, text }: Suggestion, typed: string): number {
  const [title, query] = [label.toLowerCase(), typed.toLowerCase()]
  if (title.startsWith(query) || text.toLowerCase() === query) return 0
  return title.includes(query) ? 1 : 2
}

function unique(suggestions: Suggestion[]): Suggestion[] {
  return [...new Map(suggestions.map((suggestion) => [suggestion.text, suggestion])).values()].slice(0, 8)
}

function noteLink(title: string): Suggestion {
  return { text: `[[${title}]]`, label: title, detail: texts.note }
}

function itemLink({ kind, key, title }: Pick<Found, 'kind' | 'key' | 'title'>): Suggestion[] {
  return key && kindsWithKey.has(kind) ? [{ text: key, label: title, detail: key }] : []
}

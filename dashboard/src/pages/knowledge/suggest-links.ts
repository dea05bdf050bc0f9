import { type OutputOf, call } from '../../client.ts'
import type { Suggest, Suggestion } from '../../ui/markdown-completion.tsx'
import { texts } from './texts.ts'

type Found = OutputOf<'search.suggest'>['items'][number]

/** Kinds of items that are linked by their key. */
const kindsWithKey = new Set<Found['kind']>(['epic', 'story', 'task', 'feature', 'decision', 'spec'])

/** Completes [[ with notes by title and other items by key. Tolerates typos. */
export const suggestLinks: Suggest = async (typed, signal) => {
  const [notes, found] = await Promise.all([
    // The search index receives new notes with a delay, so the list is read too.
    call('notes.list', { ...(typed && { search: typed }), limit: 5 }, { signal }),
    typed ? call('search.suggest', { q: typed, limit: 12 }, { signal }) : { items: [] },
  ])
  const suggestions = [
    ...notes.items.map(({ title }) => noteLink(title)),
    ...found.items.flatMap(({ kind, key, title }): Suggestion[] => {
      if (kind === 'note') return [noteLink(title)]
      return key && kindsWithKey.has(kind) ? [{ text: key, label: title, detail: key }] : []
    }),
  ]
  const unique = [...new Map(suggestions.map((suggestion) => [suggestion.text, suggestion])).values()]
  return unique.toSorted((one, other) => rank(one, typed) - rank(other, typed)).slice(0, 8)
}

/** Ranks prefix matches of the title first, then substring matches, then full-text and fuzzy matches. */
function rank({ label, text }: Suggestion, typed: string): number {
  const [title, query] = [label.toLowerCase(), typed.toLowerCase()]
  if (title.startsWith(query) || text.toLowerCase() === query) return 0
  return title.includes(query) ? 1 : 2
}

function noteLink(title: string): Suggestion {
  return { text: `[[${title}]]`, label: title, detail: texts.suggestedNote }
}

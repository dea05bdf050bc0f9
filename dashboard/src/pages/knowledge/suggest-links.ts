import { type OutputOf, call } from '../../client.ts'
import type { Suggest, Suggestion } from '../../ui/markdown-completion.tsx'

type Found = OutputOf<'search.suggest'>['items'][number]

/** What a number leads to, and what it is called beside it. */
const numbered = new Set<Found['kind']>(['epic', 'story', 'task', 'feature', 'decision', 'spec'])

/** What [[ may become: notes by their titles, and whatever has a number. It may be misspelled. */
export const suggestLinks: Suggest = async (typed, signal) => {
  const [notes, found] = await Promise.all([
    // The search hears of a note a moment after it was written.
    call('notes.list', { ...(typed && { search: typed }), limit: 5 }, { signal }),
    typed ? call('search.suggest', { q: typed, limit: 12 }, { signal }) : { items: [] },
  ])
  const suggestions = [
    ...notes.items.map(({ title }) => noteLink(title)),
    ...found.items.flatMap(({ kind, key, title }): Suggestion[] => {
      if (kind === 'note') return [noteLink(title)]
      return key && numbered.has(kind) ? [{ text: key, label: title, detail: key }] : []
    }),
  ]
  const once = [...new Map(suggestions.map((suggestion) => [suggestion.text, suggestion])).values()]
  return once.toSorted((one, other) => place(one, typed) - place(other, typed)).slice(0, 8)
}

/** What begins so comes first, then what has it within, then what was found by its text or by its sound. */
function place({ label, text }: Suggestion, typed: string): number {
  const [title, begun] = [label.toLowerCase(), typed.toLowerCase()]
  if (title.startsWith(begun) || text.toLowerCase() === begun) return 0
  return title.includes(begun) ? 1 : 2
}

function noteLink(title: string): Suggestion {
  return { text: `[[${title}]]`, label: title, detail: 'Note' }
}

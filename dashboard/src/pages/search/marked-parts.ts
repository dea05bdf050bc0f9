import type { Found } from './queries.ts'

type Segments = Found['snippet']

/** Returns the title and the snippet of a result, with the matching words marked. */
export function markedParts({ title, snippet }: Pick<Found, 'title' | 'snippet'>): {
  title: Segments
  more: Segments | undefined
} {
  const words = snippet.filter(({ match }) => match).map(({ text }) => text)
  const snippetText = snippet.map(({ text }) => text).join('')
  // The title of an untitled item is the start of its text, so the snippet would repeat it.
  const repeatsTitle =
    snippetText.slice(0, comparedLength) === title.slice(0, Math.min(comparedLength, snippetText.length))
  return { title: markWords(title, words), more: repeatsTitle ? undefined : snippet }
}

const comparedLength = 30

function markWords(text: string, words: string[]): Segments {
  if (words.length === 0) return [{ text, match: false }]
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // `split` keeps the captured matches at every odd index.
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  return parts
    .map((part, index) => ({ text: part, match: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

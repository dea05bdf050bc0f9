import type { Found } from './queries.ts'

type Segments = Found['snippet']

/** What is shown of something that was found: its title and where the words stand, each with the words marked. */
export function markedParts({ title, snippet }: Pick<Found, 'title' | 'snippet'>): {
  title: Segments
  more: Segments | undefined
} {
  const words = snippet.filter(({ match }) => match).map(({ text }) => text)
  const said = snippet.map(({ text }) => text).join('')
  // What has no title goes by its beginning: then the snippet would say the same once more.
  const again = said.slice(0, longest) === title.slice(0, Math.min(longest, said.length))
  return { title: marked(title, words), more: again ? undefined : snippet }
}

const longest = 30

function marked(text: string, words: string[]): Segments {
  if (words.length === 0) return [{ text, match: false }]
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // What is between brackets is kept by split, at every second place.
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  return parts
    .map((part, index) => ({ text: part, match: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Why } from './fuse.ts'

export const Snippet = z
  .array(z.object({ text: z.string(), match: z.boolean() }))
  .describe('The place that fits best, in pieces: those with `match` are the words that were looked for.')

// Around what is to be marked, from where Unicode has no characters of its own: no text needs them.
const begins = '\u{f8f0}'
const ends = '\u{f8f1}'
const options = `StartSel=${begins}, StopSel=${ends}, MaxWords=32, MinWords=18, ShortWord=2, MaxFragments=2, FragmentDelimiter=" … "`

interface Found {
  body: string
  why: Why
}

/** A short piece of each text, around the words that it was found by; or its beginning, where it has none of them. */
export async function snippetsOf(db: Queries, found: Found[]): Promise<z.output<typeof Snippet>[]> {
  if (found.length === 0) return []
  const rows = await db.run<{ headline: string }>(
    `select ts_headline('english', body, websearch_to_tsquery('english', words), $3) as headline
       from unnest($1::text[], $2::text[]) with ordinality as given(body, words, place) order by place`,
    [
      found.map(({ body }) => plain(body)),
      found.map(({ why }) =>
        (why.words?.matched ?? []).map((word) => `"${word.replaceAll('"', '')}"`).join(' or '),
      ),
      options,
    ],
  )
  return rows.map(({ headline }) => inPieces(headline))
}

function inPieces(headline: string): z.output<typeof Snippet> {
  return headline
    .split(begins)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, match: false }]
      const [match = '', rest = ''] = piece.split(ends)
      return [
        { text: match, match: true },
        { text: rest, match: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

/** The words of a markdown text without what marks headings, lists and emphasis. */
export function plain(markdown: string): string {
  return markdown
    .replace(/[\u{f8f0}\u{f8f1}]/gu, '')
    .replace(/^\s*(#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

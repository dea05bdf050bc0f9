import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { plainText } from '../../platform/plain-text.ts'
import type { Why } from './fuse.ts'

export const Snippet = z
  .array(z.object({ text: z.string(), match: z.boolean() }))
  .describe('Best matching excerpt in pieces. Pieces with `match` are words of the query.')

// Markers around matches, from the private use area of Unicode, so that no text contains them.
const startMark = '\u{f8f0}'
const endMark = '\u{f8f1}'
const options = `StartSel=${startMark}, StopSel=${endMark}, MaxWords=32, MinWords=18, ShortWord=2, MaxFragments=2, FragmentDelimiter=" … "`

interface Found {
  body: string
  why: Why
}

/** Returns an excerpt of each text around its matches, or its start without a match. */
export async function snippetsOf(db: Queries, found: Found[]): Promise<z.output<typeof Snippet>[]> {
  if (found.length === 0) return []
  const rows = await db.run<{ headline: string }>(
    sql`select ts_headline('english', body, websearch_to_tsquery('english', words), ${options}) as headline
       from unnest(${found.map(({ body }) => plain(body))}::text[], ${found.map(({ why }) =>
         (why.words?.matched ?? []).map((word) => `"${word.replaceAll('"', '')}"`).join(' or '),
       )}::text[]) with ordinality as given(body, words, place) order by place`,
  )
  return rows.map(({ headline }) => splitMarked(headline))
}

function splitMarked(headline: string): z.output<typeof Snippet> {
  return headline
    .split(startMark)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, match: false }]
      const [match = '', rest = ''] = piece.split(endMark)
      return [
        { text: match, match: true },
        { text: rest, match: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

/** Removes the Markdown syntax and the markers from a text. */
export function plain(markdown: string): string {
  return plainText(markdown.replace(/[\u{f8f0}\u{f8f1}]/gu, ''))
}

import { events } from '../../operations/events.ts'
import type { Way } from './feed.ts'

const word = `(data ->> 'type') collate "C"`
const isLogged = `type = 'activity.logged'`

/**
 * A type of event, or a word under which somebody logged something; with a point at its end, all that begin so. Each
 * type stands in the index by itself, in the order of the journal: so several are read one by one.
 */
export function typesAsked(
  asked: string | undefined,
  parameter: (value: unknown, type: string) => string,
): Way[] {
  if (asked === undefined) return [{ where: 'true' }]
  if (isEventType(asked)) return [{ where: `type = ${parameter(asked, 'text')}` }]
  if (!asked.endsWith('.')) return [{ where: `${isLogged} and ${word} = ${parameter(asked, 'text')}` }]
  const known = Object.keys(events).filter((type) => type.startsWith(asked) && type !== 'activity.logged')
  return [
    { forEach: `unnest(${parameter(known, 'text[]')}) as kind(type)`, where: 'journal.type = kind.type' },
    {
      forEach: `(${wordsWith(parameter(asked, 'text'))}) as own`,
      where: `${isLogged} and ${word} = own.word`,
    },
  ]
}

/** What Baton itself records: nobody logs something under these. */
export function isEventType(type: string): boolean {
  return Object.hasOwn(events, type)
}

/** The words of the organization that begin so, from one to the next along the index. */
function wordsWith(prefix: string): string {
  const next = (after: string) =>
    `select ${word} as word from journal where organization_id = $1 and ${isLogged} and ${word} ${after}
      order by ${word} limit 1`
  return `with recursive words(word) as (
      (${next(`>= ${prefix}`)})
      union all
      select (${next('> words.word')}) from words where starts_with(words.word, ${prefix}))
    select words.word from words where starts_with(words.word, ${prefix})`
}

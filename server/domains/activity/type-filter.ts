import { events } from '../../operations/events.ts'
import type { Way } from './feed.ts'

const word = `(data ->> 'type') collate "C"`
const isLogged = `type = 'activity.logged'`

/**
 * A type of event, or a word under which somebody logged something; with a point at its end, all that begin so. Each
 * type stands in the index by itself, in the order of the journal: so several are read one by one. Where it is known who
 * did it or what it was done to, there is not so much to look through, and they are read `together`.
 */
export function typesAsked(asked: string | undefined, parameter: Parameter, together: boolean): Way[] {
  if (asked === undefined) return [{ where: 'true' }]
  if (isEventType(asked)) return [{ where: `type = ${parameter(asked, 'text')}` }]
  const given = parameter(asked, 'text')
  if (!asked.endsWith('.')) return [{ where: `${isLogged} and ${word} = ${given}` }]
  const own = `${isLogged} and starts_with(data ->> 'type', ${given})`
  if (together) return [{ where: `(starts_with(type, ${given}) and not ${isLogged} or ${own})` }]
  const known = Object.keys(events).filter((type) => type.startsWith(asked) && type !== 'activity.logged')
  return [
    ...known.map((type) => ({ where: `type = ${parameter(type, 'text')}` })),
    { forEach: `(${wordsWith(given)}) as own`, where: `${isLogged} and ${word} = own.word` },
  ]
}

type Parameter = (value: unknown, type: string) => string

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

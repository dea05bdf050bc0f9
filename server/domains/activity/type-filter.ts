import { events } from '../../database/events.ts'
import type { AccessPath } from './feed.ts'

const loggedType = `(data ->> 'type') collate "C"`
const isLogged = `type = 'activity.logged'`

/**
 * Returns access paths for an event type, the custom type of a logged entry, or, with a dot at the end, a type prefix.
 * The index lists rows per type in journal order, so a prefix is read type by type. With `together`, another filter
 * (actor or item) already leaves few rows, and one condition covers the whole prefix.
 */
export function byType(
  typeOrPrefix: string | undefined,
  parameter: Parameter,
  together: boolean,
): AccessPath[] {
  if (typeOrPrefix === undefined) return [{ where: 'true' }]
  if (isEventType(typeOrPrefix)) return [{ where: `type = ${parameter(typeOrPrefix, 'text')}` }]
  const bound = parameter(typeOrPrefix, 'text')
  if (!typeOrPrefix.endsWith('.')) return [{ where: `${isLogged} and ${loggedType} = ${bound}` }]
  const isLoggedWithPrefix = `${isLogged} and starts_with(data ->> 'type', ${bound})`
  if (together)
    return [{ where: `(starts_with(type, ${bound}) and not ${isLogged} or ${isLoggedWithPrefix})` }]
  const known = Object.keys(events).filter(
    (type) => type.startsWith(typeOrPrefix) && type !== 'activity.logged',
  )
  return [
    ...known.map((type) => ({ where: `type = ${parameter(type, 'text')}` })),
    { forEach: `(${loggedTypesWith(bound)}) as own`, where: `${isLogged} and ${loggedType} = own.word` },
  ]
}

type Parameter = (value: unknown, type: string) => string

/** Checks whether Baton itself records this type, which makes it unavailable for logged entries. */
export function isEventType(type: string): boolean {
  return Object.hasOwn(events, type)
}

/** Selects the organization's custom types with this prefix by a loose index scan, one lookup per distinct type. */
function loggedTypesWith(prefix: string): string {
  const next = (after: string) =>
    `select ${loggedType} as word from journal where organization_id = $1 and ${isLogged} and ${loggedType} ${after}
      order by ${loggedType} limit 1`
  return `with recursive words(word) as (
      (${next(`>= ${prefix}`)})
      union all
      select (${next('> words.word')}) from words where starts_with(words.word, ${prefix}))
    select words.word from words where starts_with(words.word, ${prefix})`
}

import { type Sql, sql } from '../../database/sql.ts'
import { events } from '../../database/events.ts'
import type { AccessPath } from '../journal/newest-rows.ts'

const loggedType = sql`(data ->> 'type') collate "C"`
const isLogged = sql`type = 'activity.logged'`

/**
 * Returns access paths for an event type, the custom type of a logged entry, or, with a dot at the end, a type prefix.
 * The index lists rows per type in journal order, so a prefix is read type by type. With `together`, another filter
 * (actor or item) already leaves few rows, and one condition covers the whole prefix.
 */
export function byType(
  typeOrPrefix: string | undefined,
  organizationId: string,
  together: boolean,
): AccessPath[] {
  if (typeOrPrefix === undefined) return [{ where: sql`true` }]
  if (isEventType(typeOrPrefix)) return [{ where: sql`type = ${typeOrPrefix}::text` }]
  const bound = sql`${typeOrPrefix}::text`
  if (!typeOrPrefix.endsWith('.')) return [{ where: sql`${isLogged} and ${loggedType} = ${bound}` }]
  const isLoggedWithPrefix = sql`${isLogged} and starts_with(data ->> 'type', ${bound})`
  if (together)
    return [{ where: sql`(starts_with(type, ${bound}) and not ${isLogged} or ${isLoggedWithPrefix})` }]
  const known = Object.keys(events).filter(
    (type) => type.startsWith(typeOrPrefix) && type !== 'activity.logged',
  )
  return [
    ...known.map((type) => ({ where: sql`type = ${type}::text` })),
    {
      forEach: sql`(${loggedTypesWith(bound, organizationId)}) as own`,
      where: sql`${isLogged} and ${loggedType} = own.word`,
    },
  ]
}

/** Checks whether Baton itself records this type, which makes it unavailable for logged entries. */
export function isEventType(type: string): boolean {
  return Object.hasOwn(events, type)
}

/** Selects the organization's custom types with this prefix by a loose index scan, one lookup per distinct type. */
function loggedTypesWith(prefix: Sql, organizationId: string): Sql {
  const next = (after: Sql) =>
    sql`select ${loggedType} as word from journal where organization_id = ${organizationId} and ${isLogged} and ${loggedType} ${after}
      order by ${loggedType} limit 1`
  return sql`with recursive words(word) as (
      (${next(sql`>= ${prefix}`)})
      union all
      select (${next(sql`> words.word`)}) from words where starts_with(words.word, ${prefix}))
    select words.word from words where starts_with(words.word, ${prefix})`
}

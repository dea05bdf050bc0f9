import { rejectField } from '../../../errors/errors.ts'
import { type Sql, sql } from '../../../database/sql.ts'

/*
 * An entry is valid from `valid_from`, or from when it was stored, until `valid_until`. It also ends when the entry that
 * supersedes it becomes valid.
 */

/** Builds a condition on `m`: the entry was valid at a moment. Also matches entries that were superseded later. */
export function validAt(moment: string): Sql {
  const at = sql`${moment}::timestamptz`
  return sql`${startOf('m')} <= ${at} and (m.valid_until is null or m.valid_until > ${at})
    and (m.expires_at is null or m.expires_at > ${at})
    and not exists (select 1 from memories later where later.id = m.superseded_by
      and ${startOf('later')} <= ${at})`
}

/** Builds SQL for the start of an entry. A fact that ended before it was stored has an unknown start. */
function startOf(table: 'm' | 'later'): Sql {
  const t = sql.raw(table)
  return sql`coalesce(${t}.valid_from, case when ${t}.valid_until <= ${t}.created_at then '-infinity' else ${t}.created_at end)`
}

/** A condition on `m`: the entry is neither expired, nor outdated, nor valid only in the future. */
export const isValidNow = sql`(m.valid_from is null or m.valid_from <= now())
    and (m.valid_until is null or m.valid_until > now()) and (m.expires_at is null or m.expires_at > now())`

/** A condition on `m`: excludes superseded, archived, expired and outdated entries. */
export const isCurrent = sql`m.superseded_by is null and m.archived_at is null
    and (m.valid_until is null or m.valid_until > now()) and (m.expires_at is null or m.expires_at > now())`

/** A condition on the index entries `e`: the memory is current and already valid. */
export const isCurrentEntry = sql`exists (select 1 from memories m where m.id = e.subject_id
    and m.superseded_by is null and m.archived_at is null and ${isValidNow})`

interface Validity {
  validFrom?: string | null | undefined
  validUntil?: string | null | undefined
}

export function requireOrder({ validFrom, validUntil }: Validity, path = 'validUntil'): void {
  if (validFrom && validUntil && Date.parse(validUntil) <= Date.parse(validFrom))
    rejectField(path, 'Must be later than validFrom.')
}

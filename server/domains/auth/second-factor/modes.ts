import { type Sql, sql } from '../../../database/sql.ts'
/** Modes of the instance setting that makes a second factor optional or required for every user. */
export const secondFactorModes = ['optional', 'required'] as const
export type SecondFactorMode = (typeof secondFactorModes)[number]

/**
 * Returns the SQL condition that user `u` has the second factor that organization `o` or the instance requires, if any.
 * `mode` is the value of SECOND_FACTOR.
 */
export function hasRequiredSecondFactor(mode: SecondFactorMode | undefined): Sql {
  return sql`(u.second_factor_since is not null or not (o.require_second_factor or coalesce(${mode ?? null}::text,
    (select value #>> '{}' from settings where key = 'second_factor.mode'), 'optional') = 'required'))`
}

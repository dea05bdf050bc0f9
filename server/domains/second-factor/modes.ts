/** Whether everyone on the instance needs a second factor. */
export const secondFactorModes = ['optional', 'required'] as const
export type SecondFactorMode = (typeof secondFactorModes)[number]

/**
 * SQL that says whether a user `u` has the second factor that the organization `o` or the instance requires, if any. The
 * parameter is the value of SECOND_FACTOR, or null if it isn't set.
 */
export function hasRequiredSecondFactor(variable: string): string {
  return `(u.second_factor_since is not null or not (o.require_second_factor or coalesce(${variable}::text,
    (select value #>> '{}' from settings where key = 'second_factor.mode'), 'optional') = 'required'))`
}

/**
 * Returns the SQL condition that user `u` has the second factor that organization `o` or the instance requires, if any.
 * `variable` is the SQL parameter with the value of SECOND_FACTOR, or null if it isn't set.
 */
export function hasRequiredSecondFactor(variable: string): string {
  return `(u.second_factor_since is not null or not (o.require_second_factor or coalesce(${variable}::text,
    (select value #>> '{}' from settings where key = 'second_factor.mode'), 'optional') = 'required'))`
}

import { z } from 'zod'

/**
 * A number for a column of type `real`. A value too close to 0 for it becomes 0: PostgreSQL rejects such a value instead of
 * rounding it.
 */
export function real(least: number, most: number) {
  return z
    .number()
    .min(least)
    .max(most)
    .overwrite((value) => (Math.fround(value) === 0 ? 0 : value))
}

/** The highest value of a column of type `integer`. */
export const maxInteger = 2 ** 31 - 1

import { z } from 'zod'

/* Schemas for inputs whose column stores less than JSON can express. */

/**
 * A number for a column of type `real`. A value too close to 0 for it becomes 0: PostgreSQL rejects such a value
 * instead of rounding it.
 */
export function real(min: number, max: number) {
  return z
    .number()
    .min(min)
    .max(max)
    .overwrite((value) => (Math.fround(value) === 0 ? 0 : value))
}

/** The highest value of a column of type `integer`. */
export const maxInteger = 2 ** 31 - 1

/**
 * A time for a column of type `timestamptz`, which stores microseconds. Further digits are cut, because PostgreSQL
 * would round the last moment of the year 9999 to the year 10000, which isn't a time in the contract.
 */
export function time() {
  return z.iso.datetime().overwrite((value) => value.replace(/(\.\d{6})\d+/, '$1'))
}

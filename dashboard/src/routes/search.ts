/*
 * Reads the search parameters of a URL. A URL can contain anything, so invalid values count as missing.
 */
type Reader = (value: unknown) => unknown
type SearchOf<Readers extends Record<string, Reader>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>
}

/**
 * Returns a reader for the parameters of a route. Its result contains every name, with `undefined` for invalid values,
 * because the router keeps the raw value of a missing name.
 */
export function searchOf<Readers extends Record<string, Reader>>(readers: Readers) {
  return (search: Record<string, unknown>): SearchOf<Readers> =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as SearchOf<Readers>
}

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads a positive integer. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Reads a flag that is true or missing. */
export const asSwitch = (value: unknown): true | undefined => (value === true ? true : undefined)

/** Reads true or false, where missing means neither. */
export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

export function oneOf<Value extends string>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((each) => each === value)
}

/** Reads a comma-separated list of known values. */
export function someOf(values: readonly string[]) {
  return (value: unknown): string | undefined => {
    const named = typeof value === 'string' ? value.split(',') : []
    return values.filter((each) => named.includes(each)).join(',') || undefined
  }
}

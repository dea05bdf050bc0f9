/*
 * What an address says behind its question mark. Anybody can write an address: what it says wrongly counts as not said.
 */
type Reader = (said: unknown) => unknown
type SearchOf<Readers extends Record<string, Reader>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>
}

/**
 * Reads what a route takes. The router lets through as it came whatever is missing from the answer: so each name is in it,
 * with `undefined` for what is wrong.
 */
export function searchOf<Readers extends Record<string, Reader>>(readers: Readers) {
  return (search: Record<string, unknown>): SearchOf<Readers> =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as SearchOf<Readers>
}

export const asText = (said: unknown): string | undefined => (typeof said === 'string' ? said : undefined)

/** A number that counts something from one on. */
export const asCount = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isSafeInteger(said) && said > 0 ? said : undefined

/** On if the address says so, and otherwise not in it. */
export const asSwitch = (said: unknown): true | undefined => (said === true ? true : undefined)

/** Yes or no, where not to say it is a third thing. */
export const asBoolean = (said: unknown): boolean | undefined =>
  typeof said === 'boolean' ? said : undefined

export function oneOf<Value extends string>(values: readonly Value[]) {
  return (said: unknown): Value | undefined => values.find((value) => value === said)
}

/** Some of these, with commas between them: what an address says of a list, and people can read. */
export function someOf(values: readonly string[]) {
  return (said: unknown): string | undefined => {
    const named = typeof said === 'string' ? said.split(',') : []
    return values.filter((value) => named.includes(value)).join(',') || undefined
  }
}

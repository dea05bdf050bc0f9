import type { Caller } from './caller.ts'

/**
 * What a caller may do with a thing, as it is told with the thing: what their standing allows, as far as their credential
 * may write at all. A dashboard then shows only what works.
 */
export function may<Deeds extends Record<string, boolean>>(caller: Caller, allowed: Deeds): Deeds {
  if (caller.kind !== 'anonymous' && caller.scopes.includes('write')) return allowed
  return Object.fromEntries(Object.keys(allowed).map((deed) => [deed, false])) as Deeds
}

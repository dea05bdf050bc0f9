import type { Caller } from './caller.ts'

/**
 * Returns the actions that a caller can perform on an item, for the item's response. All are false for a credential
 * without the scope `write`. The dashboard shows only the allowed actions.
 */
export function may<Actions extends Record<string, boolean>>(caller: Caller, allowed: Actions): Actions {
  if (caller.kind !== 'anonymous' && caller.scopes.includes('write')) return allowed
  return Object.fromEntries(Object.keys(allowed).map((action) => [action, false])) as Actions
}

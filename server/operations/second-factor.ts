import type { Caller } from './caller.ts'
import { reject } from '../errors/errors.ts'
import type { Operation } from './operation.ts'

/**
 * Rejects a caller who lacks a required second factor. A rule of the instance applies to everything except setting one
 * up. A rule of an organization does not apply to the user's own account.
 */
export function requireSecondFactor({ access, withoutSecondFactor }: Operation, caller: Caller): void {
  if (access.open || withoutSecondFactor) return
  const isOwnAccount = access.sessionOnly && !access.leastRole
  if (caller.kind !== 'anonymous' && caller.secondFactorMissing === 'organization' && isOwnAccount) return
  requireSecondFactorAnyway(caller)
}

/** Rejects a caller who lacks a required second factor, for connections and streams. */
export function requireSecondFactorAnyway(caller: Caller): void {
  if (caller.kind === 'anonymous' || !caller.secondFactorMissing) return
  const by =
    caller.secondFactorMissing === 'instance'
      ? 'This instance'
      : `The organization "${caller.organization!.name}"`
  reject('second_factor_required', { by })
}

import type { Caller } from './caller.ts'
import { reject } from './errors.ts'
import type { Operation } from './operation.ts'

/**
 * Rejects a caller who lacks a second factor that is required. A rule of the instance holds for everything but what is
 * needed to set one up. A rule of an organization leaves out what concerns a person's own account.
 */
export function requireSecondFactor({ access, withoutSecondFactor }: Operation, caller: Caller): void {
  if (access.open || withoutSecondFactor) return
  const isOwnAccount = access.sessionOnly && !access.leastRole
  if (caller.kind !== 'anonymous' && caller.secondFactorMissing === 'organization' && isOwnAccount) return
  requireSecondFactorAnyway(caller)
}

/** The same for what is no operation: connections and streams. */
export function requireSecondFactorAnyway(caller: Caller): void {
  if (caller.kind === 'anonymous' || !caller.secondFactorMissing) return
  const by =
    caller.secondFactorMissing === 'instance'
      ? 'This instance'
      : `The organization "${caller.organization!.name}"`
  reject('second_factor_required', { by })
}

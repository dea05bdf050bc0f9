import { hasRole } from '../../operations/access.ts'
import type { Caller, KnownCaller } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import type { Missing } from './gate-status.ts'

/** As `administers` has it: owners and admins, and of their keys and tokens those with the scope `admin`. */
export function mayOverride(caller: Caller): boolean {
  if (caller.kind === 'anonymous' || !caller.organization) return false
  return hasRole(caller.organization, 'admin') && caller.scopes.includes('admin')
}

/**
 * Who may let a feature through though this is missing. What only a person can give, no key, token or agent of theirs may
 * wave through: it would be worth nothing otherwise.
 */
export function requireOverride(caller: KnownCaller, missing: readonly Missing[]): void {
  const { organization } = caller
  if (!organization || !hasRole(organization, 'admin')) reject('role_too_low', { needs: 'owner or admin' })
  if (!caller.scopes.includes('admin')) reject('scope_missing', { scope: 'admin' })
  const needsHuman = missing.some(
    ({ requirement }) => requirement.kind === 'reviews' && requirement.by === 'human',
  )
  if (needsHuman && caller.kind !== 'session') reject('session_needed')
}

import { hasRole } from '../../operations/access.ts'
import type { Caller, KnownCaller } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import type { Missing } from './gate-status.ts'

/** Checks the same as the rule `administers`: owners and admins, and their credentials with the scope `admin`. */
export function canOverride(caller: Caller): boolean {
  if (caller.kind === 'anonymous' || !caller.organization) return false
  return hasRole(caller.organization, 'admin') && caller.scopes.includes('admin')
}

/**
 * Rejects a caller who cannot override these requirements. Only a login session can override a human review: otherwise
 * a key or agent could bypass it.
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

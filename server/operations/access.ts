import type { Caller, CallingOrganization, CallingUser, KnownCaller, Role } from './caller.ts'
import { isTestCredential, roles } from './caller.ts'
import { databaseNow } from '../database/clock.ts'
import type { Queries } from '../database/connect.ts'
import type { Sql } from '../database/sql.ts'
import { reject } from '../errors/errors.ts'

/**
 * A named rule that decides whether a caller can run an operation. Its result is added to the operation's context: the
 * user and organization, the resource that it looked up, or for a list the filter of visible rows.
 */
export interface AccessRule<Input, Granted extends object> {
  name: string
  /** Completes "Access: …" in the API reference, and fills a column of the permission table. */
  sentence: string
  /** Whether callers without a credential pass. */
  open: boolean
  /**
   * The lowest role that passes. Without it, only the relations in `also` pass. Without either, every signed-in user
   * passes, because the operation is about their own account.
   */
  leastRole?: Role
  /** Relations to the item that also pass, regardless of role. */
  also?: readonly Relation[]
  /** Only a login session passes: no key, token or impersonation. */
  sessionOnly?: true
  /** Only within an hour after the sign-in. */
  recently?: true
  /** A key or token needs the scope `admin` in addition to `read` or `write`. */
  adminScope?: true
  /** Reaches beyond one project, so credentials that are bound to a project do not pass. */
  wholeOrganization?: true
  /** Concerns the members or the plan, which a sandbox shares with its organization. Test credentials do not pass. */
  liveOnly?: true
  /** Only an administrator of this instance passes. */
  platformAdmin?: true
  check(asked: Asked, input: Input): Promise<Granted> | Granted
}

/** A relation of a user to an item: they created it, lead its team, or have it shared with them. */
export type Relation =
  | 'creator'
  | 'author'
  | 'owner of it'
  | 'lead'
  | 'in the team'
  | 'editor'
  | 'viewer'
  | 'oneself'
  | 'invited'

/** The visible rows of a list, as SQL for its `where`. */
export interface VisibleRows {
  where: Sql
}

/** The facts that a rule evaluates. */
export interface Asked {
  caller: Caller
  db: Queries
  reads: boolean
  /** Whether to lock the rows that the rule finds until the transaction ends, because they are about to change. */
  hold: boolean
}

export const anyone: AccessRule<unknown, object> = {
  name: 'anyone',
  sentence: 'Anyone, without a credential.',
  open: true,
  check: () => ({}),
}

/** Rejects a caller without a credential, unless the rule is open. Doors check this before they read the body. */
export function requireAuthentication(
  { open }: Pick<AccessRule<never, object>, 'open'>,
  caller: Caller,
): void {
  if (!open && caller.kind === 'anonymous') reject('unauthenticated')
}

export interface SignedIn {
  user: CallingUser
  caller: KnownCaller
}

export const signedIn: AccessRule<unknown, SignedIn> = {
  name: 'signedIn',
  sentence: 'Anyone with a valid credential.',
  open: false,
  check: ({ caller, reads }) => requireUser(caller, reads),
}

/** For data of a user rather than an organization: their profile and their sign-in methods. */
export const asPerson: AccessRule<unknown, SignedIn> = {
  name: 'asPerson',
  sentence: 'A signed-in user, for their own account. Not with API keys, MCP tokens or impersonation.',
  open: false,
  sessionOnly: true,
  check: ({ caller, reads }) => requireSession(caller, reads),
}

const recently = 60

/** For actions that could give an account away. Protects an unlocked screen. */
export const asPersonRecently: AccessRule<unknown, SignedIn> = {
  name: 'asPersonRecently',
  sentence: `A user who signed in within the last ${recently} minutes, for their own account.`,
  open: false,
  sessionOnly: true,
  recently: true,
  check({ caller, reads }) {
    const granted = requireSession(caller, reads)
    requireRecentSignIn(granted.caller)
    return granted
  },
}

export function requireRecentSignIn({ signedInAt }: KnownCaller): void {
  if (!signedInAt || databaseNow() - Date.parse(signedInAt) > recently * 60_000) reject('sign_in_again')
}

/** For the user's own account, also with keys and tokens. Test keys must not change real data. */
export const ownAccount: AccessRule<unknown, SignedIn> = {
  name: 'ownAccount',
  sentence: 'Anyone with a valid credential, for their own account. Not with test or project credentials.',
  open: false,
  wholeOrganization: true,
  liveOnly: true,
  check({ caller, reads }) {
    const granted = requireUser(caller, reads)
    if (isTestCredential(caller)) reject('sandbox_only')
    requireUnbound(granted.caller)
    return granted
  },
}

/** For managing credentials: a leaked key must not create more keys. */
export const ownSession: AccessRule<unknown, InOrganization> = {
  name: 'ownSession',
  sentence: 'A signed-in user. Not with API keys, MCP tokens or impersonation.',
  open: false,
  leastRole: 'guest',
  sessionOnly: true,
  check({ caller, reads }) {
    const granted = requireSession(caller, reads)
    return { ...granted, organization: requireRole(granted.caller, 'guest') }
  },
}

/** For creating credentials. Protects an unlocked screen. */
export const ownSessionRecently: AccessRule<unknown, InOrganization> = {
  ...ownSession,
  name: 'ownSessionRecently',
  sentence: `A user who signed in within the last ${recently} minutes. Not with API keys, MCP tokens or impersonation.`,
  recently: true,
  async check(asked, input) {
    const granted = await ownSession.check(asked, input)
    requireRecentSignIn(granted.caller)
    return granted
  },
}

export interface InOrganization extends SignedIn {
  organization: CallingOrganization
}

/** Requires membership of the current organization with at least this role. */
export function organization(leastRole: Role): AccessRule<unknown, InOrganization> {
  return {
    name: `organization(${leastRole})`,
    sentence: `In the organization: ${atLeast(leastRole)}.`,
    open: false,
    leastRole,
    wholeOrganization: true,
    check: ({ caller, reads }) => requireWholeOrganization(caller, reads, leastRole),
  }
}

/** For changes to the organization itself, and for ending the access of others. */
export const administers: AccessRule<unknown, InOrganization> = {
  name: 'administers',
  sentence: 'Owners and admins of the organization. A key or token needs the scope `admin`.',
  open: false,
  leastRole: 'admin',
  adminScope: true,
  wholeOrganization: true,
  check({ caller, reads }) {
    const granted = requireWholeOrganization(caller, reads, 'admin')
    if (!granted.caller.scopes.includes('admin')) reject('scope_missing', { scope: 'admin' })
    return granted
  },
}

/** For the instance and all its users. The role is read from the database on every request. */
export const platformAdmin: AccessRule<unknown, SignedIn> = {
  name: 'platformAdmin',
  sentence: 'Signed-in administrators of this instance. Not with keys, tokens or impersonation.',
  open: false,
  sessionOnly: true,
  platformAdmin: true,
  check({ caller, reads }) {
    const granted = requireSession(caller, reads)
    if (granted.user.role !== 'admin') reject('administrators_only')
    return granted
  },
}

/** For the members and the plan of an organization, which its sandbox shares and test credentials must not change. */
export function organizationItself(leastRole: Role): AccessRule<unknown, InOrganization> {
  return {
    ...organization(leastRole),
    name: `organizationItself(${leastRole})`,
    liveOnly: true,
    check: ({ caller, reads }) => requireOrganizationItself(caller, reads, leastRole),
  }
}

/** For changing the members of an organization and their roles. */
export const administersItself: AccessRule<unknown, InOrganization> = {
  ...administers,
  name: 'administersItself',
  liveOnly: true,
  async check(asked, input) {
    const granted = await administers.check(asked, input)
    requireLive(granted)
    return granted
  },
}

export function requireOrganizationItself(caller: Caller, reads: boolean, leastRole: Role): InOrganization {
  const granted = requireWholeOrganization(caller, reads, leastRole)
  requireLive(granted)
  return granted
}

function requireLive({ caller, organization: current }: InOrganization): void {
  if (isTestCredential(caller)) reject('sandbox_only')
  if (current.sandbox) reject('live_only')
}

/** Rejects credentials that are bound to a project, for items outside projects. */
export function requireWholeOrganization(caller: Caller, reads: boolean, leastRole: Role): InOrganization {
  const granted = requireOrganization(caller, reads, leastRole)
  requireUnbound(granted.caller)
  return granted
}

/** Does not check project-bound credentials: a rule that uses only this must limit them to their project itself. */
export function requireOrganization(caller: Caller, reads: boolean, leastRole: Role): InOrganization {
  const granted = requireUser(caller, reads)
  return { ...granted, organization: requireRole(granted.caller, leastRole) }
}

export function hasRole(organization: CallingOrganization, least: Role): boolean {
  return roles.indexOf(organization.role) >= roles.indexOf(least)
}

function requireUser(caller: Caller, reads: boolean): SignedIn {
  if (caller.kind === 'anonymous') reject('unauthenticated')
  const scope = reads ? 'read' : 'write'
  if (!caller.scopes.includes(scope)) reject('scope_missing', { scope })
  return { user: caller.user, caller }
}

function requireSession(caller: Caller, reads: boolean): SignedIn {
  const granted = requireUser(caller, reads)
  if (granted.caller.kind !== 'session') reject('session_needed')
  return granted
}

function requireUnbound({ projectId }: KnownCaller): void {
  if (projectId) reject('project_only')
}

function requireRole(caller: KnownCaller, least: Role): CallingOrganization {
  const { organization: current } = caller
  if (!current) reject('no_organization')
  if (!hasRole(current, least)) reject('role_too_low', { needs: atLeast(least) })
  return current
}

function atLeast(role: Role): string {
  const enough = roles.slice(roles.indexOf(role)).toReversed()
  return enough.length === 1 ? enough[0]! : `${enough.slice(0, -1).join(', ')} or ${enough.at(-1)}`
}

import type { Caller, CallingOrganization, CallingUser, KnownCaller, Role } from './caller.ts'
import { isTestCredential, roles } from './caller.ts'
import { databaseNow } from '../database/clock.ts'
import type { Queries } from '../database/connect.ts'
import { reject } from './errors.ts'

/**
 * A named rule that decides whether an operation may run. What it returns is added to the operation's context: the
 * user and organization it found, the resource it looked up, or, for a list, the filter of what may be seen.
 */
export interface AccessRule<Input, Granted extends object> {
  name: string
  /** Completes "Who may: …" in the permission table. */
  sentence: string
  /** Whether a caller without a credential passes. */
  open: boolean
  /**
   * The lowest role that passes. Without one nobody passes by their role: whoever `also` names does, and where that
   * names nobody, everybody who is signed in, since it is about themselves.
   */
  leastRole?: Role
  /** Who passes besides, whatever their role: by what they are to the thing itself. */
  also?: readonly Relation[]
  /** Only a person's own login session passes. */
  sessionOnly?: true
  /** And only within an hour after they proved who they are. */
  recently?: true
  /** A key or token needs the scope `admin` besides the one to read or write. */
  adminScope?: true
  /** Reaches beyond one project: a credential that is bound to a project does not pass. */
  wholeOrganization?: true
  /** Concerns what a sandbox shares with its organization: its people and its plan. Test credentials do not pass. */
  liveOnly?: true
  /** Only an administrator of this instance passes. */
  platformAdmin?: true
  check(asked: Asked, input: Input): Promise<Granted> | Granted
}

/** What somebody can be to a thing: they made or wrote it, lead its team, or were given it as viewer or editor. */
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

/** What a list may show, as SQL for its `where`. Its values are the first parameters of the query. */
export interface Filter {
  where: string
  values: readonly unknown[]
}

/** What a rule may look at. */
export interface Asked {
  caller: Caller
  db: Queries
  reads: boolean
  /** Whether what it finds is about to be changed, and so is held until the transaction ends. */
  hold: boolean
}

export const anyone: AccessRule<unknown, object> = {
  name: 'anyone',
  sentence: 'Anyone, without a credential.',
  open: true,
  check: () => ({}),
}

/** Rejects a caller without a credential, unless the rule is open. Doors ask this before they read the body. */
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

/** For what belongs to a person and not to an organization: who they are and how they sign in. */
export const asPerson: AccessRule<unknown, SignedIn> = {
  name: 'asPerson',
  sentence:
    'A person who is signed in, for their own account. API keys, MCP tokens and impersonation cannot.',
  open: false,
  sessionOnly: true,
  check: ({ caller, reads }) => requireSession(caller, reads),
}

const recently = 60

/** For what would give an account away: whoever finds a screen unlocked must not be able to. */
export const asPersonRecently: AccessRule<unknown, SignedIn> = {
  name: 'asPersonRecently',
  sentence: `A person who signed in within the last ${recently} minutes, for their own account.`,
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

/** For what a person's programs may do for them too, as long as it is real: a test key touches nothing that is. */
export const ownAccount: AccessRule<unknown, SignedIn> = {
  name: 'ownAccount',
  sentence:
    'Anyone with a valid credential, for their own account. Test credentials and those of one project cannot.',
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

/** For credentials: a key that leaked must not be able to make more keys. */
export const ownSession: AccessRule<unknown, InOrganization> = {
  name: 'ownSession',
  sentence: 'A person who is signed in. API keys, MCP tokens and impersonation cannot.',
  open: false,
  leastRole: 'guest',
  sessionOnly: true,
  check({ caller, reads }) {
    const granted = requireSession(caller, reads)
    return { ...granted, organization: requireRole(granted.caller, 'guest') }
  },
}

/** For new credentials: someone who finds a screen unlocked must not leave with a key. */
export const ownSessionRecently: AccessRule<unknown, InOrganization> = {
  ...ownSession,
  name: 'ownSessionRecently',
  sentence: `A person who signed in within the last ${recently} minutes. API keys, MCP tokens and impersonation cannot.`,
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

/** A member of the current organization with at least this role. */
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

/** For what changes the organization itself, or ends what others work with. */
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

/** For the instance and everybody on it. The role is the one that the database holds at this moment. */
export const platformAdmin: AccessRule<unknown, SignedIn> = {
  name: 'platformAdmin',
  sentence: 'Administrators of this instance who are signed in. Keys, tokens and impersonation cannot.',
  open: false,
  sessionOnly: true,
  platformAdmin: true,
  check({ caller, reads }) {
    const granted = requireSession(caller, reads)
    if (granted.user.role !== 'admin') reject('administrators_only')
    return granted
  },
}

/** For the people of an organization and its plan: a sandbox has none of its own, and nothing that tests may touch. */
export function organizationItself(leastRole: Role): AccessRule<unknown, InOrganization> {
  return {
    ...organization(leastRole),
    name: `organizationItself(${leastRole})`,
    liveOnly: true,
    check: ({ caller, reads }) => requireOrganizationItself(caller, reads, leastRole),
  }
}

/** For who is in it and with which role. */
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

/** For what is no project's: a credential that is bound to one stays there. */
export function requireWholeOrganization(caller: Caller, reads: boolean, leastRole: Role): InOrganization {
  const granted = requireOrganization(caller, reads, leastRole)
  requireUnbound(granted.caller)
  return granted
}

/** A rule that is built on this alone must keep a credential that is bound to a project to that project. */
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

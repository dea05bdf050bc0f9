import { type Actor, type Named, system } from '../database/actor.ts'

/** The caller of an operation. Doors derive it from the credential, so that operations do not depend on the door. */
export type Caller = Anonymous | KnownCaller

export interface Anonymous {
  kind: 'anonymous'
}

export interface KnownCaller {
  kind: 'session' | 'impersonation' | 'api_key' | 'mcp_token'
  /** The login session's id, or that of the API key or MCP token. */
  credentialId: string
  /** The name that its owner gave the key or token. */
  credentialName: string | null
  user: CallingUser
  /** The agent that acts for the user, if the token is bound to one. */
  agent: Named | null
  /** The number of calls that the agent can make per day. Null: unlimited. */
  dailyBudget: number | null
  /** Set while a person keeps the agent paused. */
  paused: { by: string; at: string } | null
  /** The administrator who acts as the user. */
  impersonator: Named | null
  organization: CallingOrganization | null
  scopes: readonly Scope[]
  /**
   * The time of the last sign-in with every factor of the account. Null for keys and tokens, and for a login on a
   * remembered device, which skipped the second factor.
   */
  signedInAt: string | null
  /** Whether the account has a second factor. */
  secondFactor: boolean
  /** The source of the rule that requires a second factor, if the account lacks one. */
  secondFactorMissing: 'instance' | 'organization' | null
  /** The only project that the key or token reaches, if it is bound to one. */
  projectId: string | null
  /** The tools that the token lists. */
  toolProfile: string
  /** Whether the token has never called a tool. The dashboard waits for its first call. */
  neverCalled: boolean
}

export interface CallingUser {
  id: string
  name: string
  username: string
  email: string
  role: 'user' | 'admin'
}

export interface CallingOrganization {
  id: string
  slug: string
  name: string
  role: Role
  /** Whether this is a sandbox, where test credentials work on test data. It sends nothing to the outside. */
  sandbox: boolean
}

/**
 * Returns whether the caller uses a test key or token. A signed-in user who views a sandbox does not: changes to their
 * account are real.
 */
export function isTestCredential(caller: Caller): boolean {
  if (caller.kind !== 'api_key' && caller.kind !== 'mcp_token') return false
  return caller.organization?.sandbox ?? false
}

export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Roles in ascending order of rights. */
export const roles = ['guest', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const anonymous: Anonymous = { kind: 'anonymous' }

const alone = { onBehalfOf: null, impersonatedBy: null, via: null }

export { system }

export function userActor({ id, name }: Named): Actor {
  return { kind: 'user', id, name, ...alone }
}

export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'anonymous') return { ...system, name: 'Anonymous' }
  const user = { id: caller.user.id, name: caller.user.name }
  const via = caller.credentialName
  if (caller.agent) return { ...alone, kind: 'agent', ...caller.agent, onBehalfOf: user, via }
  return { ...userActor(user), impersonatedBy: caller.impersonator, via }
}

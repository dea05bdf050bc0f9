/** Who is asking. Doors find the caller from the credential; operations see nothing else of the door. */
export type Caller = Anonymous | KnownCaller

export interface Anonymous {
  kind: 'anonymous'
}

export interface KnownCaller {
  kind: 'session' | 'impersonation' | 'api_key' | 'mcp_token'
  /** The login session's id, or that of the API key or MCP token. */
  credentialId: string
  /** What its owner called the key or token. */
  credentialName: string | null
  user: CallingUser
  /** The agent at work on the user's behalf, if the token is bound to one. */
  agent: Named | null
  /** How many calls that agent may make in a day; null: any number. */
  dailyBudget: number | null
  /** The administrator who acts as the user. */
  impersonator: Named | null
  organization: CallingOrganization | null
  scopes: readonly Scope[]
  /**
   * When the person proved who they are, with every factor that the account has; null for a key or token, and for a login
   * on a remembered device, which has not proved the second one.
   */
  signedInAt: string | null
  /** Whether the account has a second factor. */
  secondFactor: boolean
  /** Who requires a second factor that the account lacks. */
  secondFactorMissing: 'instance' | 'organization' | null
  /** The only project that the key or token reaches, if it is bound to one. */
  projectId: string | null
  /** Which tools the token is shown. */
  toolProfile: string
  /** A token that has not called a tool yet: its maker is waiting for that. */
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
  /** Where test credentials work: nothing there is real, and nothing leaves it. */
  sandbox: boolean
}

export interface Named {
  id: string
  name: string
}

/**
 * Whether it is a test key or token. A person who is signed in and looks into a sandbox is none: what they do to their
 * account is real.
 */
export function isTestCredential(caller: Caller): boolean {
  if (caller.kind !== 'api_key' && caller.kind !== 'mcp_token') return false
  return caller.organization?.sandbox ?? false
}

export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** From the least to the most. */
export const roles = ['guest', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const anonymous: Anonymous = { kind: 'anonymous' }

/** Who did a thing, as the journal keeps it: an agent on behalf of a user, a user, or the system itself. */
export interface Actor {
  kind: 'user' | 'agent' | 'system'
  id: string | null
  name: string
  onBehalfOf: Named | null
  impersonatedBy: Named | null
  /** The name of the API key or MCP token that was used. */
  via: string | null
}

const alone = { onBehalfOf: null, impersonatedBy: null, via: null }

export const system: Actor = { kind: 'system', id: null, name: 'Baton', ...alone }

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

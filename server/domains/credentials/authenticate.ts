import type { Caller, KnownCaller, Role, Scope } from '../../operations/caller.ts'
import { anonymous, scopes } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { requireSecondFactorAnyway } from '../../operations/second-factor.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { Queries } from '../../database/connect.ts'
import { resolveBackendLogin } from '../accounts/backend-login.ts'
import { verifySession } from '../accounts/login-session.ts'
import { resourceOf } from '../mcp-sign-in/addresses.ts'
import type { TicketHolder } from '../live/tickets.ts'
import { type SecondFactorFacts, missingSecondFactor } from '../second-factor/policy.ts'
import { hashCredential, looksLikeCredential } from './credential-value.ts'

/**
 * Finds the caller from a credential. Whether it still stands is asked of the database at every request, in one
 * prepared query: so a revocation, a suspension or a changed role holds from the next request on, on every node.
 */
export async function authenticateForHttp(
  app: App,
  bearer: string | undefined,
  chosen: string | undefined,
  facts: () => RequestFacts,
): Promise<Caller> {
  if (bearer === undefined) return anonymous
  if (!bearer.startsWith('svc_')) return bySession(app, bearer, chosen, facts)
  const caller = await byCredential(app, bearer)
  if (caller.kind !== 'api_key')
    reject('wrong_credential_kind', { hint: 'The web API takes an API key or a login.' })
  return caller
}

/** The live hub takes whatever opens one of the other doors. */
export async function authenticateForHub(
  app: App,
  bearer: string | undefined,
  chosen: string | undefined,
  facts: () => RequestFacts,
): Promise<KnownCaller> {
  if (bearer === undefined) reject('unauthenticated')
  return withSecondFactor(
    bearer.startsWith('svc_') ? byCredential(app, bearer) : bySession(app, bearer, chosen, facts),
  )
}

/** Whoever a ticket was given to, as they are by now. */
export function authenticateTicket(app: App, held: TicketHolder): Promise<KnownCaller> {
  return withSecondFactor(
    held.login_id
      ? bySessionId(app, held.login_id, held.organization_id)
      : byStanding(app, credentialById, held.credential_id),
  )
}

/** The logins, keys and tokens that are still valid, each with the time at which it expires, for a node with many connections. */
export async function findValidCredentials(db: Queries, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db.run<{ id: string; expires_at: string | null }>(
    `select s.id, s.expires_at from login_sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
      where s.id = any($1::uuid[]) and ${sessionStands} and u.suspended_at is null
     union all
     select c.id, c.expires_at from credentials c join users u on u.id = c.user_id left join agents a on a.id = c.agent_id
      where c.id = any($1::uuid[]) and ${credentialStands} and u.suspended_at is null`,
    [ids],
  )
  return new Map(rows.map(({ id, expires_at }) => [id, expires_at]))
}

export async function authenticateForMcp(app: App, bearer: string | undefined): Promise<KnownCaller> {
  if (bearer === undefined) reject('unauthenticated')
  if (app.config.MCP_OAUTH && !bearer.startsWith('svc_')) return withSecondFactor(byAccessToken(app, bearer))
  const caller = await withSecondFactor(byCredential(app, bearer))
  if (caller.kind !== 'mcp_token')
    reject('wrong_credential_kind', { hint: 'The MCP interface takes an MCP token.' })
  return caller
}

/** Whoever a token belongs to that was shown before, as they are by now: for what is open, and for what another node was told. */
export async function authenticateMcpToken(app: App, credentialId: string): Promise<KnownCaller> {
  const caller = await withSecondFactor(byStanding(app, credentialById, credentialId))
  return caller.kind === 'mcp_token' ? caller : reject('invalid_credential')
}

/** For the doors that serve an organization and nothing else. Over HTTP, the operation decides. */
async function withSecondFactor(found: Promise<KnownCaller>): Promise<KnownCaller> {
  const caller = await found
  requireSecondFactorAnyway(caller)
  return caller
}

interface Standing extends SecondFactorFacts {
  credential_id: string
  credential_name: string | null
  id: string
  name: string
  username: string
  email: string
  role: 'user' | 'admin'
  suspended: boolean
  stale: boolean
  signed_in_at: string | null
  project_id: string | null
  tool_profile: string
  never_called: boolean
  daily_budget: number | null
  organization_id: string | null
  organization_sandbox: boolean
  organization_slug: string
  organization_name: string
  organization_role: Role
  other_id: string | null
  other_name: string | null
}

const user = `u.id, u.name, u.username, u.email, u.role, u.suspended_at is not null as suspended,
       u.second_factor_since is not null as has_second_factor,
       (select value #>> '{}' from settings where key = 'second_factor.mode') as second_factor_mode`
const membership = `case when m.user_id is not null then o.id end as organization_id, o.slug as organization_slug,
       o.name as organization_name, o.require_second_factor as organization_requires_second_factor, o.sandbox_of is not null as organization_sandbox, m.role as organization_role`
// The members of a sandbox are those of the organization it belongs to.
const memberOf = `m.user_id = u.id and m.organization_id = coalesce(o.sandbox_of, o.id)`

const sessionStands = `s.revoked_at is null and s.expires_at > now() and i.suspended_at is null`

// With a second factor, both have to be proved. Unlike `least`, null here means that one of them was not.
const signedInAt = `case when u.second_factor_since is null then s.created_at
       when s.second_factor_at is not null then least(s.created_at, s.second_factor_at) end`

const session = (organization: string) => `
  select s.id as credential_id, null as credential_name, s.last_seen_at < now() - interval '1 minute' as stale,
         ${signedInAt} as signed_in_at, null as project_id, 'full' as tool_profile, false as never_called, null::int as daily_budget,
         ${user}, ${membership}, i.id as other_id, i.name as other_name
    from login_sessions s
    join users u on u.id = s.user_id
    left join users i on i.id = s.impersonator_id
    left join organizations o on o.id = ${organization}
    left join memberships m on ${memberOf}
   where s.id = $1 and ${sessionStands}`

const sessionInLastOrganization = session('u.last_organization_id')
const sessionInOrganization = session('$2')
const sessionInOrganizationBySlug = session('(select id from organizations where slug = $2)')

async function bySession(
  app: App,
  token: string,
  chosen: string | undefined,
  facts: () => RequestFacts,
): Promise<KnownCaller> {
  const sessionId = (await verifySession(app.secrets, token)) ?? (await resolveBackendLogin(app, token, facts))
  return sessionId === undefined ? reject('invalid_credential') : bySessionId(app, sessionId, chosen)
}

async function bySessionId(app: App, sessionId: string, chosen: string | undefined): Promise<KnownCaller> {
  const [standing] =
    chosen === undefined
      ? await app.database.lookUp<Standing>(sessionInLastOrganization, [sessionId])
      : await app.database.lookUp<Standing>(
          anyUuid.test(chosen) ? sessionInOrganization : sessionInOrganizationBySlug,
          [sessionId, chosen],
        )
  if (!standing) reject('invalid_credential')
  if (standing.suspended) reject('suspended')
  if (chosen !== undefined && standing.organization_id === null) reject('no_organization')
  if (standing.stale) touch(app, 'update login_sessions set last_seen_at = now() where id = $1', standing)
  const impersonator = other(standing)
  return known(app, standing, impersonator ? 'impersonation' : 'session', scopes, { impersonator })
}

const credentialStands = `c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
     and a.deleted_at is null`

const credential = (which: string) => `
  select c.id as credential_id, c.name as credential_name, c.kind, c.scopes,
         c.last_used_at is null or c.last_used_at < now() - interval '1 minute' as stale,
         null as signed_in_at, c.project_id, c.tool_profile, c.first_call_at is null as never_called, a.daily_budget,
         ${user}, ${membership}, a.id as other_id, a.name as other_name
    from credentials c
    join users u on u.id = c.user_id
    join organizations o on o.id = c.organization_id
    join memberships m on ${memberOf}
    left join agents a on a.id = c.agent_id
   where ${which} and ${credentialStands}`

const credentialByHash = credential('c.hash = $1')
const credentialById = credential('c.id = $1')
// What a client was given when somebody let it in: see docs/mcp-sign-in.md.
const credentialByAccessToken = credential(`c.id = (
  select t.credential_id from mcp_oauth_artifacts t
   where t.kind = 'AccessToken' and t.hash = $1 and t.audience = $2 and t.expires_at > now())`)

async function byCredential(app: App, value: string): Promise<KnownCaller> {
  if (!looksLikeCredential(value)) reject('invalid_credential')
  return byStanding(app, credentialByHash, hashCredential(value))
}

async function byAccessToken(app: App, value: string): Promise<KnownCaller> {
  return byStanding(app, credentialByAccessToken, hashCredential(value), resourceOf(app.config))
}

async function byStanding(app: App, query: string, ...values: unknown[]): Promise<KnownCaller> {
  const [standing] = await app.database.lookUp<Standing & { kind: 'api_key' | 'mcp_token'; scopes: Scope[] }>(
    query,
    values,
  )
  if (!standing) reject('invalid_credential')
  if (standing.suspended) reject('suspended')
  if (standing.stale) touch(app, 'update credentials set last_used_at = now() where id = $1', standing)
  return known(app, standing, standing.kind, standing.scopes, { agent: other(standing) })
}

function known(
  { config }: App,
  standing: Standing,
  kind: KnownCaller['kind'],
  held: readonly Scope[],
  who: Partial<Pick<KnownCaller, 'agent' | 'impersonator'>>,
): KnownCaller {
  const { id, name, username, email, role } = standing
  return {
    kind,
    credentialId: standing.credential_id,
    credentialName: standing.credential_name,
    user: { id, name, username, email, role },
    agent: who.agent ?? null,
    dailyBudget: standing.daily_budget,
    impersonator: who.impersonator ?? null,
    organization: standing.organization_id
      ? {
          id: standing.organization_id,
          slug: standing.organization_slug,
          name: standing.organization_name,
          role: standing.organization_role,
          sandbox: standing.organization_sandbox,
        }
      : null,
    scopes: held,
    signedInAt: standing.signed_in_at,
    secondFactor: standing.has_second_factor,
    secondFactorMissing: missingSecondFactor(config, standing),
    projectId: standing.project_id,
    toolProfile: standing.tool_profile,
    neverCalled: standing.never_called,
  }
}

function other({ other_id, other_name }: Standing) {
  return other_id ? { id: other_id, name: other_name! } : null
}

// "Last seen" is kept to the minute and is no change of anything: it is not journaled, and nobody waits for it.
function touch(app: App, statement: string, { credential_id }: Standing): void {
  app.database.run(statement, [credential_id]).catch((error: Error) => {
    app.log.warn({ reason: error.message }, 'last use was not noted')
  })
}

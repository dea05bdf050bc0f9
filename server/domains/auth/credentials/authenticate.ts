import type { Caller, KnownCaller, Role, Scope } from '../../../operations/caller.ts'
import { anonymous, scopes } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { requireSecondFactorAnyway } from '../../../operations/second-factor.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { Actor } from '../../../database/actor.ts'
import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { resolveBackendLogin } from '../accounts/backend-login.ts'
import { verifySession } from '../accounts/login-session.ts'
import { resourceOf } from '../mcp-sign-in/addresses.ts'
import { type SecondFactorFacts, missingSecondFactor } from '../second-factor/policy.ts'
import { hashCredential, looksLikeCredential } from './credential-value.ts'

/**
 * Returns the caller of an HTTP request. Every request checks the credential in the database with one prepared query.
 * So a revocation, suspension or role change takes effect with the next request on every node.
 */
export async function authenticateForHttp(
  app: App,
  bearer: string | undefined,
  organizationRef: string | undefined,
  facts: () => RequestFacts,
): Promise<Caller> {
  if (bearer === undefined) return anonymous
  if (!bearer.startsWith('svc_')) return findBySessionToken(app, bearer, organizationRef, facts)
  const caller = await findByCredential(app, bearer)
  if (caller.kind !== 'api_key')
    reject('wrong_credential_kind', { hint: 'The web API accepts an API key or a login token.' })
  return caller
}

/** Returns the caller of a live hub connection, which accepts every kind of credential. */
export async function authenticateForHub(
  app: App,
  bearer: string | undefined,
  organizationRef: string | undefined,
  facts: () => RequestFacts,
): Promise<KnownCaller> {
  if (bearer === undefined) reject('unauthenticated')
  return withSecondFactor(
    bearer.startsWith('svc_')
      ? findByCredential(app, bearer)
      : findBySessionToken(app, bearer, organizationRef, facts),
  )
}

/** The login, API key or token that requested a ticket, and the organization it is for. */
export interface TicketHolder {
  login_id: string | null
  credential_id: string | null
  organization_id: string
}

/** Returns the caller that a ticket was issued to, with their current permissions. */
export function authenticateTicket(app: App, holder: TicketHolder): Promise<KnownCaller> {
  return withSecondFactor(
    holder.login_id
      ? findBySessionId(app, holder.login_id, holder.organization_id)
      : findCaller(app, sql`c.id = ${holder.credential_id}`),
  )
}

/** Returns the valid logins, keys and tokens among `ids` with their expiry. Checks many connections in one query. */
export async function findValidCredentials(db: Queries, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db.run<{ id: string; expires_at: string | null }>(
    sql`select s.id, s.expires_at from login_sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
      where s.id = any(${ids}::uuid[]) and ${isSessionValid} and u.suspended_at is null
     union all
     select c.id, c.expires_at from credentials c join users u on u.id = c.user_id left join agents a on a.id = c.agent_id
      where c.id = any(${ids}::uuid[]) and ${isCredentialValid} and u.suspended_at is null`,
  )
  return new Map(rows.map(({ id, expires_at }) => [id, expires_at]))
}

export async function authenticateForMcp(app: App, bearer: string | undefined): Promise<KnownCaller> {
  if (bearer === undefined) reject('unauthenticated')
  if (app.config.MCP_OAUTH && !bearer.startsWith('svc_'))
    return withSecondFactor(findByAccessToken(app, bearer))
  const caller = await withSecondFactor(findByCredential(app, bearer))
  if (caller.kind !== 'mcp_token')
    reject('wrong_credential_kind', { hint: 'The MCP interface accepts an MCP token.' })
  return caller
}

/**
 * Returns the current caller of an MCP token by its id, for open streams and for requests that another node
 * authenticated.
 */
export async function authenticateMcpToken(app: App, credentialId: string): Promise<KnownCaller> {
  const caller = await withSecondFactor(findCaller(app, sql`c.id = ${credentialId}`))
  return caller.kind === 'mcp_token' ? caller : reject('invalid_credential')
}

/** Requires the second factor at doors that only serve an organization. Over HTTP, each operation decides. */
async function withSecondFactor(found: Promise<KnownCaller>): Promise<KnownCaller> {
  const caller = await found
  requireSecondFactorAnyway(caller)
  return caller
}

interface CallerRow extends SecondFactorFacts {
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
  paused_at: string | null
  paused_by: Actor | null
  organization_id: string | null
  organization_sandbox: boolean
  organization_slug: string
  organization_name: string
  organization_role: Role
  other_id: string | null
  other_name: string | null
}

const userColumns = sql`u.id, u.name, u.username, u.email, u.role, u.suspended_at is not null as suspended,
       u.second_factor_since is not null as has_second_factor,
       (select value #>> '{}' from settings where key = 'second_factor.mode') as second_factor_mode`
const membershipColumns = sql`case when m.user_id is not null then o.id end as organization_id, o.slug as organization_slug,
       o.name as organization_name, o.require_second_factor as organization_requires_second_factor, o.sandbox_of is not null as organization_sandbox, m.role as organization_role`
// A sandbox has the same members as its organization.
const isMemberSql = sql`m.user_id = u.id and m.organization_id = coalesce(o.sandbox_of, o.id)`

const isSessionValid = sql`s.revoked_at is null and s.expires_at > now() and i.suspended_at is null`

// The time when both factors were checked, or null if the second one was not. Plain `least` would ignore that null.
const signedInAt = sql`case when u.second_factor_since is null then s.created_at
       when s.second_factor_at is not null then least(s.created_at, s.second_factor_at) end`

const selectSessions = sql`
  select s.id as credential_id, null as credential_name, s.last_seen_at < now() - interval '1 minute' as stale,
         ${signedInAt} as signed_in_at, null as project_id, 'full' as tool_profile, false as never_called, null::int as daily_budget,
         null::timestamptz as paused_at, null::jsonb as paused_by,
         ${userColumns}, ${membershipColumns}, i.id as other_id, i.name as other_name,
         i.second_factor_since is not null as other_has_second_factor
    from login_sessions s
    join users u on u.id = s.user_id
    left join users i on i.id = s.impersonator_id
    left join organizations o on o.id = `
const whereSessionIsValid = sql`
    left join memberships m on ${isMemberSql}
   where ${isSessionValid} and s.id = `

async function findBySessionToken(
  app: App,
  token: string,
  organizationRef: string | undefined,
  facts: () => RequestFacts,
): Promise<KnownCaller> {
  const verified = await verifySession(app.secrets, token)
  const sessionId = verified?.sessionId ?? (await resolveBackendLogin(app, token, facts))
  if (sessionId === undefined) reject('invalid_credential')
  const caller = await findBySessionId(app, sessionId, organizationRef)
  // The type of the token must match the session, so that no login can act as an impersonation or the reverse.
  return caller.kind === (verified?.kind ?? 'session') ? caller : reject('invalid_credential')
}

async function findBySessionId(
  app: App,
  sessionId: string,
  organizationRef: string | undefined,
): Promise<KnownCaller> {
  const [row] = await app.database.lookUp<CallerRow & { other_has_second_factor: boolean }>(
    sql`${selectSessions}${organizationId(organizationRef)}${whereSessionIsValid}${sessionId}`,
  )
  if (!row) reject('invalid_credential')
  if (row.suspended) reject('suspended')
  if (organizationRef !== undefined && row.organization_id === null) reject('no_organization')
  if (row.stale)
    recordLastUse(app, sql`update login_sessions set last_seen_at = now() where id = ${row.credential_id}`)
  const impersonator = readOther(row)
  if (!impersonator) return toCaller(app, row, 'session', scopes, {})
  // An impersonator has passed their own second factor, and can't set one up for the user.
  const facts = { ...row, has_second_factor: row.other_has_second_factor }
  const secondFactorMissing = missingSecondFactor(app.config, facts)
  return { ...toCaller(app, row, 'impersonation', scopes, { impersonator }), secondFactorMissing }
}

/** Returns SQL for the id of the organization that a request names. Without a name, it is the one used last. */
function organizationId(ref: string | undefined): Sql {
  if (ref === undefined) return sql`u.last_organization_id`
  return anyUuid.test(ref) ? sql`${ref}` : sql`(select id from organizations where slug = ${ref})`
}

const isCredentialValid = sql`c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
     and a.deleted_at is null`

const selectValidCredentials = sql`
  select c.id as credential_id, c.name as credential_name, c.kind, c.scopes,
         c.last_used_at is null or c.last_used_at < now() - interval '1 minute' as stale,
         null as signed_in_at, c.project_id, c.tool_profile, c.first_call_at is null as never_called, a.daily_budget,
         a.paused_at, a.paused_by,
         ${userColumns}, ${membershipColumns}, a.id as other_id, a.name as other_name
    from credentials c
    join users u on u.id = c.user_id
    join organizations o on o.id = c.organization_id
    join memberships m on ${isMemberSql}
    left join agents a on a.id = c.agent_id
   where ${isCredentialValid} and `

async function findByCredential(app: App, value: string): Promise<KnownCaller> {
  if (!looksLikeCredential(value)) reject('invalid_credential')
  return findCaller(app, sql`c.hash = ${hashCredential(value)}`)
}

/** Returns the caller of the OAuth client that a user authorized: see docs/mcp-sign-in.md. */
async function findByAccessToken(app: App, value: string): Promise<KnownCaller> {
  return findCaller(
    app,
    sql`c.id = (
  select t.credential_id from mcp_oauth_artifacts t
   where t.kind = 'AccessToken' and t.hash = ${hashCredential(value)} and t.audience = ${resourceOf(app.config)}
     and t.expires_at > now())`,
  )
}

/** Returns the caller whose credential `c` fulfills the condition. */
async function findCaller(app: App, condition: Sql): Promise<KnownCaller> {
  const [row] = await app.database.lookUp<CallerRow & { kind: 'api_key' | 'mcp_token'; scopes: Scope[] }>(
    sql`${selectValidCredentials}${condition}`,
  )
  if (!row) reject('invalid_credential')
  if (row.suspended) reject('suspended')
  if (row.stale)
    recordLastUse(app, sql`update credentials set last_used_at = now() where id = ${row.credential_id}`)
  return toCaller(app, row, row.kind, row.scopes, { agent: readOther(row) })
}

function toCaller(
  { config }: App,
  row: CallerRow,
  kind: KnownCaller['kind'],
  grantedScopes: readonly Scope[],
  others: Partial<Pick<KnownCaller, 'agent' | 'impersonator'>>,
): KnownCaller {
  const { id, name, username, email, role } = row
  return {
    kind,
    credentialId: row.credential_id,
    credentialName: row.credential_name,
    user: { id, name, username, email, role },
    agent: others.agent ?? null,
    dailyBudget: row.daily_budget,
    paused: row.paused_at ? { by: row.paused_by!.name, at: row.paused_at } : null,
    impersonator: others.impersonator ?? null,
    organization: row.organization_id
      ? {
          id: row.organization_id,
          slug: row.organization_slug,
          name: row.organization_name,
          role: row.organization_role,
          sandbox: row.organization_sandbox,
        }
      : null,
    scopes: grantedScopes,
    signedInAt: row.signed_in_at,
    secondFactor: row.has_second_factor,
    secondFactorMissing: missingSecondFactor(config, row),
    projectId: row.project_id,
    toolProfile: row.tool_profile,
    neverCalled: row.never_called,
  }
}

function readOther({ other_id, other_name }: CallerRow) {
  return other_id ? { id: other_id, name: other_name! } : null
}

// Updates the last-use time at most once a minute, in the background and without a journal entry.
function recordLastUse(app: App, statement: Sql): void {
  app.database.run(statement).catch((error: Error) => {
    app.log.warn({ reason: error.message }, 'could not update the last-use time')
  })
}

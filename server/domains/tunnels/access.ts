import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  ownSession,
  requireOrganizationItself,
} from '../../operations/access.ts'
import type { Caller, CallingUser } from '../../operations/caller.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { RunRow, TunnelRow } from './tables.ts'

/*
 * Access to machines:
 *   view    the owner, users of the machine, and owners and admins of the organization (without its permissions)
 *   use     members whom the permission file of the machine names: the owner, the owner's agents, other people
 *   manage  the owner, in person: rename, new code
 *   revoke  the owner, and owners and admins of the organization
 *   decide  the owner, in person and signed in
 * An administrator who impersonates a user can only view. Machines exist only in live organizations.
 */
export type TunnelRight = 'view' | 'use' | 'manage' | 'revoke'

export interface OnTunnel extends InOrganization {
  tunnel: TunnelRow
}

export interface OnRun extends OnTunnel {
  run: RunRow
}

/** A user or agent, as the rule of the permission file sees it. */
export interface Requester {
  user: Pick<CallingUser, 'id' | 'email' | 'username'>
  agent: { id: string } | null
}

/** Returns whether the permission file of the machine names this user or agent. */
export function usesTunnel(
  { user_id, declaration }: Pick<TunnelRow, 'user_id' | 'declaration'>,
  { user, agent }: Requester,
): boolean {
  if (!declaration) return false
  const { me, agents, people } = declaration.requesters
  if (user.id === user_id) return agent ? agents : me
  return !agent && people.some((name) => namesOf(user).includes(name))
}

/** Returns whether the caller can use the machine. An impersonator never can. */
export function canUse(tunnel: TunnelRow, caller: Caller): boolean {
  if (caller.kind === 'anonymous' || caller.kind === 'impersonation') return false
  return tunnel.revoked_at === null && usesTunnel(tunnel, caller)
}

/** Returns whether the caller is the owner in person: not one of the owner's agents. */
export function isOwner({ user_id }: Pick<TunnelRow, 'user_id'>, { caller, user }: InOrganization): boolean {
  return user.id === user_id && !caller.agent
}

const sentences: Record<TunnelRight, string> = {
  view: "The machine's owner, members whom its permission file names, and owners and admins of the organization.",
  use: 'Members whom the permission file of the machine names. Not while impersonating.',
  manage: "The machine's owner. Agents can't.",
  revoke: "The machine's owner, and owners and admins of the organization. Agents can't.",
}

const shared = { open: false, leastRole: 'member', wholeOrganization: true, liveOnly: true } as const

export function onTunnel(right: TunnelRight): AccessRule<{ tunnel: string }, OnTunnel> {
  return {
    ...shared,
    name: `tunnel(${right})`,
    sentence: `${sentences[right]} Not with test or project credentials.`,
    async check({ caller, db, reads, hold }, input) {
      const granted = requireMember(caller, reads)
      const tunnel = await findTunnel(db, granted, input.tunnel, hold ? 'no key update' : null)
      if (right !== 'view') rejectImpersonation(caller)
      if (!hasTunnelRight(right, tunnel, granted)) reject('not_found', { kind: 'machine', ref: input.tunnel })
      return { ...granted, tunnel }
    },
  }
}

/** For the list of machines. */
export const seesTunnels: AccessRule<unknown, InOrganization> = {
  ...shared,
  name: 'seesTunnels',
  sentence: 'Members of the organization, for the machines that they can see.',
  check: ({ caller, reads }) => requireMember(caller, reads),
}

/** For the registration of a machine, in person. */
export const registersTunnel: AccessRule<unknown, InOrganization> = {
  ...shared,
  name: 'registersTunnel',
  sentence: "Members of the organization, for their own machines. Agents can't, and not while impersonating.",
  check({ caller, reads }) {
    const granted = requireMember(caller, reads)
    rejectImpersonation(caller)
    if (granted.caller.agent) reject('forbidden', { needs: sentences.manage })
    return granted
  },
}

/** For one run: its requester and the owner of the machine. */
export const onRun: AccessRule<{ tunnel: string; run: string }, OnRun> = {
  ...shared,
  name: 'tunnelRun',
  sentence: "The machine's owner and the requester of the run. Not with test or project credentials.",
  async check({ caller, db, reads, hold }, input) {
    const granted = requireMember(caller, reads)
    const found = await findRun(db, granted, input, hold)
    if (!reads) rejectImpersonation(caller)
    return found
  },
}

/** For the consent to a run. No key, token or agent can give it. */
export const decidesRun: AccessRule<{ tunnel: string; run: string }, OnRun> = {
  ...shared,
  name: 'tunnelRun(decide)',
  sentence: "The machine's owner, signed in. Not with API keys, MCP tokens or impersonation.",
  sessionOnly: true,
  async check(asked, input) {
    await ownSession.check(asked, input)
    const { caller, db, reads, hold } = asked
    const granted = requireMember(caller, reads)
    const found = await findRun(db, granted, input, hold)
    if (!isOwner(found.tunnel, granted)) reject('forbidden', { needs: decidesRun.sentence })
    return found
  },
}

/** Requires that the caller can use a machine that is not revoked. For doors that serve streams. */
export async function requireTunnelUse(db: Queries, caller: Caller, tunnelId: string): Promise<OnTunnel> {
  return onTunnel('use').check({ caller, db, reads: false, hold: false }, { tunnel: tunnelId })
}

/** Returns the SQL condition for the rows of `tunnels t` that the caller can view. */
export function visibleTunnels({ caller, organization, user }: InOrganization): Sql {
  const people = sql`coalesce(jsonb_exists_any(t.declaration -> 'requesters' -> 'people', ${namesOf(user)}::text[]), false)`
  const agents = sql`coalesce((t.declaration -> 'requesters' ->> 'agents')::boolean, false)`
  const isVisible = caller.agent
    ? sql`t.user_id = ${user.id} and ${agents}`
    : hasRole(organization, 'admin')
      ? sql`true`
      : sql`(t.user_id = ${user.id} or t.revoked_at is null and ${people})`
  return sql`t.organization_id = ${organization.id} and ${isVisible}`
}

/** Returns whether the caller sees every run of the machine. Others see their own. */
export function seesAllRuns(tunnel: TunnelRow, granted: InOrganization): boolean {
  return isOwner(tunnel, granted) || (!granted.caller.agent && hasRole(granted.organization, 'admin'))
}

/** Returns whether the caller requested the run. A person also sees the runs of their agents. */
export function isRequester(run: RunRow, { caller, user }: InOrganization): boolean {
  return run.user_id === user.id && (!caller.agent || run.agent_id === caller.agent.id)
}

function requireMember(caller: Caller, reads: boolean): InOrganization {
  return requireOrganizationItself(caller, reads, 'member')
}

function rejectImpersonation(caller: Caller): void {
  if (caller.kind === 'impersonation') reject('not_while_impersonating')
}

function hasTunnelRight(right: TunnelRight, tunnel: TunnelRow, granted: InOrganization): boolean {
  const owns = isOwner(tunnel, granted)
  const isAdmin = !granted.caller.agent && hasRole(granted.organization, 'admin')
  const uses = usesTunnel(tunnel, granted.caller)
  if (right === 'use' && (uses || owns)) {
    if (tunnel.revoked_at !== null) reject('tunnel_revoked')
    // Nobody knows what the machine allows before it has connected for the first time.
    if (!tunnel.declaration) reject('machine_offline')
    return uses || reject('forbidden', { needs: sentences.use })
  }
  if (right === 'use') return false
  if (owns) return true
  if (isAdmin && right === 'revoke') return true
  const sees = isAdmin || canUse(tunnel, granted.caller)
  if (right === 'view') return sees
  // Users of the machine know that it exists.
  return sees ? reject('forbidden', { needs: sentences[right] }) : false
}

async function findTunnel(
  db: Queries,
  { organization }: InOrganization,
  ref: string,
  lock: 'no key update' | null,
): Promise<TunnelRow> {
  const [tunnel] = await db.run<TunnelRow>(
    sql`select * from tunnels where organization_id = ${organization.id} and id = ${anyUuid.test(ref) ? ref : null}
        ${lock ? sql.raw(`for ${lock}`) : sql.empty}`,
  )
  return tunnel ?? reject('not_found', { kind: 'machine', ref })
}

async function findRun(
  db: Queries,
  granted: InOrganization,
  refs: { tunnel: string; run: string },
  hold: boolean,
): Promise<OnRun> {
  const tunnel = await findTunnel(db, granted, refs.tunnel, null)
  const [run] = await db.run<RunRow>(
    sql`select * from tunnel_runs where tunnel_id = ${tunnel.id} and id = ${anyUuid.test(refs.run) ? refs.run : null}
        ${hold ? sql.raw('for no key update') : sql.empty}`,
  )
  const isVisible = run && (isOwner(tunnel, granted) || isRequester(run, granted))
  return isVisible ? { ...granted, tunnel, run } : reject('not_found', { kind: 'run', ref: refs.run })
}

function namesOf({ email, username }: Requester['user']): string[] {
  return [email.toLowerCase(), username.toLowerCase()]
}

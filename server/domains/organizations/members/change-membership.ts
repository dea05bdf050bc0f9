import { sql } from '../../../database/sql.ts'
import type { Role } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { withSandbox } from '../erase-organization.ts'
import { leaveTeams, recordLeft, type LeftTeam } from '../../teams/team-members/join-and-leave.ts'
import type { MemberRow } from './member.ts'
import type { Queries } from '../../../database/connect.ts'
import type { Entry } from '../../../database/journal.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { disownAgents } from '../../agents/disown-agents.ts'
import { endTunnels } from '../../tunnels/end-tunnels.ts'
import {
  type EndedCredential,
  endCredentials,
  recordRevoked,
} from '../../auth/credentials/revoke-credentials.ts'
import { switchToRemaining } from '../organizations-of.ts'

/** Changes the role of a locked member. Guests cannot be in teams, so a new guest leaves them all. */
export async function setRole(
  ctx: Context,
  organizationId: string,
  { user_id, username, name, role: from, version }: MemberRow,
  to: Role,
): Promise<void> {
  if (from === to) return
  await ctx.db.run(
    sql`update memberships set role = ${to}, version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and user_id = ${user_id}`,
  )
  if (to === 'guest') {
    const teams = await leaveTeams(ctx.db, await withSandbox(ctx.db, organizationId), user_id)
    recordLeft(ctx, teams, { id: user_id, name })
  }
  ctx.record({
    type: 'member.updated',
    subject: { kind: 'member', id: user_id, key: username },
    organizationId,
    version: version + 1,
    changes: { role: { from, to } },
  })
}

/** Results of ending a membership, for the journal. */
export interface EndedMembership {
  credentials: EndedCredential[]
  teams: LeftTeam[]
  /** Further journal entries to record. */
  entries: Entry[]
}

/**
 * Removes a user from an organization and its sandbox. The organization must be locked and have another owner. Deletes
 * every access right, so that a later invitation restores none of them. The user's past work stays.
 */
export async function removeMembership(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<EndedMembership> {
  const organizationIds = await withSandbox(db, organizationId)
  // Waits for concurrent transactions that add this member to a team, share with them or create a key for them.
  await db.run(
    sql`select 1 from memberships where organization_id = ${organizationId} and user_id = ${userId} for update`,
  )
  const teams = await leaveTeams(db, organizationIds, userId)
  await db.run(
    sql`delete from project_shares where organization_id = any(${organizationIds}) and user_id = ${userId}`,
  )
  await db.run(
    sql`delete from workspace_folders where organization_id = any(${organizationIds})
        and device_id in (select id from devices where user_id = ${userId})`,
  )
  const workspaces = await transferWorkspaces(db, organizationId, organizationIds, userId)
  const agents = await disownAgents(db, organizationIds, userId)
  const tunnels = await endTunnels(db, organizationIds, userId)
  await db.run(
    sql`update onboardings set organization_id = null, team_id = null, credential_id = null
      where user_id = ${userId} and organization_id = any(${organizationIds})`,
  )
  const invitations = await revokeInvitations(db, organizationId, userId)
  const credentials = await endCredentials(db, userId, organizationIds)
  await db.run(sql`delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`)
  await switchToRemaining(db, userId)
  return { credentials, teams, entries: [...workspaces, ...agents, ...tunnels, ...invitations] }
}

/** Removes a member, records it in the journal and closes the member's open streams immediately. */
export async function endMembership(
  ctx: Context & InOrganization,
  { user_id, username, name }: MemberRow,
  type: 'member.removed' | 'member.left',
): Promise<void> {
  const { app, db, organization } = ctx
  const { credentials, teams, entries } = await removeMembership(db, organization.id, user_id)
  ctx.record({
    type,
    subject: { kind: 'member', id: user_id, key: username },
    organizationId: organization.id,
  })
  recordLeft(ctx, teams, { id: user_id, name })
  for (const entry of entries) ctx.record(entry)
  recordRevoked(ctx, { id: user_id, name, organization }, credentials)
  ctx.afterCommit(() => app.bus.revoked(user_id))
}

/** Transfers the user's workspaces to the longest-serving owner. Workspace events are visible to their owner only. */
async function transferWorkspaces(
  db: Queries,
  organizationId: string,
  organizationIds: string[],
  from: string,
): Promise<Entry[]> {
  const [newOwner] = await db.run<{ user_id: string }>(
    sql`select user_id from memberships where organization_id = ${organizationId} and role = 'owner' and user_id <> ${from}
      order by created_at, user_id limit 1`,
  )
  const to = newOwner!.user_id
  const workspaces = await db.run<{ id: string; name: string; organization_id: string; version: number }>(
    sql`update workspaces set owner_id = ${to}, version = version + 1, updated_at = now()
      where organization_id = any(${organizationIds}) and owner_id = ${from} returning id, name, organization_id, version`,
  )
  return workspaces.map(({ id, name, organization_id, version }) => ({
    type: 'workspace.transferred',
    subject: { kind: 'workspace', id, key: name },
    organizationId: organization_id,
    privateTo: to,
    version,
    changes: { ownerId: { from, to } },
  }))
}

/** Revokes pending invitations of the user, which would otherwise let them rejoin. */
async function revokeInvitations(db: Queries, organizationId: string, userId: string): Promise<Entry[]> {
  const revoked = await db.run<{ id: string; role: string; team: string | null; version: number }>(
    sql`update invitations set status = 'revoked', version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and status = 'pending'
        and lower(email) = (select lower(email) from users where id = ${userId})
     returning id, role, team_id as team, version`,
  )
  return revoked.map(({ id, role, team, version }) => ({
    type: 'invitation.revoked',
    subject: { kind: 'invitation', id },
    organizationId,
    version,
    data: { role, team },
  }))
}

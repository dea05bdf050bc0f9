import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Named } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { type EndedCredential, endCredentials, tellEnded } from '../credentials/revoke-all.ts'
import { withSandbox } from '../organizations/erase-organization.ts'
import { moveOn } from '../organizations/organizations-of.ts'
import { type LeftTeam, leaveTeams, tellLeft } from '../team-members/leave-teams.ts'
import type { MemberRow } from './member-row.ts'

/** What somebody who is no longer in an organization has left behind there. */
export interface TakenOut {
  credentials: EndedCredential[]
  teams: LeftTeam[]
  workspaces: number
  /** Who has their workspaces now. */
  heir: Named | undefined
}

/**
 * Takes somebody out of an organization, which is held and has another owner, and out of its sandbox. All that they
 * could do there ends: whoever comes back begins anew. What they made stays.
 */
export async function takeOut(db: Queries, organizationId: string, userId: string): Promise<TakenOut> {
  const both = await withSandbox(db, organizationId)
  // Whoever adds them to a team, shares with them or makes a key for them at this moment has ended, or finds nobody.
  await db.run('select 1 from memberships where organization_id = $1 and user_id = $2 for update', [
    organizationId,
    userId,
  ])
  const teams = await leaveTeams(db, both, userId)
  await db.run('delete from project_shares where organization_id = any($1) and user_id = $2', [both, userId])
  await db.run(
    `delete from workspace_folders where organization_id = any($1)
        and device_id in (select id from devices where user_id = $2)`,
    [both, userId],
  )
  const heir = await longestOwner(db, organizationId, userId)
  const inherited = await db.run(
    `update workspaces set owner_id = $3, version = version + 1, updated_at = now()
      where organization_id = any($1) and owner_id = $2 returning id`,
    [both, userId, heir?.id ?? null],
  )
  await db.run(
    `update onboardings set organization_id = null, team_id = null, credential_id = null
      where user_id = $2 and organization_id = any($1)`,
    [both, userId],
  )
  // An invitation that was never answered is no way back in.
  await db.run(
    `update invitations set status = 'revoked', version = version + 1, updated_at = now()
      where organization_id = $1 and status = 'pending'
        and lower(email) = (select lower(email) from users where id = $2)`,
    [organizationId, userId],
  )
  const credentials = await endCredentials(db, userId, both)
  await db.run('delete from memberships where organization_id = $1 and user_id = $2', [
    organizationId,
    userId,
  ])
  await moveOn(db, userId)
  return { credentials, teams, workspaces: inherited.length, heir }
}

/** Takes somebody out, and tells the others. What they have open ends at once. */
export async function endMembership(
  ctx: Context & InOrganization,
  { user_id, username, name }: MemberRow,
  type: 'member.removed' | 'member.left',
): Promise<void> {
  const { app, db, organization } = ctx
  const { credentials, teams, workspaces, heir } = await takeOut(db, organization.id, user_id)
  ctx.record({
    type,
    subject: { kind: 'member', id: user_id, key: username },
    organizationId: organization.id,
    ...(workspaces > 0 && { data: { workspaces, to: heir } }),
  })
  tellLeft(ctx, teams, { id: user_id, name })
  tellEnded(ctx, { id: user_id, name, organization }, credentials)
  ctx.afterCommit(() => app.bus.revoked(user_id))
}

async function longestOwner(
  db: Queries,
  organizationId: string,
  besides: string,
): Promise<Named | undefined> {
  const [owner] = await db.run<Named>(
    `select u.id, u.name from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role = 'owner' and m.user_id <> $2
      order by m.created_at, m.user_id limit 1`,
    [organizationId, besides],
  )
  return owner
}

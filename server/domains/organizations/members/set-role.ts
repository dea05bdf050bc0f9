import { sql } from '../../../database/sql.ts'
import type { Role } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { withSandbox } from '../erase-organization.ts'
import { leaveTeams, recordLeft } from '../../teams/team-members/join-and-leave.ts'
import type { MemberRow } from './member.ts'

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

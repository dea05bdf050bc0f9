import { z } from 'zod'
import { expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { teamRef } from '../team.ts'
import type { TeamMemberRow } from '../tables.ts'
import { changesTeamMember } from './access.ts'
import { recordMember } from './record-member.ts'
import { TeamMember, memberFromRow, teamMemberRef, teamRole } from './team-member.ts'

export const updateTeamMember = operation({
  id: 'teamMembers.update',
  summary: 'Change the role of a team member.',
  http: 'PATCH /api/teams/:team/members/:member',
  access: changesTeamMember,
  input: z.object({ team: teamRef, member: teamMemberRef, role: teamRole }),
  output: TeamMember,
}).run(async (ctx, { role }) => {
  const { member, team } = ctx
  expectVersion(ctx, member.version)
  if (member.role === role) return memberFromRow(ctx, member)
  const [after] = await ctx.db.run<TeamMemberRow>(
    sql`update team_members set role = ${role}, version = version + 1, updated_at = now()
      where team_id = ${team.id} and user_id = ${member.user_id} returning *`,
  )
  const person = { id: member.user_id, name: member.name }
  const changes = { role: { from: member.role, to: role } }
  recordMember(ctx, team, person, { type: 'team_member.changed', changes })
  // A lead who demotes themselves gets their new rights in the response.
  const own_role = person.id === ctx.user.id ? role : team.own_role
  return memberFromRow({ ...ctx, team: { ...team, own_role } }, { ...member, ...after })
})

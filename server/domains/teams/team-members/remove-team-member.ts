import { z } from 'zod'
import { expectVersion } from '../../../database/rows.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { teamRef } from '../team.ts'
import { removesTeamMember } from './access.ts'
import { recordMember } from './record-member.ts'
import { teamMemberRef } from './team-member.ts'

export const removeTeamMember = operation({
  id: 'teamMembers.remove',
  summary: 'Remove a member from a team, or leave it. They stay in the organization.',
  http: 'DELETE /api/teams/:team/members/:member',
  access: removesTeamMember,
  destructive: true,
  input: z.object({ team: teamRef, member: teamMemberRef }),
  output: z.object({ id: z.uuid().describe('Id of the removed user.'), removed: z.literal(true) }),
}).run(async (ctx) => {
  const { member, team } = ctx
  expectVersion(ctx, member.version)
  await ctx.db.run(sql`delete from team_members where team_id = ${team.id} and user_id = ${member.user_id}`)
  const person = { id: member.user_id, name: member.name }
  recordMember(ctx, team, person, { type: 'team_member.removed' })
  return { id: member.user_id, removed: true as const }
})

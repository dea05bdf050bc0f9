import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { reference } from '../../../operations/reference.ts'
import { type PersonInOrganization, findPerson } from '../../membership/find-person.ts'
import { type OnTeam, onTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import type { TeamMemberRow } from '../tables.ts'
import { joinTeam } from './join-team.ts'
import { TeamMember, memberFromRow, teamRole } from './team-member.ts'

export const addTeamMember = operation({
  id: 'teamMembers.add',
  summary: 'Add a member of the organization to a team. Adding them twice changes nothing.',
  http: 'POST /api/teams/:team/members',
  access: onTeam('manage'),
  created: true,
  input: z.object({
    team: teamRef,
    user: reference('member', 'Username or id of a member of the organization.'),
    role: teamRole.default('member'),
  }),
  output: TeamMember,
}).run(async (ctx, input) => {
  const { id, name, username, avatar_id } = await requirePerson(ctx, input.user)
  const added = await joinTeam(ctx, ctx.team, { id, name }, input.role)
  const member = added ?? (await existingMember(ctx, id))
  if (member.role !== input.role) reject('already_in_team', { name, role: member.role })
  return memberFromRow(ctx, { ...member, name, username, avatar_id })
})

async function requirePerson(ctx: Context & OnTeam, ref: string): Promise<PersonInOrganization> {
  const person = await findPerson(ctx.db, ctx.organization.id, ref)
  return person ?? rejectField('user', `The organization has no member "${ref}". Invite them first.`)
}

async function existingMember({ db, team }: Context & OnTeam, userId: string): Promise<TeamMemberRow> {
  const [member] = await db.run<TeamMemberRow>(
    sql`select * from team_members where team_id = ${team.id} and user_id = ${userId}`,
  )
  return member ?? reject('gone_meanwhile')
}

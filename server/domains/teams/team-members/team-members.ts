import { orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { type OnTeam, onTeam } from '../access.ts'
import {
  type ShownMember,
  fromTeamMembers,
  memberFromRow,
  shownMember,
  TeamMember,
  teamRole,
  teamMemberRef,
} from './team-member.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { teamRef } from '../team.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { reference } from '../../../operations/reference.ts'
import { type PersonInOrganization, findPerson } from '../../membership/find-person.ts'
import type { TeamMemberRow, TeamRole } from '../tables.ts'
import { joinTeam, recordMember } from './join-and-leave.ts'
import { expectVersion } from '../../../operations/rows.ts'
import { type OnTeamMember, changesTeamMember, removesTeamMember } from './access.ts'

const byName = orderByText('lower(u.name)', 'u.id')

/** Returns a page of the members of a team, by name. */
export async function membersOfTeam(
  ctx: Context & OnTeam,
  input: { limit: number; cursor?: string | undefined },
) {
  return readPage(
    ctx.db,
    input,
    byName,
    ({ after, orderAndLimit }) =>
      sql`select ${shownMember}, u.id, lower(u.name) as sort_value from ${fromTeamMembers}
      where m.team_id = ${ctx.team.id} and ${after} ${orderAndLimit}`,
    (row: ShownMember & { id: string; sort_value: string }) => memberFromRow(ctx, row),
  )
}

export const listTeamMembers = operation({
  id: 'teamMembers.list',
  summary: 'List the members of a team by name.',
  http: 'GET /api/teams/:team/members',
  shows: ['team_member', 'member', 'team', 'user'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamMember),
}).run(membersOfTeam)

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
}).run(addMember)

/** Adds a member of the organization to a team. */
export async function addMember(
  ctx: Context & OnTeam,
  input: { user: string; role: TeamRole },
): Promise<z.output<typeof TeamMember>> {
  const { id, name, username, avatar_id } = await requirePerson(ctx, input.user)
  const added = await joinTeam(ctx, ctx.team, { id, name }, input.role)
  const member = added ?? (await existingMember(ctx, id))
  if (member.role !== input.role) reject('already_in_team', { name, role: member.role })
  return memberFromRow(ctx, { ...member, name, username, avatar_id })
}

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

export const updateTeamMember = operation({
  id: 'teamMembers.update',
  summary: 'Change the role of a team member.',
  http: 'PATCH /api/teams/:team/members/:member',
  access: changesTeamMember,
  input: z.object({ team: teamRef, member: teamMemberRef, role: teamRole }),
  output: TeamMember,
}).run(changeMemberRole)

export async function changeMemberRole(
  ctx: Context & OnTeamMember,
  { role }: { role: TeamRole },
): Promise<z.output<typeof TeamMember>> {
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
}

/** The response to the removal of a team member. */
export const RemovedMember = z.object({
  id: z.uuid().describe('Id of the removed user.'),
  removed: z.literal(true),
})

export const removeTeamMember = operation({
  id: 'teamMembers.remove',
  summary: 'Remove a member from a team, or leave it. They stay in the organization.',
  http: 'DELETE /api/teams/:team/members/:member',
  access: removesTeamMember,
  destructive: true,
  input: z.object({ team: teamRef, member: teamMemberRef }),
  output: RemovedMember,
}).run(removeMember)

export async function removeMember(ctx: Context & OnTeamMember): Promise<z.output<typeof RemovedMember>> {
  const { member, team } = ctx
  expectVersion(ctx, member.version)
  await ctx.db.run(sql`delete from team_members where team_id = ${team.id} and user_id = ${member.user_id}`)
  const person = { id: member.user_id, name: member.name }
  recordMember(ctx, team, person, { type: 'team_member.removed' })
  return { id: member.user_id, removed: true as const }
}

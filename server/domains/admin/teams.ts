import { z } from 'zod'
import { orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { DeletedTeam, removeTeam } from '../teams/delete-team.ts'
import { changeTeam } from '../teams/save-team.ts'
import { changedTeamFields, teamRef } from '../teams/team.ts'
import { TeamMember, teamMemberRef, teamRole } from '../teams/team-members/team-member.ts'
import {
  RemovedMember,
  addMember,
  changeMemberRole,
  membersOfTeam,
  removeMember,
} from '../teams/team-members/team-members.ts'
import {
  AdministeredTeam,
  type AdministeredTeamRow,
  administeredTeamFromRow,
  administeredTeams,
  administersTeam,
  administersTeamMember,
  readTeam,
} from './team.ts'

const byName = orderByText('lower(t.name)', 't.id')

export const listAllTeams = operation({
  id: 'admin.listAllTeams',
  summary: 'List the teams of all organizations, by name.',
  http: 'GET /api/admin/teams',
  shows: ['team', 'team_member', 'organization'],
  access: platformAdmin,
  input: z.object({
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only teams whose name or slug, or whose organization, contains this text.'),
    organization: reference('organization', 'Only teams of this organization: its slug or id.').optional(),
    ...pageInput,
  }),
  output: pageOf(AdministeredTeam),
}).run(async ({ db }, { search, organization, ...paging }) => {
  // A sandbox has no teams to administer: its organization does.
  const conditions = [sql`o.sandbox_of is null`]
  if (search)
    conditions.push(sql`position(lower(${search}) in lower(t.name || ' ' || t.slug || ' ' || o.name)) > 0`)
  if (organization)
    conditions.push(anyUuid.test(organization) ? sql`o.id = ${organization}` : sql`o.slug = ${organization}`)
  return readPage(
    db,
    paging,
    byName,
    ({ after, orderAndLimit }) =>
      sql`${administeredTeams} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`
        .unprepared,
    (row: AdministeredTeamRow & { sort_value: string }) => administeredTeamFromRow(row),
  )
})

export const getAnyTeam = operation({
  id: 'admin.getAnyTeam',
  summary: 'Get a team of any organization.',
  http: 'GET /api/admin/teams/:team',
  shows: ['team', 'team_member', 'organization'],
  access: administersTeam,
  input: z.object({ team: teamRef }),
  output: AdministeredTeam,
}).run(({ db, team }) => readTeam(db, team.id))

export const updateAnyTeam = operation({
  id: 'admin.updateAnyTeam',
  summary: 'Change the name, slug or description of a team of any organization.',
  http: 'PATCH /api/admin/teams/:team',
  access: administersTeam,
  input: z.object({ team: teamRef, ...changedTeamFields }),
  output: AdministeredTeam,
}).run(async (ctx, { team: _, ...set }) => {
  await changeTeam(ctx, set)
  return readTeam(ctx.db, ctx.team.id)
})

export const deleteAnyTeam = operation({
  id: 'admin.deleteAnyTeam',
  summary:
    'Delete a team of any organization. Its projects and skills stay, and its members keep their access.',
  http: 'DELETE /api/admin/teams/:team',
  access: administersTeam,
  destructive: true,
  input: z.object({ team: teamRef }),
  output: DeletedTeam,
}).run(removeTeam)

export const listAnyTeamMembers = operation({
  id: 'admin.listAnyTeamMembers',
  summary: 'List the members of a team of any organization, by name.',
  http: 'GET /api/admin/teams/:team/members',
  shows: ['team_member', 'member', 'team', 'user'],
  access: administersTeam,
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamMember),
}).run(membersOfTeam)

export const addAnyTeamMember = operation({
  id: 'admin.addAnyTeamMember',
  summary: 'Add a member of its organization to a team. Adding them twice changes nothing.',
  http: 'POST /api/admin/teams/:team/members',
  access: administersTeam,
  created: true,
  input: z.object({
    team: teamRef,
    user: reference('member', 'Username or id of a member of the organization.'),
    role: teamRole.default('member'),
  }),
  output: TeamMember,
}).run(addMember)

export const updateAnyTeamMember = operation({
  id: 'admin.updateAnyTeamMember',
  summary: 'Change the role of a member of a team of any organization.',
  http: 'PATCH /api/admin/teams/:team/members/:member',
  access: administersTeamMember,
  input: z.object({ team: teamRef, member: teamMemberRef, role: teamRole }),
  output: TeamMember,
}).run(changeMemberRole)

export const removeAnyTeamMember = operation({
  id: 'admin.removeAnyTeamMember',
  summary: 'Remove a member from a team of any organization. They stay in the organization.',
  http: 'DELETE /api/admin/teams/:team/members/:member',
  access: administersTeamMember,
  destructive: true,
  input: z.object({ team: teamRef, member: teamMemberRef }),
  output: RemovedMember,
}).run(removeMember)

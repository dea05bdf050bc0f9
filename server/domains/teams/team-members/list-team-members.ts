import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { onTeam } from '../access.ts'
import { teamRef } from '../team.ts'
import { membersOfTeam } from './members-of-team.ts'
import { TeamMember } from './team-member.ts'

export const listTeamMembers = operation({
  id: 'teamMembers.list',
  summary: 'List the members of a team by name.',
  http: 'GET /api/teams/:team/members',
  shows: ['team_member', 'member', 'team', 'user'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamMember),
}).run(membersOfTeam)

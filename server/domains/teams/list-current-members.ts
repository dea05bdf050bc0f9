import { z } from 'zod'
import { pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { membersOfTeam } from './team-members/members-of-team.ts'
import { TeamMember } from './team-members/team-member.ts'
import { onCurrentTeam } from './access.ts'
import { otherTeam } from './team.ts'

export const listCurrentMembers = operation({
  id: 'teams.listCurrentMembers',
  summary: "List the members of the caller's current team, by name.",
  http: 'GET /api/team/members',
  shows: ['team', 'team_member', 'member', 'user'],
  access: onCurrentTeam('view'),
  input: z.object({ team: otherTeam, ...pageInput }),
  output: pageOf(TeamMember),
}).run(membersOfTeam)

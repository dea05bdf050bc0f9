import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { hasRole } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  ListedSkill,
  type ListedSkillRow,
  listedSkillFromRow,
  listedSkills,
  skillByName,
} from '../knowledge/skills/skill.ts'
import { onTeam } from './access.ts'
import { teamRef } from './team.ts'

const byName: Order = { column: skillByName, type: 'text', descending: false }

export const listTeamSkills = operation({
  id: 'teams.listTeamSkills',
  summary: 'List the skills of a team, by name. Callers outside the team see only its public skills.',
  http: 'GET /api/teams/:team/skills',
  shows: ['team', 'skill'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(ListedSkill),
}).run(async (ctx, input) => {
  const canSeeTeamSkills = ctx.team.own_role !== null || hasRole(ctx.organization, 'admin')
  const scopes = canSeeTeamSkills ? ['team', 'public'] : ['public']
  const pageRequest = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 's.id', pageRequest)
  const rows = await ctx.db.run<ListedSkillRow>(
    sql`select ${listedSkills}
      where s.team_id = ${ctx.team.id} and s.scope = any(${scopes}) and s.deleted_at is null and ${after} ${orderAndLimit}`,
  )
  return page(rows, pageRequest, (row) => [row.sort_value, row.id], listedSkillFromRow)
})

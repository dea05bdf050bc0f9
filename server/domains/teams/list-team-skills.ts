import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
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
  const values: unknown[] = [ctx.team.id, canSeeTeamSkills ? ['team', 'public'] : ['public']]
  const pageRequest = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 's.id', pageRequest, values)
  const rows = await ctx.db.run<ListedSkillRow>(
    `select ${listedSkills} where s.team_id = $1 and s.scope = any($2) and s.deleted_at is null and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(rows, pageRequest, (row) => [row.sort_value, row.id], listedSkillFromRow)
})

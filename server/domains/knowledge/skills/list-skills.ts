import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { requireWholeOrganization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { findTeam } from '../../teams/access.ts'
import type { TeamRole } from '../../teams/tables.ts'
import { ownSkillsVisibleTo, skillTeamRole, shownRights, visibleSkills } from './access.ts'
import { skillFields } from './fields.ts'
import {
  type ListedSkillRow,
  SkillInList,
  listedSkillColumns,
  listedSkillFromRow,
  fromSkills,
  skillByName,
} from './skill.ts'
import { skillScopes } from './tables.ts'

const byName: Order = { column: skillByName, type: 'text', descending: false }

export const listSkills = operation({
  id: 'skills.list',
  summary: 'List the skills you can use: personal, team, public and built-in.',
  http: 'GET /api/skills',
  tool: { name: 'list_skills', hint: 'Read one with get_skill.', rare: ['team', 'builtIn', 'scope', 'tag'] },
  shows: ['skill', 'agent', 'team', 'user'],
  access: visibleSkills,
  input: z.object({
    scope: z
      .array(skillFields.scope)
      .max(skillScopes.length)
      .optional()
      .describe('Only skills with one of these scopes.'),
    team: skillFields.team.optional().describe('Only skills of this team: its slug or id.'),
    tag: skillFields.tags.max(10).optional().describe('Only skills with all of these tags.'),
    builtIn: z.boolean().optional().describe('true: only built-in skills; false: only the others.'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only skills with all of these words in name, description or slug.'),
    ...pageInput,
  }),
  output: pageOf(SkillInList),
}).run(async (ctx, input) => {
  const filters = [sql`s.deleted_at is null`]
  if (input.scope) filters.push(sql`s.scope = any(${input.scope})`)
  if (input.team) {
    requireWholeOrganization(ctx.caller, true, 'member')
    filters.push(sql`s.team_id = ${(await findTeam(ctx.db, ctx, input.team, false)).id}`)
  }
  if (input.tag) filters.push(sql`s.tags @> ${input.tag}::text[]`)
  if (input.builtIn !== undefined)
    filters.push(input.builtIn ? sql`s.organization_id is null` : sql`s.organization_id is not null`)
  for (const word of input.search?.toLowerCase().split(/\s+/) ?? [])
    filters.push(sql`position(${word}::text in lower(concat_ws(' ', s.name, s.slug, s.description))) > 0`)

  const request = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 's.id', request)
  // Each part uses its own index and reads at most one page.
  const part = (condition: Sql) =>
    sql`(select ${listedSkillColumns}, ${skillTeamRole(ctx)} from ${fromSkills}
       where ${sql.join([condition, ...filters], ' and ')} and ${after} ${orderAndLimit})`
  const rows = await ctx.db.run<ListedSkillRow & { team_role: TeamRole | null }>(
    sql`select * from (${part(sql`s.scope = 'public'`)}
        union all ${part(sql`s.scope <> 'public' and ${ownSkillsVisibleTo(ctx)}`)}) s
      ${orderAndLimit}`,
  )
  return page(
    rows,
    request,
    (row) => [row.sort_value, row.id],
    (row) => ({ ...listedSkillFromRow(row), may: shownRights(ctx, ctx.caller, row) }),
  )
})

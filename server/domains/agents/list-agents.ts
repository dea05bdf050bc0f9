import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { seesAgents } from './access.ts'
import { Agent } from './agent.ts'
import { type ReadAgent, selectAgents, showAgents } from './show-agents.ts'

const byName: Order = { column: 'lower(a.name)', type: 'text', descending: false, unique: true }

export const listAgents = operation({
  id: 'agents.list',
  summary: 'List agents by name, or those that worked in a project.',
  http: 'GET /api/agents',
  tool: { name: 'list_agents', rare: ['search', 'project'] },
  shows: ['agent', 'epic', 'story', 'task', 'team', 'user'],
  access: seesAgents,
  input: z.object({
    project: projectRef
      .optional()
      .describe('Only agents with tasks, memory or sessions in this project: slug, key or id.'),
    search: z.string().trim().min(1).max(100).optional().describe('Only agents whose name contains this.'),
    ...pageInput,
  }),
  output: pageOf(Agent),
}).run(async (ctx, { project, search, ...input }) => {
  const conditions = [sql`a.organization_id = ${ctx.organization.id}`, sql`a.deleted_at is null`]
  if (search !== undefined) conditions.push(sql`position(lower(${search}) in lower(a.name)) > 0`)
  if (project !== undefined) {
    const { id } = await findProject(ctx.db, ctx, project, false)
    conditions.push(hasWorkedIn(id))
  }
  const paging = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'a.id', paging)
  const rows = await ctx.db.run<ReadAgent & { sort_value: string }>(
    sql`${selectAgents(ctx)} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
  )
  const shown = await showAgents(ctx, rows)
  return page(
    rows,
    paging,
    (row) => [row.sort_value, row.id],
    ({ id }) => shown.get(id)!,
  )
})

function hasWorkedIn(projectId: string): Sql {
  const hasRow = (table: Sql, agent: Sql) =>
    sql`exists (select 1 from ${table} w where w.${agent} = a.id and w.project_id = ${projectId} and w.deleted_at is null)`
  return sql`(${hasRow(sql`tasks`, sql`assignee_agent_id`)} or ${hasRow(sql`sessions`, sql`agent_id`)}
        or ${hasRow(sql`memories`, sql`agent_id`)})`
}

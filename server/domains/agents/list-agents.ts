import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { findProject, projectsSeenBy } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { seesAgents } from './access.ts'
import { Agent } from './agent.ts'
import { type ReadAgent, selectAgents, showAgents } from './show-agents.ts'

const byName: Order = { column: 'lower(a.name)', type: 'text', descending: false, unique: true }

export const listAgents = operation({
  id: 'agents.list',
  summary: 'List agents by name, or those that worked in a project.',
  http: 'GET /api/agents',
  tool: 'list_agents',
  rare: ['search'],
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
  const values: unknown[] = [...projectsSeenBy(ctx).values]
  const conditions = ['a.organization_id = $1', 'a.deleted_at is null']
  if (search !== undefined)
    conditions.push(`position(lower($${values.push(search)}::text) in lower(a.name)) > 0`)
  if (project !== undefined) {
    const { id } = await findProject(ctx.db, ctx, project, false)
    conditions.push(hasWorkedIn(`$${values.push(id)}::uuid`))
  }
  const paging = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'a.id', paging, values)
  const rows = await ctx.db.run<ReadAgent & { sort_value: string }>(
    `${selectAgents(ctx)} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  const shown = await showAgents(ctx, rows)
  return page(
    rows,
    paging,
    (row) => [row.sort_value, row.id],
    ({ id }) => shown.get(id)!,
  )
})

function hasWorkedIn(project: string): string {
  const hasRow = (table: string, agent: string) =>
    `exists (select 1 from ${table} w where w.${agent} = a.id and w.project_id = ${project} and w.deleted_at is null)`
  return `(${hasRow('tasks', 'assignee_agent_id')} or ${hasRow('sessions', 'agent_id')} or ${hasRow('memories', 'agent_id')})`
}

import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { onTeam } from './access.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { teamRef } from './team.ts'

const TeamAgent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.string().describe('Role of the agent.'),
    openTasks: z
      .int()
      .describe('Number of its open tasks in the projects of the team that the caller can see.'),
    lastUsedAt: z.iso.datetime().nullable().describe('Time when a team member last used the agent.'),
  })
  .meta({ id: 'TeamAgent' })

const byName: Order = { column: 'lower(a.name)', type: 'text', descending: false }

export const listTeamAgents = operation({
  id: 'teams.listTeamAgents',
  summary: 'List the agents that work for a member of the team or on tasks of its projects.',
  http: 'GET /api/teams/:team/agents',
  shows: ['team', 'agent'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamAgent),
}).run(async (ctx, input) => {
  const pageRequest = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'a.id', pageRequest)
  const rows = await ctx.db.run<AgentAtWork>(sql`${agentsAtWork(ctx)} and ${after} ${orderAndLimit}`)
  return page(
    rows,
    pageRequest,
    (row) => [row.sort_value, row.id],
    ({ id, name, role, open_tasks, last_used_at }) => ({
      id,
      name,
      role,
      openTasks: open_tasks,
      lastUsedAt: last_used_at,
    }),
  )
})

import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { onTeam } from './access.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { teamRef } from './team.ts'

const TeamAgent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.string().describe('What it is there for.'),
    openTasks: z.int().describe('Its open tasks in those projects of the team that the caller sees.'),
    lastUsedAt: z.iso.datetime().nullable().describe('When somebody in the team last had it at work.'),
  })
  .meta({ id: 'TeamAgent' })

const byName: Order = { column: 'lower(a.name)', type: 'text', descending: false }

export const listTeamAgents = operation({
  id: 'teams.listTeamAgents',
  summary: 'List the agents at work for a team: for somebody in it, or on tasks of its projects.',
  http: 'GET /api/teams/:team/agents',
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamAgent),
}).run(async (ctx, input) => {
  const { query, values } = agentsAtWork(ctx)
  const asked = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'a.id', asked, values)
  const rows = await ctx.db.run<AgentAtWork>(`${query} and ${after} ${orderAndLimit}`, values)
  return page(
    rows,
    asked,
    (row) => [row.sort_value, row.id],
    ({ id, name, role, open_tasks, last_used_at }) => ({
      ...{ id, name, role, openTasks: open_tasks, lastUsedAt: last_used_at },
    }),
  )
})

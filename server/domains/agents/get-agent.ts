import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Activity } from '../activity/activity.ts'
import { latestActivity } from '../activity/feed.ts'
import { onAgent } from './access.ts'
import { Agent, agentRef } from './agent.ts'
import { usedToday } from './budget.ts'
import { CurrentWork, currentWork } from './current-work.ts'
import { RecentMemory, recentMemory } from './recent-memory.ts'
import { showAgent } from './show-agents.ts'

export const getAgent = operation({
  id: 'agents.get',
  summary: 'Show one agent: open work, what it did and learned last, calls today.',
  http: 'GET /api/agents/:agent',
  tool: 'get_agent',
  access: onAgent('view'),
  input: z.object({ agent: agentRef }),
  output: Agent.extend({
    usedToday: z
      .int()
      .nullable()
      .describe('How many calls of its budget it has used today (UTC). Null: it has none.'),
    work: CurrentWork.describe('What it is busy with, as far as the caller sees it.'),
    memory: z.array(RecentMemory).describe('What it learned last, the newest first, at most 10.'),
    activity: z.array(Activity).describe('What it did last, the newest first, at most 20.'),
  }).meta({ id: 'AgentAtWork' }),
}).run(async (ctx) => {
  const { id } = ctx.agent
  const [agent, used, work, memory, activity] = await Promise.all([
    showAgent(ctx, id),
    usedToday(ctx.db, ctx.agent),
    currentWork(ctx, id),
    recentMemory(ctx, id),
    latestActivity(ctx, { agent: id, limit: 20 }),
  ])
  return { ...agent, usedToday: used, work, memory, activity }
})

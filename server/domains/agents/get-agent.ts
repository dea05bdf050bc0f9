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
  summary: 'Show one agent: open work, recent activity and memory, calls today.',
  http: 'GET /api/agents/:agent',
  tool: {
    name: 'get_agent',
    hint: 'Omit agent for yourself and your inbox.',
  },
  shows: ['agent', 'epic', 'mcp_token', 'memory', 'session', 'skill', 'story', 'task', 'user'],
  access: onAgent('view'),
  input: z.object({ agent: agentRef }),
  output: Agent.extend({
    usedToday: z.int().nullable().describe('Tool calls made today (UTC). Null if it has no budget.'),
    work: CurrentWork.describe('Its open tasks and sessions that the caller can see.'),
    memory: z.array(RecentMemory).describe('Its latest memories, newest first, at most 10.'),
    activity: z.array(Activity).describe('Its latest activity, newest first, at most 20.'),
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

import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { changeRow, concerning } from '../../operations/rows.ts'
import { revokeTokensOfAgent } from '../auth/credentials/revoke-credentials.ts'
import { controlsAgent } from './access.ts'
import { Agent, agentKind, agentRef } from './agent.ts'
import { endSessionsOf, unassignTasks } from './end-work.ts'
import { showAgent } from './show-agents.ts'

export const pauseAgent = operation({
  id: 'agents.pause',
  summary: 'Pause an agent: its calls are rejected until a person resumes it. Its leases keep running.',
  http: 'POST /api/agents/:agent/pause',
  access: controlsAgent,
  input: z.object({ agent: agentRef }),
  output: Agent,
}).run(async (ctx) => {
  const { agent, caller } = ctx
  // A second pause keeps the person and the time of the first one.
  if (agent.paused_at === null)
    await changeRow(
      ctx,
      agentKind,
      agent,
      { paused_at: databaseTime(), paused_by: actorOf(caller) },
      'agent.paused',
    )
  return showAgent(ctx, agent.id)
})

export const resumeAgent = operation({
  id: 'agents.resume',
  summary: 'Resume a paused agent, so that its calls are accepted again.',
  http: 'POST /api/agents/:agent/resume',
  access: controlsAgent,
  input: z.object({ agent: agentRef }),
  output: Agent,
}).run(async (ctx) => {
  await changeRow(ctx, agentKind, ctx.agent, { paused_at: null, paused_by: null }, 'agent.resumed')
  return showAgent(ctx, ctx.agent.id)
})

export const stopAgent = operation({
  id: 'agents.stop',
  summary: 'Stop an agent: revoke its tokens, end its sessions and unassign its open tasks.',
  http: 'POST /api/agents/:agent/stop',
  access: controlsAgent,
  destructive: true,
  input: z.object({ agent: agentRef }),
  output: z.object({
    tokens: z.int().describe('Number of revoked tokens and keys.'),
    tasks: z.int().describe('Number of unassigned open tasks.'),
    sessions: z.int().describe('Number of ended sessions.'),
  }),
}).run(async (ctx) => {
  const { agent } = ctx
  const stopped = {
    tokens: await revokeTokensOfAgent(ctx, agent.id),
    tasks: await unassignTasks(ctx, agent.id),
    sessions: await endSessionsOf(ctx, agent.id),
  }
  const hasStopped = Object.values(stopped).some((count) => count > 0)
  if (hasStopped) ctx.record({ type: 'agent.stopped', ...concerning(agentKind, agent), data: stopped })
  return stopped
})

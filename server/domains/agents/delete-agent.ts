import { z } from 'zod'
import { deleteRow } from '../../database/rows.ts'
import { operation } from '../../operations/operation.ts'
import { step } from '../../operations/progress.ts'
import { revokeTokensOfAgent } from '../credentials/revoke-all.ts'
import { archiveMemoriesOf, deleteMemoriesOf } from '../memories/of-agent.ts'
import { Deleted, deletedResponse } from '../trash/deleted.ts'
import { deletesAgent } from './access.ts'
import { agentKind, agentRef } from './agent.ts'
import { endSessionsOf } from './end-sessions.ts'
import { freeTasks } from './free-tasks.ts'

export const deleteAgent = operation({
  id: 'agents.delete',
  summary: 'Move an agent to the trash, for 30 days. Its tokens end, its tasks become free.',
  http: 'DELETE /api/agents/:agent',
  tool: 'delete_agent',
  brief: { agent: 'Name.', memory: 'Default archive.' },
  access: deletesAgent,
  destructive: true,
  input: z.object({
    agent: agentRef,
    memory: z
      .enum(['archive', 'delete'])
      .default('archive')
      .describe('What becomes of its memory: kept, and found only by who asks for it; or deleted with it.'),
  }),
  output: Deleted.extend({
    tokens: z.int().describe('How many tokens and keys ended.'),
    tasks: z.int().describe('How many open tasks are free again.'),
    sessions: z.int().describe('How many sessions ended.'),
    memory: z.object({
      archived: z.int(),
      deleted: z.int(),
    }),
  }).meta({ id: 'DeletedAgent' }),
}).run(async (ctx, input) => {
  // Undoing that it was made comes here too, and says nothing of its memory.
  const memory = input.memory ?? 'archive'
  const next = (done: number, message: string) => step(ctx.request, done, 4, message)
  const deleted = await deleteRow(ctx, agentKind, ctx.agent, { memory })
  const { id } = deleted
  next(0, 'Ending its tokens')
  const tokens = await revokeTokensOfAgent(ctx, id)
  next(1, 'Freeing its tasks')
  const tasks = await freeTasks(ctx, id)
  next(2, 'Ending its sessions')
  const sessions = await endSessionsOf(ctx, id)
  next(3, 'Putting its memory away')
  return {
    ...deletedResponse(agentKind, deleted),
    ...{ tokens, tasks, sessions },
    memory: {
      archived: memory === 'archive' ? await archiveMemoriesOf(ctx, id) : 0,
      deleted: memory === 'delete' ? await deleteMemoriesOf(ctx, id) : 0,
    },
  }
})

import { deleteRow } from '../../operations/rows.ts'
import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { step } from '../../operations/progress.ts'
import { revokeTokensOfAgent } from '../auth/credentials/revoke-credentials.ts'
import { archiveMemoriesOf, deleteMemoriesOf } from '../memory/memories/of-agent.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import { deletesAgent } from './access.ts'
import { agentKind, agentRef } from './agent.ts'
import { endSessionsOf, unassignTasks } from './end-work.ts'

export const deleteAgent = operation({
  id: 'agents.delete',
  summary: 'Move an agent to the trash for 30 days, revoke its tokens and unassign its tasks.',
  http: 'DELETE /api/agents/:agent',
  tool: { name: 'delete_agent', rare: ['memory'], brief: { agent: 'Agent name.' } },
  access: deletesAgent,
  destructive: true,
  input: z.object({
    agent: agentRef,
    memory: z
      .enum(['archive', 'delete'])
      .default('archive')
      .describe('Archive its memory (hidden unless requested), or delete it. Default archive.'),
  }),
  output: Deleted.extend({
    tokens: z.int().describe('Number of revoked tokens and keys.'),
    tasks: z.int().describe('Number of unassigned open tasks.'),
    sessions: z.int().describe('Number of ended sessions.'),
    memory: z.object({
      archived: z.int(),
      deleted: z.int(),
    }),
  }).meta({ id: 'DeletedAgent' }),
}).run(async (ctx, input) => {
  // An undo of the creation calls this without `memory` and without the defaults of the schema.
  const memory = input.memory ?? 'archive'
  const reportStep = (done: number, message: string) => step(ctx.request, done, 4, message)
  const deleted = await deleteRow(ctx, agentKind, ctx.agent, { memory })
  const { id } = deleted
  reportStep(0, 'Revoking its tokens')
  const tokens = await revokeTokensOfAgent(ctx, id)
  reportStep(1, 'Unassigning its tasks')
  const tasks = await unassignTasks(ctx, id)
  reportStep(2, 'Ending its sessions')
  const sessions = await endSessionsOf(ctx, id)
  reportStep(3, 'Archiving or deleting its memory')
  return {
    ...deletedResponse(agentKind, deleted),
    tokens,
    tasks,
    sessions,
    memory: {
      archived: memory === 'archive' ? await archiveMemoriesOf(ctx, id) : 0,
      deleted: memory === 'delete' ? await deleteMemoriesOf(ctx, id) : 0,
    },
  }
})

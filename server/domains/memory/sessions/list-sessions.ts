import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { seenOrOwn } from '../../projects/seen-or-own.ts'
import { visibleSessions } from './access.ts'
import { findAgent } from '../../agents/access.ts'
import { agentRef } from '../../agents/agent.ts'
import {
  type SeenSession,
  Session,
  fromSessions,
  inStatus,
  sessionFromRow,
  sessionStatuses,
  sessionWithNames,
} from './session.ts'

const newestFirst: Order = { column: 's.id', type: 'uuid', descending: true }

export const listSessions = operation({
  id: 'sessions.list',
  summary: 'List your sessions, or all that you can see, newest first.',
  http: 'GET /api/sessions',
  tool: 'list_sessions',
  rare: ['agent', 'project'],
  brief: { mine: 'Default true.' },
  shows: ['session', 'agent', 'project', 'user'],
  access: visibleSessions,
  input: z.object({
    mine: z
      .boolean()
      .default(true)
      .describe(
        'Only your own sessions, or those of your agent. Default true; false includes all that you can see.',
      ),
    status: z
      .array(z.enum(sessionStatuses))
      .max(3)
      .optional()
      .describe('Only sessions with one of these statuses.'),
    project: projectRef.optional().describe('Only sessions of this project: its slug, key or id.'),
    agent: agentRef.optional().describe('Only sessions of this agent: its name, id or "me".'),
    ...pageInput,
  }),
  output: pageOf(Session.omit({ context: true, state: true })),
}).run(async (ctx, input) => {
  const { db, caller, user } = ctx
  const request = { ...input, sort: '-createdAt' }
  const seen = seenOrOwn(ctx, 's')
  const values: unknown[] = [...seen.values]
  const conditions = [seen.where, 's.deleted_at is null']
  const filter = (column: string, value: unknown) => conditions.push(`${column} = $${values.push(value)}`)
  if (input.mine) filter('s.user_id', user.id)
  if (input.mine && caller.agent) filter('s.agent_id', caller.agent.id)
  if (input.project) filter('s.project_id', (await findProject(db, ctx, input.project, false)).id)
  if (input.agent) filter('s.agent_id', (await findAgent(db, ctx, input.agent, false)).id)
  if (input.status)
    conditions.push(`(${input.status.map((status) => inStatus[status]).join(' or ') || 'false'})`)
  const { after, orderAndLimit } = keyset(newestFirst, 's.id', request, values)
  const rows = await db.run<SeenSession>(
    `${plannedEachTime} select ${sessionWithNames}, ${seen.right} as right from ${fromSessions}
      where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => {
      const { context: _, state: __, ...listed } = sessionFromRow(row, caller)
      return listed
    },
  )
})

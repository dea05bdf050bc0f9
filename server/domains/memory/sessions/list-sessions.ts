import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
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
  tool: { name: 'list_sessions', rare: ['agent', 'project', 'mine'] },
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
  const seen = visibleOrOwn(ctx, 's')
  const conditions = [seen.where, sql`s.deleted_at is null`]
  if (input.mine) conditions.push(sql`s.user_id = ${user.id}`)
  if (input.mine && caller.agent) conditions.push(sql`s.agent_id = ${caller.agent.id}`)
  if (input.project)
    conditions.push(sql`s.project_id = ${(await findProject(db, ctx, input.project, false)).id}`)
  if (input.agent) conditions.push(sql`s.agent_id = ${(await findAgent(db, ctx, input.agent, false)).id}`)
  if (input.status)
    conditions.push(
      sql`(${sql.join([sql`false`, ...input.status.map((status) => inStatus[status])], ' or ')})`,
    )
  const { after, orderAndLimit } = keysetPage(newestFirst, 's.id', request)
  const rows = await db.run<SeenSession>(
    sql`select ${sessionWithNames}, ${seen.right} as right from ${fromSessions}
      where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`.unprepared,
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

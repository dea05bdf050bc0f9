import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onDecision } from './access.ts'
import { Decision, Remark, decisionRef, remarkFromRow } from './decision.ts'
import { chainOf, showDecision } from './read-decisions.ts'
import { type RemarkRow, decisionStatuses } from './tables.ts'

export const getDecision = operation({
  id: 'decisions.get',
  summary: 'Show one decision with its discussion, outcome and supersede chain.',
  http: 'GET /api/decisions/:decision',
  tool: { name: 'get_decision' },
  shows: ['decision', 'epic', 'project', 'story', 'task', 'user'],
  access: onDecision('view'),
  input: z.object({ decision: decisionRef }),
  output: Decision.extend({
    discussion: z.array(Remark).describe('The newest 200 remarks, oldest first.'),
    chain: z
      .array(
        z.object({
          id: z.uuid(),
          key: z.string(),
          title: z.string(),
          status: z.enum(decisionStatuses),
          decidedAt: z.iso.datetime().nullable(),
        }),
      )
      .describe('Decisions linked by supersession, including this one, oldest first.'),
  }),
}).run(async (ctx) => {
  const [decision, remarks, chain] = await Promise.all([
    showDecision(ctx, ctx.decision),
    ctx.db.run<RemarkRow>(
      sql`select * from remarks where decision_id = ${ctx.decision.id} order by id desc limit 200`,
    ),
    chainOf(ctx, ctx.decision),
  ])
  return {
    ...decision,
    discussion: remarks.toReversed().map(remarkFromRow),
    chain: chain.map(({ id, key, title, status, decided_at }) => ({
      id,
      key,
      title,
      status,
      decidedAt: decided_at,
    })),
  }
})

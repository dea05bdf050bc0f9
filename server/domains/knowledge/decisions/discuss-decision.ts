import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import { type SeenDecision, onDecision } from './access.ts'
import { decisionKind, type RemarkRow, Remark, decisionRef, remarkField, remarkFromRow } from './decision.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'

/** Adds a remark to a decision, which the caller must have locked. Remarks cannot be changed or deleted. */
export async function addRemark(ctx: Context, decision: SeenDecision, body: string): Promise<RemarkRow> {
  const [remark] = await ctx.db.run<RemarkRow>(
    sql`insert into remarks (id, organization_id, decision_id, body, created_by) values (${newId()}, ${decision.organization_id}, ${decision.id}, ${body}, ${JSON.stringify(actorOf(ctx.caller))}) returning *`,
  )
  const { id } = remark!
  ctx.record({
    type: 'decision.discussed',
    ...concerning(decisionKind, decision),
    data: { remark: { id, body } },
  })
  return remark!
}

export const discussDecision = operation({
  id: 'decisions.discuss',
  summary: 'Add a remark to the discussion of a decision.',
  http: 'POST /api/decisions/:decision/discussion',
  access: onDecision('edit'),
  created: true,
  input: z.object({ decision: decisionRef, body: remarkField }),
  output: Remark,
}).run(async (ctx, { body }) => remarkFromRow(await addRemark(ctx, ctx.decision, body)))

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onDecision } from './access.ts'
import { Remark, decisionRef, remarkField, remarkFromRow } from './decision.ts'
import { addRemark } from './discuss.ts'

export const discussDecision = operation({
  id: 'decisions.discuss',
  summary: 'Add a remark to the discussion of a decision.',
  http: 'POST /api/decisions/:decision/discussion',
  access: onDecision('edit'),
  created: true,
  input: z.object({ decision: decisionRef, body: remarkField }),
  output: Remark,
}).run(async (ctx, { body }) => remarkFromRow(await addRemark(ctx, ctx.decision, body)))

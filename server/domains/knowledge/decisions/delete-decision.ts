import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onDecision } from './access.ts'
import { decisionKind, decisionRef } from './decision.ts'
import type { DecisionRow } from './tables.ts'

export const deleteDecision = operation({
  id: 'decisions.delete',
  summary: 'Move a decision to the trash, restorable for 30 days. Its number is never reused.',
  http: 'DELETE /api/decisions/:decision',
  access: onDecision('edit'),
  destructive: true,
  input: z.object({ decision: decisionRef }),
  output: Deleted,
}).run(async (ctx) =>
  deletedResponse(decisionKind, await deleteRow<DecisionRow>(ctx, decisionKind, ctx.decision)),
)

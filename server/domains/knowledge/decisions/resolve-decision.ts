import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { onDecision } from './access.ts'
import { Decision, decisionFields, decisionKind, decisionRef, remarkField } from './decision.ts'
import { addRemark } from './discuss.ts'
import { showDecision } from './read-decisions.ts'
import { decide, supersede, findSuperseding } from './resolve.ts'
import { type DecisionRow, decisionStatuses } from './tables.ts'

export const resolveDecision = operation({
  id: 'decisions.resolve',
  summary: 'Accept, reject, reopen or supersede a decision, record its outcome, or add a remark.',
  http: 'POST /api/decisions/:decision/resolve',
  tool: {
    name: 'resolve_decision',
    brief: { remark: 'Remark to add.', supersededBy: 'The newer decision: D-14.' },
  },
  adds: true,
  access: onDecision('edit'),
  input: z.object({
    decision: decisionRef,
    remark: remarkField.optional().describe('Remark for the discussion, in Markdown.'),
    status: z
      .enum(decisionStatuses)
      .optional()
      .describe('New status. Use proposed to reopen a rejected decision.'),
    outcome: decisionFields.outcome
      .optional()
      .describe('Result of the decision, in Markdown. Can be added later.'),
    supersededBy: decisionRef
      .optional()
      .describe('The accepted decision that supersedes it: number (D-12) or id.'),
  }),
  output: Decision,
}).run(async (ctx, { remark, status, outcome, supersededBy }) => {
  let decision = ctx.decision
  if ([remark, status, outcome, supersededBy].every((value) => value === undefined))
    rejectField('status', 'Pass at least one of status, outcome, remark and supersededBy.')
  if (supersededBy !== undefined && (status ?? 'superseded') !== 'superseded')
    rejectField('status', 'With supersededBy, the status becomes "superseded". Omit status.')
  if (supersededBy !== undefined)
    decision = await supersede(ctx, decision, await findSuperseding(ctx, supersededBy), outcome)
  else if (status === 'superseded')
    rejectField('supersededBy', 'Pass the decision that supersedes it: number (D-12) or id.')
  else if (status !== undefined) decision = await decide(ctx, decision, status, outcome)
  else if (outcome !== undefined) {
    if (decision.status === 'proposed')
      rejectField('outcome', 'The decision is still proposed. Pass a status with the outcome.')
    const after = await changeRow<DecisionRow>(ctx, decisionKind, decision, { outcome })
    decision = { ...decision, ...after }
  }
  if (remark !== undefined) await addRemark(ctx, decision, remark)
  return showDecision(ctx, decision)
})

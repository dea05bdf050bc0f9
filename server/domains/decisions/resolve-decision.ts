import { z } from 'zod'
import { changeRow } from '../../database/rows.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { onDecision } from './access.ts'
import { Decision, decisionFields, decisionKind, decisionRef, remarkField } from './decision.ts'
import { addRemark } from './discuss.ts'
import { showDecision } from './read-decisions.ts'
import { decide, supersede, superseding } from './resolve.ts'
import { type DecisionRow, decisionStatuses } from './tables.ts'

export const resolveDecision = operation({
  id: 'decisions.resolve',
  summary: 'Accept, reject or reopen a decision, record its outcome, supersede it, or add to its discussion.',
  http: 'POST /api/decisions/:decision/resolve',
  tool: 'resolve_decision',
  brief: { remark: 'For the discussion.', supersededBy: 'D-12.' },
  adds: true,
  access: onDecision('edit'),
  input: z.object({
    decision: decisionRef,
    remark: remarkField.optional().describe('What is to be said about it, in markdown.'),
    status: z
      .enum(decisionStatuses)
      .optional()
      .describe('What becomes of it: accepted or rejected; proposed again, if it was rejected; superseded.'),
    outcome: decisionFields.outcome
      .optional()
      .describe('What came of it, in markdown. It can be written later, too.'),
    supersededBy: decisionRef
      .optional()
      .describe('The accepted decision that holds in its place from now on: its number (D-12) or its id.'),
  }),
  output: Decision,
}).run(async (ctx, { remark, status, outcome, supersededBy }) => {
  let decision = ctx.decision
  if ([remark, status, outcome, supersededBy].every((given) => given === undefined))
    rejectField('status', 'Say what becomes of it: a status, an outcome, a remark, or what supersedes it.')
  if (supersededBy !== undefined && (status ?? 'superseded') !== 'superseded')
    rejectField('status', 'What another decision supersedes becomes "superseded": leave the status out.')
  if (supersededBy !== undefined)
    decision = await supersede(ctx, decision, await superseding(ctx, supersededBy), outcome)
  else if (status === 'superseded')
    rejectField('supersededBy', 'Name the decision that holds in its place: its number (D-12) or its id.')
  else if (status !== undefined) decision = await decide(ctx, decision, status, outcome)
  else if (outcome !== undefined) {
    if (decision.status === 'proposed')
      rejectField('outcome', 'It is not decided yet: send the status with the outcome.')
    const after = await changeRow<DecisionRow>(ctx, decisionKind, decision, { outcome })
    decision = { ...decision, ...after }
  }
  if (remark !== undefined) await addRemark(ctx, decision, remark)
  return showDecision(ctx, decision)
})

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onDecision } from './access.ts'
import { changeDecision } from './change-decision.ts'
import { Decision, decisionFields, decisionRef } from './decision.ts'
import { showDecision } from './read-decisions.ts'

export const updateDecision = operation({
  id: 'decisions.update',
  summary: 'Change a proposed decision. Once it is resolved, only its tags can change.',
  http: 'PATCH /api/decisions/:decision',
  aliases: ['PUT /api/decisions/:decision'],
  access: onDecision('edit'),
  input: z.object({
    decision: decisionRef,
    title: decisionFields.title.optional(),
    context: decisionFields.context.optional(),
    rationale: decisionFields.rationale.optional(),
    alternatives: decisionFields.alternatives.optional(),
    tags: decisionFields.tags.optional(),
  }),
  output: Decision,
}).run(async (ctx, { decision: _, ...change }) => showDecision(ctx, await changeDecision(ctx, change)))

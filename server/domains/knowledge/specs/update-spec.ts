import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { onSpec } from './access.ts'
import { changeSpec } from './change-spec.ts'
import { Spec, specFields, specFromRow, specRef } from './spec.ts'

export const updateSpec = operation({
  id: 'specs.update',
  summary: 'Update a spec as a new revision. New content of an approved spec needs approval again.',
  http: 'PUT /api/specs/:spec',
  aliases: ['PATCH /api/specs/:spec'],
  tool: { name: 'update_spec', rare: ['reason'], brief: { content: 'Whole new text.' } },
  access: onSpec('edit'),
  input: z.object({
    spec: specRef,
    title: specFields.title.optional(),
    content: specFields.content.optional(),
    status: specFields.status
      .optional()
      .describe('New status: draft, then review, then approved; or archived.'),
    reason: reasonField.default(''),
  }),
  output: Spec,
}).run(async (ctx, { spec: _, reason, ...input }) =>
  specFromRow(await changeSpec(ctx, input, reason), ctx.project.right, ctx.caller),
)

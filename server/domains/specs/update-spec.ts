import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { onSpec } from './access.ts'
import { changeSpec } from './change-spec.ts'
import { Spec, specFields, specFromRow, specRef } from './spec.ts'

export const updateSpec = operation({
  id: 'specs.update',
  summary: 'Change text, title or status of a spec, as a new revision. A changed text needs approval again.',
  http: 'PUT /api/specs/:spec',
  aliases: ['PATCH /api/specs/:spec'],
  tool: 'update_spec',
  rare: ['reason'],
  brief: { content: 'All of it.' },
  access: onSpec('edit'),
  input: z.object({
    spec: specRef,
    title: specFields.title.optional(),
    content: specFields.content.optional(),
    status: specFields.status
      .optional()
      .describe('Where it stands: draft, then review, then approved; archived, when it is over.'),
    reason: reasonField.default(''),
  }),
  output: Spec,
}).run(async (ctx, { spec: _, reason, ...asked }) =>
  specFromRow(await changeSpec(ctx, asked, reason), ctx.project.right, ctx.caller),
)

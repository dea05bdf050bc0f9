import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onSpec } from './access.ts'
import { reverifySpecEvidence } from './as-evidence.ts'
import { specKind, specRef } from './spec.ts'
import type { SpecRow } from './tables.ts'

export const deleteSpec = operation({
  id: 'specs.delete',
  summary: 'Move a spec and its revisions to the trash for 30 days.',
  http: 'DELETE /api/specs/:spec',
  access: onSpec('edit'),
  destructive: true,
  input: z.object({ spec: specRef }),
  output: Deleted,
}).run(async (ctx) => {
  const deleted = await deleteRow<SpecRow>(ctx, specKind, ctx.spec)
  await reverifySpecEvidence(ctx, deleted)
  return deletedResponse(specKind, deleted)
})

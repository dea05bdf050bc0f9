import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { deletesEvidence } from './access.ts'
import { evidenceKind, evidenceRef } from './evidence.ts'

export const deleteEvidence = operation({
  id: 'evidence.delete',
  summary: 'Delete a piece of evidence, so that it no longer counts. Restorable for 30 days.',
  http: 'DELETE /api/evidence/:evidence',
  access: deletesEvidence,
  destructive: true,
  input: z.object({ evidence: evidenceRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(evidenceKind, await deleteRow(ctx, evidenceKind, ctx.evidence)))

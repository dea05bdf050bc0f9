import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { onEvidence } from './access.ts'
import { Evidence, evidenceFromRow, evidenceKind, evidenceRef } from './evidence.ts'
import { verifyEvidence } from './verify-evidence.ts'
import type { EvidenceRow } from './tables.ts'

export const checkEvidence = operation({
  id: 'evidence.check',
  summary: 'Check a piece of evidence again: its link, its test report or the status of its spec.',
  http: 'POST /api/evidence/:evidence/check',
  access: onEvidence,
  input: z.object({ evidence: evidenceRef }),
  output: Evidence,
  prepare: async (context) => ({
    finding: await verifyEvidence({ ...context, projectId: context.evidence.project_id }, context.evidence),
  }),
}).run(async (ctx) => {
  const row = await changeRow<EvidenceRow>(ctx, evidenceKind, ctx.evidence, ctx.finding, 'evidence.checked')
  return evidenceFromRow(row, ctx.right, ctx.caller)
})

import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { sql } from '../../../database/sql.ts'
import { changeRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import type { FeatureRow } from '../tables.ts'
import { onEvidence } from './access.ts'
import { claimOf } from './code-fields.ts'
import { Evidence, evidenceFromRow, evidenceKind, evidenceRef } from './evidence.ts'
import { reopenGate } from './reopen-gate.ts'
import { verifyEvidence } from './verify-evidence.ts'
import type { EvidenceRow } from './tables.ts'

export const checkEvidence = operation({
  id: 'evidence.check',
  summary: 'Check a piece of evidence again: in its repository, at its link, its test report or its spec.',
  http: 'POST /api/evidence/:evidence/check',
  access: onEvidence,
  outside: true,
  input: z.object({ evidence: evidenceRef }),
  output: Evidence,
  async prepare({ evidence, ...context }) {
    const [found] = await verifyEvidence(
      { ...context, projectId: evidence.project_id, repoId: evidence.repo_id },
      [evidence],
    )
    const { answered, ...finding } = found!
    if (!answered) reject('evidence_unchecked', { reason: finding.finding })
    return { finding }
  },
}).run(async (ctx) => {
  const { evidence, finding } = ctx
  const set = {
    ...finding,
    repo_id: finding.repo_id ?? evidence.repo_id,
    commit: finding.commit ?? evidence.commit,
  }
  const row = await changeRow<EvidenceRow>(ctx, evidenceKind, evidence, set, 'evidence.checked')
  if (claimOf(row) && row.status === 'failed' && evidence.status !== 'failed') {
    const [feature] = await ctx.db.run<FeatureRow>(
      sql`select * from features where id = ${row.feature_id} and deleted_at is null for update`,
    )
    if (feature) await reopenGate(ctx, feature, row)
  }
  return evidenceFromRow(row, ctx.right, ctx.caller)
})

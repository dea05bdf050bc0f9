import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { storeEvidence } from './evidence/store-evidence.ts'
import { verifyEvidence } from './evidence/verify-evidence.ts'
import { Piece, gateOf, requireComplete } from './evidence/piece.ts'
import { expectVersion } from '../../operations/rows.ts'
import { onFeature, requireOpen } from './access.ts'
import { featureRef } from './feature.ts'

export const evidenceField = z
  .array(Piece)
  .max(20)
  .describe("Evidence to add first. It is kept even if the gate isn't passed.")

/**
 * Adds the evidence of an advance request in its own transaction, so that it is kept even if the gate is not passed.
 * Only `advanceFeature` calls it; no door serves it.
 */
export const addSeveralEvidence = operation({
  id: 'features.bringEvidence',
  summary: 'Add several pieces of evidence in one batch.',
  access: onFeature('edit'),
  input: z.object({ feature: featureRef, evidence: evidenceField }),
  output: z.object({ version: z.int() }),
  async prepare(context, { evidence }) {
    requireOpen(context.feature)
    for (const [index, piece] of evidence.entries()) {
      requireComplete(piece, `evidence.${index}.`)
      gateOf(context.feature, piece, `evidence.${index}.`)
    }
    const verifyContext = { ...context, projectId: context.project.id }
    return { findings: await verifyEvidence(verifyContext, evidence) }
  },
}).run(async (ctx, { evidence }) => {
  expectVersion(ctx, ctx.feature.version)
  const { feature } = await storeEvidence(ctx, evidence, ctx.findings)
  return { version: feature.version }
})

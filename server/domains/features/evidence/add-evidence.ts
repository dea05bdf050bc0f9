import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onFeature, requireOpen } from '../access.ts'
import { featureRef } from '../feature.ts'
import { Evidence, evidenceFromRow } from './evidence.ts'
import { storeEvidence } from './store-evidence.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { gateOf, pieceFields, requireComplete } from './piece.ts'

export const addEvidence = operation({
  id: 'evidence.add',
  summary: 'Add evidence to a gate of a feature. Baton checks it immediately and returns the result.',
  http: 'POST /api/features/:feature/evidence',
  access: onFeature('edit'),
  created: true,
  input: z.object({ feature: featureRef, ...pieceFields }),
  output: Evidence,
  async prepare(context, { feature: _, ...piece }) {
    requireOpen(context.feature)
    requireComplete(piece)
    gateOf(context.feature, piece)
    return { findings: await verifyEvidence({ ...context, projectId: context.project.id }, [piece]) }
  },
}).run(async (ctx, { feature: _, ...piece }) => {
  const { evidence } = await storeEvidence(ctx, [piece], ctx.findings)
  return evidenceFromRow(evidence[0]!, ctx.project.right, ctx.caller)
})

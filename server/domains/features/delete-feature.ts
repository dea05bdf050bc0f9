import { z } from 'zod'
import { deleteRow } from '../../operations/rows.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import { type OnFeature, onFeature } from './access.ts'
import { featureKind, featureRef } from './feature.ts'
import type { FeatureRow } from './tables.ts'

export const deleteFeature = operation({
  id: 'features.delete',
  summary: 'Move a feature with its evidence and reviews to the trash, restorable for 30 days.',
  http: 'DELETE /api/features/:feature',
  access: onFeature('edit'),
  destructive: true,
  input: z.object({ feature: featureRef }),
  output: Deleted,
}).run((ctx) => trashFeature(ctx))

/** Moves a feature to the trash. Its tasks stay, and their links return when it is restored. */
export async function trashFeature(ctx: Context & OnFeature) {
  return deletedResponse(featureKind, await deleteRow<FeatureRow>(ctx, featureKind, ctx.feature))
}

import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onFeature } from './access.ts'
import { changeFeature } from './change-feature.ts'
import { Feature, changedFeatureFields, featureRef } from './feature.ts'

export const updateFeature = operation({
  id: 'features.update',
  summary: 'Change the title, description or kind of a feature, cancel it, or reopen it.',
  http: 'PATCH /api/features/:feature',
  access: onFeature('edit'),
  input: z.object({ feature: featureRef, ...changedFeatureFields }),
  output: Feature,
}).run((ctx, { feature: _, ...set }) => changeFeature(ctx, set))

import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { projectRef } from '../projects/project.ts'
import { onFeature } from './access.ts'
import { changeFeature } from './change-feature.ts'
import { Feature, changedFeatureFields, featureRef } from './feature.ts'

export const updateProjectFeature = operation({
  id: 'features.updateProjectFeature',
  summary: 'Change the title, description or kind of a feature of a project, cancel it, or reopen it.',
  http: 'PUT /api/projects/:project/features/:feature',
  access: onFeature('edit'),
  input: z.object({ project: projectRef, feature: featureRef, ...changedFeatureFields }),
  output: Feature,
}).run((ctx, { project: _, feature: __, ...set }) => changeFeature(ctx, set))

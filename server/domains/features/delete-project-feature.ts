import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { projectRef } from '../projects/project.ts'
import { Deleted } from '../../operations/deleted.ts'
import { onFeature } from './access.ts'
import { trashFeature } from './delete-feature.ts'
import { featureRef } from './feature.ts'

export const deleteProjectFeature = operation({
  id: 'features.deleteProjectFeature',
  summary: 'Move a feature of a project with its evidence and reviews to the trash, restorable for 30 days.',
  http: 'DELETE /api/projects/:project/features/:feature',
  access: onFeature('edit'),
  destructive: true,
  input: z.object({ project: projectRef, feature: featureRef }),
  output: Deleted,
}).run((ctx) => trashFeature(ctx))

import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { projectRef } from '../projects/project.ts'
import { onFeature } from './access.ts'
import { FeatureDetails, featureDetails } from './details.ts'
import { featureRef } from './feature.ts'

export const getProjectFeature = operation({
  id: 'features.getProjectFeature',
  summary: 'Show one feature of a project with its gates, evidence, reviews and tasks.',
  http: 'GET /api/projects/:project/features/:feature',
  shows: ['feature', 'epic', 'evidence', 'project', 'review', 'spec', 'story', 'task', 'user', 'workflow'],
  access: onFeature('view'),
  input: z.object({ project: projectRef, feature: featureRef }),
  output: FeatureDetails,
}).run((ctx) => featureDetails(ctx))

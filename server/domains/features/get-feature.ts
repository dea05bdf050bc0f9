import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onFeature } from './access.ts'
import { FeatureDetails, featureDetails } from './details.ts'
import { featureRef } from './feature.ts'

export const getFeature = operation({
  id: 'features.get',
  summary: 'Show one feature: gates, evidence, reviews, tasks, and what it needs to advance.',
  http: 'GET /api/features/:feature',
  tool: {
    name: 'get_feature',
    omits: [
      'gates.requirements.requirement',
      'gates.requirements.count',
      'gates.requirements.have',
      'gates.requirements.openTasks',
      'missing.requirement',
      'missing.gate',
      'evidence.feature',
      'evidence.checkedAt',
      'evidence.createdAt',
      'reviews.id',
      'passages',
    ],
    first: { tasks: 10 },
  },
  shows: ['feature', 'epic', 'evidence', 'project', 'review', 'spec', 'story', 'task', 'user', 'workflow'],
  access: onFeature('view'),
  input: z.object({ feature: featureRef }),
  output: FeatureDetails,
}).run((ctx) => featureDetails(ctx))

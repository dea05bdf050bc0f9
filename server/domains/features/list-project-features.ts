import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { onProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { Feature } from './feature.ts'
import { featureFilters, pageOfFeatures } from './page-of-features.ts'

export const listProjectFeatures = operation({
  id: 'features.listProjectFeatures',
  summary: 'List the features of a project with status and gate progress, newest first.',
  http: 'GET /api/projects/:project/features',
  shows: ['feature', 'evidence', 'project', 'review', 'workflow'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...featureFilters }),
  output: pageOf(Feature),
}).run((ctx, { project: _, ...filters }) => pageOfFeatures(ctx, filters, ctx.project.id))

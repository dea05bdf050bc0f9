import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { findProject, inVisibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { Feature } from './feature.ts'
import { featureFilters, pageOfFeatures } from './page-of-features.ts'

export const listFeatures = operation({
  id: 'features.list',
  summary: 'List features with status and gate progress, newest first.',
  http: 'GET /api/features',
  tool: { name: 'list_features', rare: ['kind', 'gate'] },
  shows: ['feature', 'evidence', 'project', 'review', 'workflow'],
  access: inVisibleProjects,
  input: z.object({ project: projectRef.optional(), ...featureFilters }),
  output: pageOf(Feature),
}).run(async (ctx, { project, ...filters }) => {
  const id = project === undefined ? undefined : (await findProject(ctx.db, ctx, project, false)).id
  return pageOfFeatures(ctx, filters, id)
})

import { z } from 'zod'
import { insertRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { onProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findWorkflow } from './workflows/find-workflow.ts'
import { workflowRef } from './workflows/workflow.ts'
import { Feature, featureFields, featureFromRow, featureKind } from './feature.ts'
import type { FeatureRow } from './tables.ts'

export const createFeature = operation({
  id: 'features.create',
  summary: 'Create a feature, which passes the gates of a workflow.',
  http: 'POST /api/projects/:project/features',
  tool: {
    name: 'create_feature',
    hint: 'For simple work, use create_task.',
    rare: ['kind'],
    brief: { workflow: 'standard, hotfix, research or your own.' },
  },
  access: onProject('edit'),
  created: true,
  oneStatement: true,
  input: z.object({
    project: projectRef,
    title: featureFields.title,
    description: featureFields.description.default(''),
    kind: featureFields.kind.default('feature'),
    workflow: workflowRef
      .optional()
      .describe(
        'Workflow: standard, hotfix, research or a custom one. Default: hotfix for a hotfix, else standard.',
      ),
  }),
  output: Feature,
}).run(async (ctx, input) => {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const workflow = input.workflow ?? (input.kind === 'hotfix' ? 'hotfix' : 'standard')
  const { slug, gates } = await findWorkflow(ctx.db, project.organization_id, workflow)
  const { project: _, ...data } = { ...input, workflow: slug }
  const row = await insertRow<FeatureRow>(ctx, featureKind, {
    // Numbers the feature in the same statement. The project row is the counter for all its items.
    before: sql`numbered as (
      update projects set last_number = last_number + 1
       where id = ${project.id} and deleted_at is null and archived_at is null returning key, last_number)`,
    insert: sql`insert into features (id, project_id, organization_id, number, key, title, description, kind, workflow,
        gates, gate, created_by)
      select ${newId()}::uuid, ${project.id}::uuid, ${project.organization_id}::uuid, last_number,
             key || '-' || last_number, ${input.title}, ${input.description}, ${input.kind}, ${slug},
             ${JSON.stringify(gates)}::jsonb, ${gates[0]!.name}, ${JSON.stringify(actorOf(ctx.caller))}::jsonb
        from numbered`,
    data,
  })
  // The project was deleted or archived concurrently.
  if (!row) reject('gone_meanwhile')
  return featureFromRow({ ...row, project_slug: project.slug, right: project.right }, ctx.caller)
})

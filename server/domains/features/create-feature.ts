import { z } from 'zod'
import { idOfNew } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { onProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { insertNumbered } from '../work/items/numbered.ts'
import { createPlan } from '../work/plan/create-plan.ts'
import { PlannedItem, planField } from '../work/plan/plan-item.ts'
import { findWorkflow } from './workflows/find-workflow.ts'
import { workflowRef } from './workflows/workflow.ts'
import { GateAhead, gateAhead } from './gate-ahead.ts'
import { Feature, featureFields, featureFromRow, featureKind } from './feature.ts'
import type { FeatureRow } from './tables.ts'

export const createFeature = operation({
  id: 'features.create',
  summary: 'Create a feature, which passes the gates of a workflow.',
  http: 'POST /api/projects/:project/features',
  tool: {
    name: 'create_feature',
    hint: 'Takes tasks as create_task does.',
    rare: ['kind', 'tasks'],
    brief: { workflow: 'standard, hotfix, research, autonomous, custom.' },
  },
  access: onProject('edit'),
  created: true,
  // A plan needs a transaction.
  oneStatement: ({ tasks }) => tasks === undefined,
  input: z.object({
    project: projectRef,
    title: featureFields.title,
    description: featureFields.description.default(''),
    kind: featureFields.kind.default('feature'),
    workflow: workflowRef
      .optional()
      .describe(
        'Workflow: standard, hotfix, research, autonomous or a custom one. Default: hotfix for a hotfix, else standard.',
      ),
    tasks: planField
      .optional()
      .describe('Tasks of the feature to create with it, as in tasks.plan. At most 100.'),
  }),
  output: Feature.extend({
    gates: z.array(GateAhead).describe('All gates in order, and which of them need a person.'),
    items: z.array(PlannedItem).optional().describe('The created tasks, in the order of the input.'),
  }),
}).run(async (ctx, { tasks, ...input }) => {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const workflow = input.workflow ?? (input.kind === 'hotfix' ? 'hotfix' : 'standard')
  const { slug, gates } = await findWorkflow(ctx.db, project.organization_id, workflow)
  const { project: _, ...data } = { ...input, workflow: slug }
  const row = await insertNumbered<FeatureRow>(ctx, featureKind, {
    projectId: project.id,
    insert: sql`insert into features (id, project_id, organization_id, number, key, title, description, kind, workflow,
        gates, gate, created_by)
      select ${idOfNew(ctx)}::uuid, ${project.id}::uuid, ${project.organization_id}::uuid, last_number,
             key || '-' || last_number, ${input.title}, ${input.description}, ${input.kind}, ${slug},
             ${JSON.stringify(gates)}::jsonb, ${gates[0]!.name}, ${JSON.stringify(actorOf(ctx.caller))}::jsonb
        from numbered`,
    data,
  })
  const feature = featureFromRow({ ...row, project_slug: project.slug, right: project.right }, ctx.caller)
  const created = { ...feature, gates: gates.map(gateAhead) }
  if (tasks === undefined) return created
  const { id, key } = row
  return { ...created, items: await createPlan(ctx, tasks, { feature: { kind: 'feature', id, key } }) }
})

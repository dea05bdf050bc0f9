import { z } from 'zod'
import { administers } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { insertWorkflowAt, slugFrom } from './save-workflow.ts'
import { Workflow, workflowFields, workflowFromRow } from './workflow.ts'

export const createWorkflow = operation({
  id: 'workflows.create',
  summary: 'Create a workflow: the gates that features pass, and the requirements of each gate.',
  http: 'POST /api/workflows',
  access: administers,
  created: true,
  input: z.object({
    name: workflowFields.name,
    slug: workflowFields.slug
      .optional()
      .describe('Slug, unique in the organization. Default: derived from the name.'),
    description: workflowFields.description.default(''),
    gates: workflowFields.gates,
  }),
  output: Workflow,
}).run(async (ctx, { slug, ...workflow }) =>
  workflowFromRow(await insertWorkflowAt(ctx, slug ?? slugFrom(workflow.name), workflow), ctx.caller),
)

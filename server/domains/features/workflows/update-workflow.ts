import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { administers } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { lockWorkflow } from './find-workflow.ts'
import { Workflow, workflowFields, workflowFromRow, workflowKind, workflowRef } from './workflow.ts'

export const updateWorkflow = operation({
  id: 'workflows.update',
  summary: 'Change a workflow of the organization. Existing features keep the gates they started with.',
  http: 'PATCH /api/workflows/:workflow',
  access: administers,
  input: z.object({
    workflow: workflowRef,
    name: workflowFields.name.optional(),
    description: workflowFields.description.optional(),
    gates: workflowFields.gates.optional(),
  }),
  output: Workflow,
}).run(async (ctx, { workflow, ...set }) => {
  const before = await lockWorkflow(ctx.db, ctx.organization.id, workflow)
  return workflowFromRow(await changeRow(ctx, workflowKind, before, set), ctx.caller)
})

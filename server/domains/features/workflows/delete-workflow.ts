import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { administers } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { lockWorkflow } from './find-workflow.ts'
import { workflowKind, workflowRef } from './workflow.ts'

export const deleteWorkflow = operation({
  id: 'workflows.delete',
  summary:
    'Move a workflow to the trash, restorable for 30 days. Existing features keep its gates; new ones cannot use it.',
  http: 'DELETE /api/workflows/:workflow',
  access: administers,
  destructive: true,
  input: z.object({ workflow: workflowRef }),
  output: Deleted,
}).run(async (ctx, input) => {
  const workflow = await lockWorkflow(ctx.db, ctx.organization.id, input.workflow)
  return deletedResponse(workflowKind, await deleteRow(ctx, workflowKind, workflow))
})

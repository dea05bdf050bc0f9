import { z } from 'zod'
import { organization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { findWorkflow } from './find-workflow.ts'
import { Workflow, workflowFromBuiltIn, workflowFromRow, workflowRef } from './workflow.ts'

export const getWorkflow = operation({
  id: 'workflows.get',
  summary: 'Show one workflow with its gates and their requirements.',
  http: 'GET /api/workflows/:workflow',
  access: organization('guest'),
  input: z.object({ workflow: workflowRef }),
  output: Workflow,
}).run(async (ctx, input) => {
  const workflow = await findWorkflow(ctx.db, ctx.organization.id, input.workflow)
  return 'id' in workflow ? workflowFromRow(workflow, ctx.caller) : workflowFromBuiltIn(workflow)
})

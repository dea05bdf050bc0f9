import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { organization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { builtIns } from './built-in.ts'
import { Workflow, type WorkflowRow, workflowFromBuiltIn, workflowFromRow } from './workflow.ts'

export const listWorkflows = operation({
  id: 'workflows.list',
  summary: 'List the workflows: the built-in ones, then those of the organization.',
  http: 'GET /api/workflows',
  access: organization('guest'),
  input: z.object({}),
  output: pageOf(Workflow),
}).run(async (ctx) => {
  const own = await ctx.db.run<WorkflowRow>(
    sql`select * from workflows where organization_id = ${ctx.organization.id} and deleted_at is null order by slug`,
  )
  const items = [...builtIns.map(workflowFromBuiltIn), ...own.map((row) => workflowFromRow(row, ctx.caller))]
  return { items, nextCursor: null }
})

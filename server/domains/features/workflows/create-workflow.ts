import { z } from 'zod'
import { insertRow } from '../../../database/rows.ts'
import { sql } from '../../../database/sql.ts'
import { type InOrganization, administers } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../operations/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { toSlug } from '../../../platform/names.ts'
import { builtIn } from './built-in.ts'
import type { WorkflowRow } from './tables.ts'
import { Workflow, workflowFields, workflowFromRow, workflowKind } from './workflow.ts'

/** Limit per organization, so that every list fits on one page. */
const maxWorkflows = 100

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
}).run(async (ctx, input) => {
  await requireWithinLimit(ctx)
  const slug = input.slug ?? (toSlug(input.name) || 'workflow')
  if (builtIn(slug)) reject('already_taken', { field: 'slug', value: slug })
  const { gates, ...data } = { ...input, slug }
  const row = await insertRow<WorkflowRow>(ctx, workflowKind, {
    insert: sql`insert into workflows (id, organization_id, slug, name, description, gates, created_by)
      values (${newId()}, ${ctx.organization.id}, ${slug}, ${input.name}, ${input.description}, ${JSON.stringify(gates)},
        ${JSON.stringify(actorOf(ctx.caller))}) on conflict do nothing`,
    data: { ...data, gates: gates.map(({ name }) => name) },
  })
  // A workflow in the trash keeps its slug, so that it can be restored.
  return row ? workflowFromRow(row, ctx.caller) : reject('already_taken', { field: 'slug', value: slug })
})

async function requireWithinLimit({ db, organization }: Context & InOrganization): Promise<void> {
  const [existing] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from workflows where organization_id = ${organization.id} and deleted_at is null`,
  )
  if (existing!.count >= maxWorkflows) reject('too_many', { most: maxWorkflows, things: 'workflows' })
}

import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { insertRow } from '../../../operations/rows.ts'
import { newId } from '../../../platform/ids.ts'
import { numbered, toSlug } from '../../../platform/names.ts'
import { builtIn } from './built-in.ts'
import { type WorkflowRow, workflowKind } from './workflow.ts'

/** Limit per organization, so that every list fits on one page. */
const maxWorkflows = 100

type NewWorkflow = Pick<WorkflowRow, 'name' | 'description' | 'gates'>

/** Creates a workflow with this slug. Rejects a slug that is taken. */
export async function insertWorkflowAt(
  ctx: Context & InOrganization,
  slug: string,
  { name, description, gates }: NewWorkflow,
): Promise<WorkflowRow> {
  await requireWithinLimit(ctx)
  if (builtIn(slug)) reject('already_taken', { field: 'slug', value: slug })
  const row = await insertRow<WorkflowRow>(ctx, workflowKind, {
    insert: sql`insert into workflows (id, organization_id, slug, name, description, gates, created_by)
      values (${newId()}, ${ctx.organization.id}, ${slug}, ${name}, ${description}, ${JSON.stringify(gates)},
        ${JSON.stringify(actorOf(ctx.caller))}) on conflict do nothing`,
    data: { name, slug, description, gates: gates.map((gate) => gate.name) },
  })
  // A workflow in the trash keeps its slug, so that it can be restored.
  return row ?? reject('already_taken', { field: 'slug', value: slug })
}

/** Creates a workflow with a free slug derived from its name. */
export async function insertWorkflow(
  ctx: Context & InOrganization,
  workflow: NewWorkflow,
): Promise<WorkflowRow> {
  const base = slugFrom(workflow.name)
  const rows = await ctx.db.run<{ slug: string }>(
    sql`select slug from workflows where organization_id = ${ctx.organization.id}
      and (slug = ${base} or slug like ${base} || '-%')`,
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  for (const slug of numbered(base))
    if (!taken.has(slug) && !builtIn(slug)) return insertWorkflowAt(ctx, slug, workflow)
  throw new Error('No slug was free.')
}

export function slugFrom(name: string): string {
  return toSlug(name) || 'workflow'
}

async function requireWithinLimit({ db, organization }: Context & InOrganization): Promise<void> {
  const [existing] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from workflows where organization_id = ${organization.id} and deleted_at is null`,
  )
  if (existing!.count >= maxWorkflows) reject('too_many', { most: maxWorkflows, things: 'workflows' })
}

import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../operations/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type BuiltIn, builtIn } from './built-in.ts'
import type { WorkflowRow } from './tables.ts'

/** Finds a built-in workflow by slug, or a custom one by slug or id. */
export async function findWorkflow(
  db: Queries,
  organizationId: string,
  ref: string,
): Promise<BuiltIn | WorkflowRow> {
  return builtIn(ref) ?? (await requireCustomWorkflow(db, organizationId, ref))
}

/** Finds and locks a custom workflow. Rejects a built-in one, which cannot be changed. */
export async function lockWorkflow(db: Queries, organizationId: string, ref: string) {
  if (builtIn(ref)) reject('built_in_workflow', { workflow: ref })
  return requireCustomWorkflow(db, organizationId, ref, sql`for update`)
}

async function requireCustomWorkflow(
  db: Queries,
  organizationId: string,
  ref: string,
  lock = sql.empty,
): Promise<WorkflowRow> {
  const workflow = await workflowCalled(db, organizationId, ref, lock)
  if (!workflow || workflow.deleted_at !== null) reject('not_found', { kind: 'workflow', ref })
  return workflow
}

/** Finds a custom workflow by slug or id, including deleted ones. */
export async function workflowCalled(
  db: Queries,
  organizationId: string,
  ref: string,
  lock = sql`for update`,
): Promise<WorkflowRow | undefined> {
  const [workflow] = await db.run<WorkflowRow>(
    sql`select * from workflows where organization_id = ${organizationId}
      and ${anyUuid.test(ref) ? sql`id = ${ref}` : sql`slug = ${ref}`} ${lock}`,
  )
  return workflow
}

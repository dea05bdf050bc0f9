import { insertRow } from '../../../database/rows.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'

/** Inserts a workspace that the caller owns. */
export async function insertWorkspace(
  ctx: Context & InOrganization,
  { name, description = '' }: { name: string; description?: string },
): Promise<WorkspaceRow> {
  const row = await insertRow<WorkspaceRow>(ctx, workspaceKind, {
    insert: `insert into workspaces (id, organization_id, owner_id, name, description) values ($1, $2, $3, $4, $5)`,
    values: [newId(), ctx.organization.id, ctx.user.id, name, description],
    data: { name, description },
  })
  return row!
}

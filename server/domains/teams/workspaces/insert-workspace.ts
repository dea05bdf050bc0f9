import { insertRow } from '../../../database/rows.ts'
import { sql } from '../../../database/sql.ts'
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
    insert: sql`insert into workspaces (id, organization_id, owner_id, name, description)
      values (${newId()}, ${ctx.organization.id}, ${ctx.user.id}, ${name}, ${description})`,
    data: { name, description },
  })
  return row!
}

import { keysetPage, page } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { workspacesVisibleTo } from './access.ts'
import { selectWorkspaces } from './show-workspaces.ts'
import { type ShownWorkspace, workspaceFromRow } from './workspace.ts'

const newest = { column: 'w.id', type: 'uuid', descending: true } as const

/** Returns a page of the workspaces that the caller can see and that match all filters, newest first. */
export async function pageOfWorkspaces(
  ctx: Context & InOrganization,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { ownerId, teamId, deviceId, notOn }: WorkspaceFilter,
) {
  const conditions = [workspacesVisibleTo(ctx).where, sql`w.deleted_at is null`]
  if (ownerId) conditions.push(sql`w.owner_id = ${ownerId}`)
  if (teamId)
    conditions.push(
      sql`exists (select 1 from workspace_teams where workspace_id = w.id and team_id = ${teamId})`,
    )
  if (deviceId) conditions.push(sql`exists (${folderOn(deviceId)})`)
  if (notOn) conditions.push(sql`not exists (${folderOn(notOn)})`)
  const pageRequest = { limit, cursor, sort: 'newest' }
  const { after, orderAndLimit } = keysetPage(newest, 'w.id', pageRequest)
  const rows = await ctx.db.run<ShownWorkspace>(
    sql`${selectWorkspaces(ctx)} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.id, row.id],
    (row) => workspaceFromRow(row, ctx.caller),
  )
}

interface WorkspaceFilter {
  ownerId?: string
  teamId?: string
  /** Only workspaces with a folder on this device. */
  deviceId?: string
  /** Only workspaces without a folder on this device. */
  notOn?: string
}

function folderOn(deviceId: string): Sql {
  return sql`select 1 from workspace_folders where workspace_id = w.id and device_id = ${deviceId}`
}

import { keyset, page } from '../../../database/pages.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { workspacesSeenBy } from './access.ts'
import { selectWorkspaces } from './show-workspaces.ts'
import { type ShownWorkspace, workspaceFromRow } from './workspace.ts'

const newest = { column: 'w.id', type: 'uuid', descending: true } as const

/** Returns a page of the workspaces that the caller can see and that match all filters, newest first. */
export async function pageOfWorkspaces(
  ctx: Context & InOrganization,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { ownerId, teamId, deviceId, notOn }: WorkspaceFilter,
) {
  const visible = workspacesSeenBy(ctx)
  const values = [...visible.values]
  const conditions = [visible.where, 'w.deleted_at is null']
  const filter = (sql: string, value: unknown) => conditions.push(sql.replace('?', `$${values.push(value)}`))

  if (ownerId) filter('w.owner_id = ?', ownerId)
  if (teamId)
    filter('exists (select 1 from workspace_teams where workspace_id = w.id and team_id = ?)', teamId)
  if (deviceId) filter(`exists (${folderOn})`, deviceId)
  if (notOn) filter(`not exists (${folderOn})`, notOn)
  const pageRequest = { limit, cursor, sort: 'newest' }
  const { after, orderAndLimit } = keyset(newest, 'w.id', pageRequest, values)
  const rows = await ctx.db.run<ShownWorkspace>(
    `${selectWorkspaces(ctx)} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
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

const folderOn = 'select 1 from workspace_folders where workspace_id = w.id and device_id = ?'

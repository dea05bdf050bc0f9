import { sql } from '../../../database/sql.ts'
import { hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { requireRight, seenWorkspaces, workspacesVisibleTo } from './access.ts'
import type { WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'

export const trashedWorkspaces: TrashKind<WorkspaceRow> = {
  ...workspaceKind,
  async find(db, granted, ref) {
    requireWholeOrganization(granted.caller, false, 'member')
    const [workspace] = await seenWorkspaces(db, granted, [ref], { lock: true, deleted: true })
    if (workspace) requireRight(workspace, 'manage')
    return workspace
  },
  listed(granted) {
    // Guests and project-bound credentials can't see workspaces.
    if (!hasRole(granted.organization, 'member') || granted.caller.projectId !== null) return undefined
    const visible = workspacesVisibleTo(granted)
    return {
      from: sql`workspaces t join workspaces w on w.id = t.id`,
      where: sql`${visible.where} and (${visible.right}) = 'manage'`,
      title: sql`t.name`,
    }
  },
}

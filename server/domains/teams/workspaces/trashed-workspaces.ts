import { fromNumbered } from '../../../database/queries.ts'
import { sql } from '../../../database/sql.ts'
import { hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { requireRight, rightInWorkspace, seenWorkspaces, workspacesSeenBy } from './access.ts'
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
    const workspaces = workspacesSeenBy(granted)
    return {
      from: sql`workspaces t join workspaces w on w.id = t.id`,
      where: fromNumbered(`${workspaces.where} and (${rightInWorkspace}) = 'manage'`, workspaces.values),
      title: sql`t.name`,
    }
  },
}

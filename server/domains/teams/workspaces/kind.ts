import { sql } from '../../../database/sql.ts'
import { hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { requireRight, seenWorkspaces, workspacesVisibleTo, type OnWorkspace, onWorkspace } from './access.ts'
import { type WorkspaceRow, workspaceKind } from './workspace.ts'
import { changeRow } from '../../../operations/rows.ts'
import { deleteWorkspace } from './workspaces.ts'
import { type UndoableKind, undoableThrough, plainFields } from '../../../operations/undoable.ts'
import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'

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

export const undoableWorkspace: UndoableKind<OnWorkspace> = undoableThrough(
  'workspace',
  onWorkspace('edit'),
  {
    // A transfer of ownership cannot be undone: the former owner gave it up.
    types: ['workspace.updated'],
    fields: plainFields('name', 'description'),
    change({ workspace: { right: _, ...before }, ...ctx }, set) {
      return changeRow<WorkspaceRow>(ctx, workspaceKind, before, set)
    },
    remove: deleteWorkspace,
  },
)

export const OwnWorkspace = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the workspaces that a user owns, in every organization where they are more than a guest. */
export function ownWorkspaces(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnWorkspace>>(
    sql`select w.id, w.organization_id as "organizationId", w.name, w.description, w.created_at as "createdAt",
            w.updated_at as "updatedAt"
       from workspaces w join organization_members m on m.organization_id = w.organization_id and m.user_id = ${userId}
      where w.owner_id = ${userId} and m.role <> 'guest' and w.deleted_at is null order by w.id`,
  )
}

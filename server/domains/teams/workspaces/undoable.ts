import { changeRow } from '../../../operations/rows.ts'
import { type OnWorkspace, onWorkspace } from './access.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import type { WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'
import { type UndoableKind, writeAccess, plainFields } from '../../../operations/undoable.ts'

export const undoableWorkspace: UndoableKind<OnWorkspace> = {
  // A transfer of ownership cannot be undone: the former owner gave it up.
  types: ['workspace.updated'],
  fields: plainFields('name', 'description'),
  async lock(ctx, id) {
    const granted = await onWorkspace('edit').check(writeAccess(ctx), { workspace: id })
    return { ...granted, row: { ...granted.workspace } }
  },
  change({ workspace: { right: _, ...before }, ...ctx }, set) {
    return changeRow<WorkspaceRow>(ctx, workspaceKind, before, set)
  },
  remove: deleteWorkspace,
  field: 'workspace',
}

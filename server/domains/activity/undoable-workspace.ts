import { changeRow } from '../../database/rows.ts'
import { type OnWorkspace, onWorkspace } from '../workspaces/access.ts'
import { deleteWorkspace } from '../workspaces/delete-workspace.ts'
import type { WorkspaceRow } from '../workspaces/tables.ts'
import { workspaceKind } from '../workspaces/workspace.ts'
import { type UndoableKind, asked, plain } from './undoable.ts'

export const undoableWorkspace: UndoableKind<OnWorkspace> = {
  // Whose it is was somebody's decision to give it away: they do not take it back alone.
  types: ['workspace.updated'],
  fields: plain('name', 'description'),
  async hold(ctx, id) {
    const granted = await onWorkspace('edit').check(asked(ctx), { workspace: id })
    return { ...granted, row: { ...granted.workspace } }
  },
  change({ workspace: { right: _, ...before }, ...ctx }, set) {
    return changeRow<WorkspaceRow>(ctx, workspaceKind, before, set)
  },
  remove: deleteWorkspace,
  field: 'workspace',
}

import { type OnSession, onSession } from './access.ts'
import { changeSession } from './change-session.ts'
import { deleteSession } from './delete-session.ts'
import { type UndoableKind, writeAccess, plainFields } from '../../../operations/undoable.ts'

export const undoableSession: UndoableKind<OnSession> = {
  // Checkpoints cannot be undone: the next checkpoint replaces the state.
  types: ['session.updated'],
  fields: plainFields('title', 'context', 'goals'),
  async lock(ctx, id) {
    const granted = await onSession('edit').check(writeAccess(ctx), { session: id })
    return { ...granted, row: { ...granted.session } }
  },
  change: (ctx, set) => changeSession(ctx, ctx.session, set),
  remove: deleteSession,
  field: 'session',
}

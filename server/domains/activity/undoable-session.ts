import { type OnSession, onSession } from '../memory/sessions/access.ts'
import { changeSession } from '../memory/sessions/change-session.ts'
import { deleteSession } from '../memory/sessions/delete-session.ts'
import { type UndoableKind, writeAccess, plainFields } from './undoable.ts'

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

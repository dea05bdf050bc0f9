import { type OnSession, onSession } from '../sessions/access.ts'
import { changeSession } from '../sessions/change-session.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { type UndoableKind, asked, plain } from './undoable.ts'

export const undoableSession: UndoableKind<OnSession> = {
  // What a checkpoint kept is kept: the next one says what is true now.
  types: ['session.updated'],
  fields: plain('title', 'context', 'goals'),
  async hold(ctx, id) {
    const granted = await onSession('edit').check(asked(ctx), { session: id })
    return { ...granted, row: { ...granted.session } }
  },
  change: (ctx, set) => changeSession(ctx, ctx.session, set),
  remove: deleteSession,
  field: 'session',
}

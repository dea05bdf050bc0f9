import { type OnDecision, onDecision } from '../decisions/access.ts'
import { changeDecision } from '../decisions/change-decision.ts'
import { deleteDecision } from '../decisions/delete-decision.ts'
import { type UndoableKind, asked, plain } from './undoable.ts'

/** What was decided is not undone by the way: it is reopened, or superseded. */
export const undoableDecision: UndoableKind<OnDecision> = {
  types: ['decision.updated'],
  fields: plain('title', 'context', 'rationale', 'alternatives', 'tags'),
  async hold(ctx, id) {
    const granted = await onDecision('edit').check(asked(ctx), { decision: id })
    return { ...granted, row: { ...granted.decision } }
  },
  change: (ctx, set) => changeDecision(ctx, set),
  remove: deleteDecision,
  field: 'decision',
}

import { type OnDecision, onDecision } from './access.ts'
import { changeDecision } from './change-decision.ts'
import { deleteDecision } from './delete-decision.ts'
import { type UndoableKind, writeAccess, plainFields } from '../../../operations/undoable.ts'

/** Excludes the outcome: a resolved decision is reopened or superseded, never undone. */
export const undoableDecision: UndoableKind<OnDecision> = {
  types: ['decision.updated'],
  fields: plainFields('title', 'context', 'rationale', 'alternatives', 'tags'),
  async lock(ctx, id) {
    const granted = await onDecision('edit').check(writeAccess(ctx), { decision: id })
    return { ...granted, row: { ...granted.decision } }
  },
  change: (ctx, set) => changeDecision(ctx, set),
  remove: deleteDecision,
  field: 'decision',
}

import { type OnDecision, onDecision } from '../knowledge/decisions/access.ts'
import { changeDecision } from '../knowledge/decisions/change-decision.ts'
import { deleteDecision } from '../knowledge/decisions/delete-decision.ts'
import { type UndoableKind, writeAccess, plainFields } from './undoable.ts'

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

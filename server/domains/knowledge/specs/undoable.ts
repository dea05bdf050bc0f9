import { requireRevision } from '../revisions/revisions.ts'
import { type OnSpec, onSpec } from './access.ts'
import { changeSpec } from './change-spec.ts'
import { deleteSpec } from './delete-spec.ts'
import type { SpecRow } from './tables.ts'
import { type UndoableKind, writeAccess } from '../../../operations/undoable.ts'

/** Reverts a revision as a whole: the previous one is saved as the newest. */
export const undoableSpec: UndoableKind<OnSpec> = {
  types: ['spec.updated'],
  fields: [
    {
      name: 'revision',
      columns: ['revision'],
      async check({ db, spec }, { revision }) {
        const { title, content, more } = await requireRevision(db, spec.id, revision as number)
        return { title, content, status: more.status }
      },
    },
  ],
  async lock(ctx, id) {
    const granted = await onSpec('edit').check(writeAccess(ctx), { spec: id })
    return { ...granted, row: { ...granted.spec } }
  },
  change(ctx, { title, content, status, revision }) {
    const back = { title, content, status } as Pick<SpecRow, 'title' | 'content' | 'status'>
    return changeSpec(ctx, back, `Restored revision ${String(revision)}.`, { free: true })
  },
  remove: deleteSpec,
  field: 'spec',
}

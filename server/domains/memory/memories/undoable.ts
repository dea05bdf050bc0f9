import { type OnMemory, onMemory } from './access.ts'
import { changeMemory } from './change-memory.ts'
import { deleteMemory } from './delete-memory.ts'
import { entriesToChange, rejectSupersedeCycle } from './supersede.ts'
import type { MemoryRow } from './tables.ts'
import { requireOrder } from './validity.ts'
import {
  type UndoableField,
  type UndoableKind,
  writeAccess,
  plainFields,
} from '../../../operations/undoable.ts'

const fields: UndoableField<OnMemory>[] = [
  ...plainFields('content', 'kind', 'tags', 'importance', 'expires_at'),
  {
    name: 'validity',
    columns: ['valid_from', 'valid_until'],
    check({ memory }, previous) {
      const { valid_from, valid_until } = { ...memory, ...(previous as Partial<MemoryRow>) }
      requireOrder({ validFrom: valid_from, validUntil: valid_until }, 'validity')
    },
  },
  {
    name: 'supersededBy',
    columns: ['superseded_by'],
    async check(ctx, { superseded_by: id }) {
      if (id === null) return
      await entriesToChange(ctx, 'supersededBy', [id as string])
      await rejectSupersedeCycle(ctx, 'supersededBy', ctx.memory.id, id as string)
    },
  },
]

export const undoableMemory: UndoableKind<OnMemory> = {
  types: ['memory.updated'],
  fields,
  async lock(ctx, id) {
    const granted = await onMemory('edit').check(writeAccess(ctx), { memory: id })
    return { ...granted, row: { ...granted.memory } }
  },
  change: (ctx, set) => changeMemory(ctx, ctx.memory, set),
  remove: deleteMemory,
  field: 'memory',
}

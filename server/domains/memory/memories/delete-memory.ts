import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { forgetEntry } from '../../search/entries.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onMemory } from './access.ts'
import { memoryKind, memoryRef } from './memory.ts'
import type { MemoryRow } from './tables.ts'

export const deleteMemory = operation({
  id: 'memories.delete',
  summary: 'Move one memory entry to the trash for 30 days.',
  http: 'DELETE /api/memories/:memory',
  tool: { name: 'delete_memory' },
  access: onMemory('edit'),
  destructive: true,
  input: z.object({ memory: memoryRef }),
  output: Deleted,
}).run(async (ctx) => {
  const deleted = await deleteRow<MemoryRow>(ctx, memoryKind, ctx.memory)
  await forgetEntry(ctx.db, deleted.id)
  return deletedResponse(memoryKind, deleted)
})

import { changeRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import type { Embedded } from '../../search/embed.ts'
import { indexMemory } from './index-memory.ts'
import { type SeenMemory, memoryKind } from './memory.ts'
import type { MemoryRow } from './tables.ts'

/** Changes an entry and updates its search index. All changes use this function, so the index never goes stale. */
export async function changeMemory(
  ctx: Context,
  before: SeenMemory,
  set: Partial<MemoryRow>,
  embedded?: Embedded,
): Promise<MemoryRow> {
  const after = await changeRow<MemoryRow>(ctx, memoryKind, before, set)
  if (after.version !== before.version) await indexMemory(ctx.db, after, { embedded })
  return after
}

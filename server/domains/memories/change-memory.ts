import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import type { Embedded } from '../search/embed.ts'
import { indexMemory } from './index-memory.ts'
import { type SeenMemory, memoryKind } from './memory.ts'
import type { MemoryRow } from './tables.ts'

/** Every change of an entry goes through here, so that it is found as it is now. */
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

import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { embedForSearch } from '../../search/embed.ts'
import { findMemories, onMemory } from './access.ts'
import { Memory, memoryFromRow, memoryRef } from './memory.ts'
import { Similar, similarTo } from './similar.ts'

export const getMemory = operation({
  id: 'memories.get',
  summary: 'Show one memory entry with similar entries and its supersession chain.',
  http: 'GET /api/memories/:memory',
  access: onMemory('view'),
  input: z.object({ memory: memoryRef }),
  output: Memory.extend({
    similar: z.array(Similar).describe('The nearest current entries of the same scope.'),
    chain: z
      .array(Memory)
      .describe('Entries that it superseded and entries that superseded it, oldest first. At most 50.'),
  }),
}).run(async (ctx) => {
  const { memory, app, caller } = ctx
  const embedded = await embedForSearch(app, memory.content)
  const [similar, chain] = await Promise.all([
    similarTo(ctx, memory, { content: memory.content, embedded, excludedIds: [memory.id] }),
    loadChain(ctx, memory.id),
  ])
  return { ...memoryFromRow(memory, caller), similar, chain }
})

async function loadChain(ctx: Context & InOrganization, id: string) {
  const rows = await ctx.db.run<{ id: string }>(
    sql`with recursive earlier (id) as (
       select ${id}::uuid union select m.id from earlier e join memories m on m.superseded_by = e.id),
     later (id) as (
       select ${id}::uuid union select m.superseded_by from later l join memories m on m.id = l.id
        where m.superseded_by is not null)
     select id from (select id from earlier union select id from later) linked where id <> ${id}::uuid order by id limit 50`,
  )
  const ids = rows.map((row) => row.id)
  const seen = ids.length > 0 ? await findMemories(ctx.db, ctx, ids, false) : []
  return seen.map((row) => memoryFromRow(row, ctx.caller))
}

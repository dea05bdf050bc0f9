import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import { operation } from '../../../operations/operation.ts'
import { seenOrOwn } from '../../projects/seen-or-own.ts'
import { visibleMemories } from './access.ts'
import { conditionsOf, memoryFilters, resolveFilterIds } from './filters.ts'
import { Memory, type SeenMemory, fromMemories, isThere, memoryFromRow, memoryWithNames } from './memory.ts'

const newestFirst: Order = { column: 'm.id', type: 'uuid', descending: true }

export const listMemories = operation({
  id: 'memories.list',
  summary: 'List memory, newest first, by tag, date or owner.',
  http: 'GET /api/memories',
  tool: 'list_memories',
  hint: 'To find one, use search_memory.',
  rare: ['scope', 'session', 'kind', 'includeSuperseded', 'archived', 'includeExpired', 'until'],
  shows: ['memory', 'agent', 'project'],
  access: visibleMemories,
  input: z.object({
    ...memoryFilters,
    includeExpired: z.boolean().default(false).describe('Also entries that expired in the last 30 days.'),
    ...pageInput,
  }),
  output: pageOf(Memory),
}).run(async (ctx, input) => {
  const { db, caller } = ctx
  const query = { ...input, sort: '-createdAt' }
  const seen = seenOrOwn(ctx, 'm')
  const values: unknown[] = [...seen.values]
  const named = await resolveFilterIds(db, ctx, input)
  const conditions = [seen.where, isThere, ...conditionsOf(input, values, { expired: input.includeExpired })]
  for (const [column, id] of Object.entries(named))
    if (id) conditions.push(`m.${column}_id = $${values.push(id)}`)
  if (input.since) conditions.push(`m.created_at >= $${values.push(input.since)}`)
  if (input.until) conditions.push(`m.created_at < $${values.push(input.until)}`)
  if (input.tag?.length) conditions.push(`m.tags @> $${values.push(input.tag)}::text[]`)
  const { after, orderAndLimit } = keyset(newestFirst, 'm.id', query, values)
  const rows = await db.run<SeenMemory>(
    `${plannedEachTime} select ${memoryWithNames}, ${seen.right} as right from ${fromMemories}
      where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => memoryFromRow(row, caller),
  )
})

import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import { visibleMemories } from './access.ts'
import { conditionsOf, memoryFilters, resolveFilterIds } from './filters.ts'
import { Memory, type SeenMemory, fromMemories, isThere, memoryFromRow, memoryWithNames } from './memory.ts'

const newestFirst: Order = { column: 'm.id', type: 'uuid', descending: true }

export const listMemories = operation({
  id: 'memories.list',
  summary: 'List memory, newest first, by tag, date or owner.',
  http: 'GET /api/memories',
  tool: {
    name: 'list_memories',
    hint: 'To find one, use search_memory.',
    rare: ['scope', 'session', 'kind', 'includeSuperseded', 'archived', 'includeExpired', 'until', 'asOf'],
  },
  shows: ['memory', 'agent', 'project'],
  access: visibleMemories,
  input: z.object({
    ...memoryFilters,
    includeExpired: z
      .boolean()
      .default(false)
      .describe("Also entries that aren't valid now, and entries that expired in the last 30 days."),
    ...pageInput,
  }),
  output: pageOf(Memory),
}).run(async (ctx, input) => {
  const { db, caller } = ctx
  const query = { ...input, sort: '-createdAt' }
  const seen = visibleOrOwn(ctx, 'm')
  const named = await resolveFilterIds(db, ctx, input)
  const conditions = [seen.where, isThere, ...conditionsOf(input, { expired: input.includeExpired })]
  for (const [column, id] of Object.entries(named))
    if (id) conditions.push(sql`m.${sql.raw(column)}_id = ${id}`)
  if (input.since) conditions.push(sql`m.created_at >= ${input.since}`)
  if (input.until) conditions.push(sql`m.created_at < ${input.until}`)
  if (input.tag?.length) conditions.push(sql`m.tags @> ${input.tag}::text[]`)
  const { after, orderAndLimit } = keysetPage(newestFirst, 'm.id', query)
  const rows = await db.run<SeenMemory>(
    sql`select ${memoryWithNames}, ${seen.right} as right from ${fromMemories}
      where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`.unprepared,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => memoryFromRow(row, caller),
  )
})

import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { truncate, counted, fitting, lengthOf, roomOf } from '../../../operations/token-budget.ts'
import { titleOf } from '../../search/found.ts'
import { answering, rounded, similarityField } from '../../search/relevance.ts'
import { visibleMemories } from './access.ts'
import { arrangeHits } from './arrange-hits.ts'
import { conditionsOf, memoryFilters, resolveFilterIds } from './filters.ts'
import { type MemoryHit, findMatchingMemories } from './find-matching-memories.ts'
import { FoundMemory, foundMemory, otherKinds } from './found-memory.ts'

const maxNearest = 5

export const searchMemory = operation({
  id: 'memories.search',
  summary: 'Search memory by meaning and words, best first. Returns nothing if no entry fits.',
  http: 'POST /api/memories/search',
  tool: {
    name: 'search_memory',
    rare: [
      'agent',
      'scope',
      'session',
      'kind',
      'since',
      'until',
      'includeSuperseded',
      'archived',
      'maxTokens',
      'nearest',
      'explain',
    ],
    brief: { include: 'Kinds to search too.', asOf: 'Past time.', limit: 'At most 50.' },
  },
  shows: ['memory', 'agent', 'project'],
  access: visibleMemories,
  reads: true,
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('Question in plain words.'),
    ...memoryFilters,
    include: z
      .array(z.enum(otherKinds))
      .max(otherKinds.length)
      .default([])
      .describe('Other kinds to search too: notes, decisions, specs, tasks.'),
    limit: z.int().min(1).max(50).default(10).describe('Maximum number of results.'),
    explain: z
      .boolean()
      .default(false)
      .describe('Return the reason for each match and the whole memory entry too.'),
    nearest: z
      .boolean()
      .default(false)
      .describe('If no entry fits, return the titles of the closest entries.'),
    maxTokens: z
      .int()
      .min(200)
      .max(50_000)
      .default(4000)
      .describe('Maximum length of the response in tokens of about 4 characters.'),
  }),
  output: z.object({
    items: z.array(FoundMemory),
    nearest: z
      .array(z.object({ id: z.uuid(), title: z.string(), similarity: similarityField }))
      .optional()
      .describe('Closest entries, if no entry fits and the caller asked for them.'),
    note: z.string().optional().describe('Advice if no entry fits.'),
    leftOut: z
      .object({ count: z.int(), reason: z.string() })
      .nullable()
      .describe('Matches that exceeded maxTokens.'),
    tokens: z.int().describe('Length of the response in tokens.'),
  }),
}).run(async (ctx, input) => {
  const named = await resolveFilterIds(ctx.db, ctx, input)
  const query = {
    ...named,
    text: input.query,
    kinds: ['memory' as const, ...input.include],
    tags: input.tag,
    limit: input.limit,
    where: storedWithin(input),
  }
  const conditions = sql.join(conditionsOf(input), ' and ')
  const closest = await findMatchingMemories(ctx, query, conditions)
  const found = answering(closest)
  if (found.length === 0) {
    if (!input.nearest) return counted({ items: [], note: nothingFits, leftOut: null })
    const nearest = closest.slice(0, maxNearest).map(toNearest)
    return counted({ items: [], nearest, note: nearestOnly, leftOut: null })
  }
  const { hits, conflicts } = await arrangeHits(ctx.db, found)
  const shown = { caller: ctx.caller, explain: input.explain }
  return withinBudget(
    hits.map((hit) => foundMemory(hit, conflicts.get(hit.id), shown)),
    input.maxTokens,
  )
})

const nothingFits = 'No entry fits this query. Pass "nearest": true for the titles of the closest entries.'
const nearestOnly = "No entry fits this query. The closest entries probably don't answer it."

function toNearest({ id, similarity, ...found }: MemoryHit) {
  const { title, body } = found.memory ? { title: '', body: found.memory.content } : found.hit
  return { id, title: titleOf({ title, body }), similarity: rounded(similarity) }
}

function storedWithin({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  const bounds: Sql[] = []
  if (since) bounds.push(sql`e.created_at >= ${since}`)
  if (until) bounds.push(sql`e.created_at < ${until}`)
  return bounds.length > 0 ? sql.join(bounds, ' and ') : undefined
}

/** Characters reserved for the fields of the response besides its items. */
const envelopeLength = 200

function withinBudget(found: FoundMemory[], maxTokens: number) {
  const room = roomOf(maxTokens) - envelopeLength
  const { kept, left } = fitting(found, room)
  // Returns the best match truncated if not even one fits.
  const items = kept.length > 0 ? kept : [truncateContent(found[0]!, room)]
  const count = kept.length > 0 ? left : found.length - items.length
  const reason =
    count > 0
      ? `They exceed ${maxTokens} tokens. Pass a larger maxTokens, or narrow the search.`
      : 'The entry is longer than maxTokens and was truncated. Pass a larger maxTokens to read all of it.'
  return counted({ items, leftOut: count > 0 || kept.length === 0 ? { count, reason } : null })
}

/** Cuts the text of a hit. Drops its copy in `memory`. */
function truncateContent({ memory: _, ...found }: FoundMemory, room: number): FoundMemory {
  const left = Math.max(0, room - lengthOf({ ...found, content: '' }))
  return { ...found, content: truncate(found.content, left) }
}

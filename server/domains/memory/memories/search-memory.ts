import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { truncate, counted, fitting, lengthOf, roomOf } from '../../../operations/token-budget.ts'
import { visibleMemories } from './access.ts'
import { conditionsOf, memoryFilters, resolveFilterIds } from './filters.ts'
import { type MemoryHit, findMatchingMemories } from './find-matching-memories.ts'
import { Memory, memoryFromRow } from './memory.ts'
import { rounded } from './similar.ts'
import { explainMatch } from './explain-match.ts'

const others = ['note', 'decision', 'spec', 'task'] as const

const Found = z
  .object({
    kind: z.enum(['memory', ...others]),
    id: z.uuid(),
    key: z.string().nullable().describe('Number of a task, decision or spec.'),
    title: z.string().describe('Title of a note, decision, spec or task.'),
    excerpt: z.string().describe('Best matching passage. Empty for memory: read memory.content.'),
    memory: Memory.nullable(),
    score: z.number().describe('From 0 to 1. 1 means ranked first both by words and by meaning.'),
    why: z.string().describe('Reason for the match.'),
    matched: z.array(z.string()).describe('Words of the query that it contains.'),
  })
  .meta({ id: 'FoundMemory' })

export const searchMemory = operation({
  id: 'memories.search',
  summary: 'Search memory by meaning and words: best first, with the reason for each match.',
  http: 'POST /api/memories/search',
  tool: {
    name: 'search_memory',
    rare: ['scope', 'session', 'kind', 'since', 'until', 'includeSuperseded', 'archived', 'maxTokens'],
    brief: { include: 'Kinds to search too.' },
  },
  shows: ['memory', 'agent', 'project'],
  access: visibleMemories,
  reads: true,
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('Question in plain words.'),
    ...memoryFilters,
    include: z
      .array(z.enum(others))
      .max(others.length)
      .default([])
      .describe('Other kinds to search too: notes, decisions, specs, tasks.'),
    limit: z.int().min(1).max(50).default(10).describe('Maximum number of results.'),
    maxTokens: z
      .int()
      .min(200)
      .max(50_000)
      .default(4000)
      .describe('Maximum length of the response in tokens of about 4 characters.'),
  }),
  output: z.object({
    items: z.array(Found),
    leftOut: z
      .object({ count: z.int(), reason: z.string() })
      .nullable()
      .describe('Matches that exceeded maxTokens.'),
    tokens: z.int().describe('Length of the response in tokens.'),
  }),
}).run(async (ctx, input) => {
  const named = await resolveFilterIds(ctx.db, ctx, input)
  const found = await findMatchingMemories(
    ctx,
    {
      ...named,
      text: input.query,
      kinds: ['memory', ...input.include],
      tags: input.tag,
      limit: input.limit,
      where: storedWithin(input),
    },
    sql.join(conditionsOf(input), ' and '),
  )
  return withinBudget(
    found.map((each) => toFound(each, ctx.caller)),
    input.maxTokens,
  )
})

function storedWithin({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  const bounds: Sql[] = []
  if (since) bounds.push(sql`e.created_at >= ${since}`)
  if (until) bounds.push(sql`e.created_at < ${until}`)
  return bounds.length > 0 ? sql.join(bounds, ' and ') : undefined
}

type Found = z.output<typeof Found>

function toFound(found: MemoryHit, caller: Caller): Found {
  const { kind, id, score, why, memory } = found
  const { key, title, body } = memory ? { key: null, title: '', body: '' } : found.hit
  return {
    kind: kind as Found['kind'],
    id,
    key,
    title,
    excerpt: body,
    memory: memory ? memoryFromRow(memory, caller) : null,
    score: rounded(score),
    why: explainMatch(why),
    matched: why.words?.matched ?? [],
  }
}

/** Characters reserved for the fields of the response besides its items. */
const envelopeLength = 200

function withinBudget(found: Found[], maxTokens: number) {
  const room = roomOf(maxTokens) - envelopeLength
  const { kept, left } = fitting(found, room)
  // Returns the best match truncated if not even one fits.
  const items = kept.length > 0 || found.length === 0 ? kept : [truncateContent(found[0]!, room)]
  const count = kept.length > 0 ? left : found.length - items.length
  const reason =
    count > 0
      ? `They exceed ${maxTokens} tokens. Pass a larger maxTokens, or narrow the search.`
      : 'The entry is longer than maxTokens and was truncated. Pass a larger maxTokens to read all of it.'
  const isTruncated = found.length > 0 && kept.length === 0
  return counted({ items, leftOut: count > 0 || isTruncated ? { count, reason } : null })
}

function truncateContent(found: Found, room: number): Found {
  const { memory, excerpt } = found
  const bare = { ...found, excerpt: '', memory: memory && { ...memory, content: '' } }
  const left = Math.max(0, room - lengthOf(bare))
  if (!memory) return { ...bare, excerpt: truncate(excerpt, left) }
  return { ...bare, memory: { ...memory, content: truncate(memory.content, left) } }
}

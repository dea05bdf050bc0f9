import { z } from 'zod'
import type { Caller } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { truncate, counted, fitting, lengthOf, roomOf } from '../../operations/token-budget.ts'
import { visibleMemories } from './access.ts'
import { conditionsOf, memoryFilters, resolveFilterIds } from './filters.ts'
import { type FoundHere, foundMemories } from './found-memories.ts'
import { Memory, memoryFromRow } from './memory.ts'
import { rounded } from './similar.ts'
import { whyItFits } from './why.ts'

const others = ['note', 'decision', 'spec', 'task'] as const

const Found = z
  .object({
    kind: z.enum(['memory', ...others]),
    id: z.uuid(),
    key: z.string().nullable().describe('Of a task, decision or spec: its number.'),
    title: z.string().describe('Of a note, decision, spec or task.'),
    excerpt: z.string().describe('The part that fits best. Of memory it is in the entry itself.'),
    memory: Memory.nullable(),
    score: z.number().describe('From 0 to 1: 1 is the first place by words and by meaning.'),
    why: z.string().describe('Why it was found.'),
    matched: z.array(z.string()).describe('The words of the question that stand in it.'),
  })
  .meta({ id: 'FoundMemory' })

export const searchMemory = operation({
  id: 'memories.search',
  summary: 'Search memory by meaning and words: best first, with why it was found.',
  http: 'POST /api/memories/search',
  tool: 'search_memory',
  rare: ['scope', 'session', 'kind', 'since', 'until', 'includeSuperseded', 'archived', 'maxTokens'],
  brief: { include: 'Search these too.' },
  access: visibleMemories,
  reads: true,
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('What you want to know, in your own words.'),
    ...memoryFilters,
    include: z
      .array(z.enum(others))
      .max(others.length)
      .default([])
      .describe('Search in these too: notes, decisions, specs, tasks.'),
    limit: z.int().min(1).max(50).default(10).describe('How many hits at most.'),
    maxTokens: z
      .int()
      .min(200)
      .max(50_000)
      .default(4000)
      .describe('How long the answer may be, in tokens of about 4 characters.'),
  }),
  output: z.object({
    items: z.array(Found),
    leftOut: z
      .object({ count: z.int(), reason: z.string() })
      .nullable()
      .describe('What was found, but had no room in the answer.'),
    tokens: z.int().describe('How long the answer is.'),
  }),
}).run(async (ctx, input) => {
  const named = await resolveFilterIds(ctx.db, ctx, input)
  const values: unknown[] = []
  const ofMemory = conditionsOf(input, values)
  const found = await foundMemories(
    ctx,
    {
      ...named,
      text: input.query,
      kinds: ['memory', ...input.include],
      tags: input.tag,
      limit: input.limit,
      where: storedWithin(input),
    },
    { where: ofMemory.join(' and ') || 'true', values },
  )
  return withinBudget(
    found.map((each) => shown(each, ctx.caller)),
    input.maxTokens,
  )
})

function storedWithin({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  const values: unknown[] = []
  const bounds = [
    since && `e.created_at >= $${values.push(since)}`,
    until && `e.created_at < $${values.push(until)}`,
  ]
  return { where: bounds.filter(Boolean).join(' and ') || 'true', values }
}

type Found = z.output<typeof Found>

function shown(found: FoundHere, caller: Caller): Found {
  const { kind, id, score, why, memory } = found
  const { key, title, body } = memory ? { key: null, title: '', body: '' } : found.hit
  return {
    kind: kind as Found['kind'],
    ...{ id, key, title, excerpt: body },
    memory: memory ? memoryFromRow(memory, caller) : null,
    ...{ score: rounded(score), why: whyItFits(why), matched: why.words?.matched ?? [] },
  }
}

/** What the answer says besides its hits. */
const frame = 200

function withinBudget(found: Found[], maxTokens: number) {
  const room = roomOf(maxTokens) - frame
  const { kept, left } = fitting(found, room)
  // Something is better than nothing: if not even one fits, the best is cut.
  const items = kept.length > 0 || found.length === 0 ? kept : [cut(found[0]!, room)]
  const count = kept.length > 0 ? left : found.length - items.length
  const reason =
    count > 0
      ? `There was no room for them in ${maxTokens} tokens. Ask with a larger maxTokens, or narrow the search.`
      : 'The entry is longer than maxTokens and was cut. Ask with a larger maxTokens to read all of it.'
  const isCut = found.length > 0 && kept.length === 0
  return counted({ items, leftOut: count > 0 || isCut ? { count, reason } : null })
}

function cut(found: Found, room: number): Found {
  const { memory, excerpt } = found
  const bare = { ...found, excerpt: '', memory: memory && { ...memory, content: '' } }
  const left = Math.max(0, room - lengthOf(bare))
  if (!memory) return { ...bare, excerpt: truncate(excerpt, left) }
  return { ...bare, memory: { ...memory, content: truncate(memory.content, left) } }
}

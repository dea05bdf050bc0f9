import { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { OperationError, reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { step } from '../../../operations/progress.ts'
import { reference } from '../../../operations/reference.ts'
import { onItem } from '../../work/items/access.ts'
import { requireUnarchived } from '../../work/tasks/insert-task.ts'
import { embedForSearch } from '../../search/embed.ts'
import { findMemories } from './access.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { Memory, type SeenMemory, memoryFields, memoryFromRow, memoryRef } from './memory.ts'
import { type InMemoryScope, intoScope, memoryScopeFields } from './scope-columns.ts'
import { type PreparedEntry, Similar, findSimilarBefore, withinCall } from './similar.ts'
import { supersede } from './supersede.ts'
import { requireOrder } from './validity.ts'
import type { MemoryRow, SourceRow } from './tables.ts'

const maxEntries = 100

const entryFields = {
  kind: memoryFields.kind.default('fact'),
  tags: memoryFields.tags.default([]),
  importance: memoryFields.importance.default(0.5),
  source: reference('item', 'Item that it was learned from: its number (WEB-42) or id.').optional(),
  supersedes: z
    .array(memoryRef)
    .max(50)
    .default([])
    .describe('Ids of the entries that it replaces. They are kept, but searches skip them. At most 50.'),
  validFrom: memoryFields.validFrom.optional(),
  validUntil: memoryFields.validUntil.optional(),
  expiresAt: memoryFields.expiresAt.optional(),
}

const Entry = z.strictObject({ content: memoryFields.content, ...entryFields })
type Entry = z.output<typeof Entry>

const Stored = z.object({
  memory: Memory,
  existing: z
    .boolean()
    .describe('True if the scope already had this content. Returns that entry, and nothing new was stored.'),
  similar: z.array(Similar).describe('Most similar entries of the same scope, most similar first.'),
})

export const storeMemory = operation({
  id: 'memories.store',
  summary: 'Store one fact or several. Returns similar and conflicting entries to supersede.',
  http: 'POST /api/memories',
  tool: {
    name: 'store_memory',
    rare: [
      'agent',
      'session',
      'importance',
      'source',
      'expiresAt',
      'kind',
      'validUntil',
      'entries.tags',
      'entries.supersedes',
      'entries.validFrom',
      'entries.importance',
      'entries.source',
      'entries.expiresAt',
      'entries.kind',
      'entries.validUntil',
    ],
    brief: {
      content: 'One fact.',
      entries: 'Several facts.',
      scope: 'agent: yours. project: shared.',
      supersedes: 'Ids of outdated entries.',
      validFrom: 'ISO 8601.',
    },
  },
  access: intoScope(),
  created: true,
  input: z.object({
    content: memoryFields.content.optional(),
    ...memoryScopeFields,
    ...entryFields,
    entries: z
      .array(Entry)
      .min(1)
      .max(maxEntries)
      .optional()
      .describe(
        `Several entries of the same scope instead of content, at most ${maxEntries}. Stores all of them or none.`,
      ),
  }),
  output: Stored.extend({
    rest: z
      .array(Stored)
      .optional()
      .describe('Results of the other entries, in order, if the caller passed entries.'),
  }),
  async prepare({ app, request, ...granted }, input) {
    const entries = entriesOf(input)
    // Sequential: the model runs on one thread that all requests share.
    const prepared: PreparedEntry<Entry>[] = []
    for (const [index, entry] of entries.entries()) {
      if (entries.length > 1) step(request, index, 2 * entries.length, 'Embedding entries')
      const embedded = await embedForSearch(app, entry.content)
      const ctx = { app, db: app.database, ...granted }
      const before = await findSimilarBefore(ctx, granted.place, entry, embedded, prepared)
      prepared.push({ entry, embedded, before })
    }
    return { prepared }
  },
}).run(async (ctx, input) => {
  const { prepared, project } = ctx
  if (project) requireUnarchived({ ...ctx, project })
  const stored: StoredEntry[] = []
  for (const [index, each] of prepared.entries()) {
    if (prepared.length > 1)
      step(ctx.request, prepared.length + index, 2 * prepared.length, 'Storing entries')
    stored.push(await storeEntry(ctx, each, stored, input.entries ? `entries.${index}.` : ''))
  }
  const [first, ...rest] = stored.map(({ output }) => output)
  return { ...first!, ...(rest.length > 0 && { rest }) }
})

interface StoredEntry {
  prepared: PreparedEntry<Entry>
  row: MemoryRow
  existing: boolean
  output: z.output<typeof Stored>
}

/** Returns the entries to store. Rejects a call with both forms, because one of them would be ignored. */
function entriesOf({
  content,
  entries,
  ...fields
}: { content?: string; entries?: Entry[] } & Omit<Entry, 'content'>) {
  if (content !== undefined && entries)
    rejectField('entries', 'Pass either "content" for one entry or "entries" for several.')
  if (entries) return entries
  if (content === undefined)
    return rejectField('content', 'Pass "content" for one entry or "entries" for several.')
  return [{ content, ...fields }]
}

async function storeEntry(
  ctx: Context & InMemoryScope,
  prepared: PreparedEntry<Entry>,
  earlier: StoredEntry[],
  path: string,
): Promise<StoredEntry> {
  const { entry, embedded } = prepared
  requireOrder(entry, `${path}validUntil`)
  const source = entry.source === undefined ? null : await resolveSource(ctx, entry.source, `${path}source`)
  const { row, existing } = await storeMemoryEntry(ctx, ctx.place, { ...entry, source }, embedded)
  const superseded = [...new Set(entry.supersedes)].filter((id) => id !== row.id).toSorted()
  await supersede(ctx, superseded, row, `${path}supersedes`)
  const [found] = existing ? await findMemories(ctx.db, ctx, [row.id], false) : []
  const memory = existing ? (found ?? reject('gone_meanwhile')) : withNames(ctx, row, superseded)
  const similar = withinCall(prepared, row.id, earlier)
  return { prepared, row, existing, output: { memory: memoryFromRow(memory, ctx.caller), existing, similar } }
}

/** Adds the joined columns of a new row from its scope, which saves a query. */
function withNames(
  { agent, project, session }: InMemoryScope,
  row: MemoryRow,
  supersedes: string[],
): SeenMemory {
  return {
    ...row,
    agent_name: agent?.name ?? null,
    session_title: session?.title ?? null,
    project_slug: project?.slug ?? null,
    project_name: project?.name ?? null,
    supersedes,
    right: project?.right ?? 'edit',
  }
}

async function resolveSource(ctx: Context & InOrganization, ref: string, path: string): Promise<SourceRow> {
  const access = { caller: ctx.caller, db: ctx.db, reads: true, hold: false }
  try {
    const { item } = await onItem('view').check(access, { item: ref })
    return { kind: item.kind, id: item.id, key: item.key }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return rejectField(path, `This item doesn't exist, or you can't see it: "${ref}".`)
  }
}

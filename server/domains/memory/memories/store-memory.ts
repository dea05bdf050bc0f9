import { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { OperationError, reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { reference } from '../../../operations/reference.ts'
import { onItem } from '../../work/items/access.ts'
import { requireUnarchived } from '../../work/tasks/insert-task.ts'
import { embedForSearch } from '../../search/embed.ts'
import { findMemories } from './access.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { Memory, type SeenMemory, memoryFields, memoryFromRow, memoryRef } from './memory.ts'
import { type InMemoryScope, intoScope, memoryScopeFields } from './scope-columns.ts'
import { Similar, similarTo } from './similar.ts'
import { supersede } from './supersede.ts'
import type { MemoryRow, SourceRow } from './tables.ts'

export const storeMemory = operation({
  id: 'memories.store',
  summary: 'Store a memory entry. Returns similar entries, so that you can supersede outdated ones.',
  http: 'POST /api/memories',
  tool: {
    name: 'store_memory',
    rare: ['agent', 'session', 'importance', 'source', 'expiresAt', 'kind'],
    brief: {
      content: 'One fact.',
      scope: 'agent: yours. project: shared.',
      supersedes: 'Ids of outdated entries.',
    },
  },
  access: intoScope(),
  created: true,
  input: z.object({
    content: memoryFields.content,
    ...memoryScopeFields,
    kind: memoryFields.kind.default('fact'),
    tags: memoryFields.tags.default([]),
    importance: memoryFields.importance.default(0.5),
    source: reference('item', 'Item that it was learned from: its number (WEB-42) or id.').optional(),
    supersedes: z
      .array(memoryRef)
      .max(50)
      .default([])
      .describe('Ids of the entries that it replaces. They are kept, but searches skip them. At most 50.'),
    expiresAt: memoryFields.expiresAt.optional(),
  }),
  output: z.object({
    memory: Memory,
    existing: z
      .boolean()
      .describe(
        'True if the scope already had this content. Returns that entry, and nothing new was stored.',
      ),
    similar: z.array(Similar).describe('Most similar entries of the same scope, most similar first.'),
  }),
  prepare: async ({ app }, { content }) => ({ embedded: await embedForSearch(app, content) }),
}).run(async (ctx, input) => {
  const { place, project, embedded } = ctx
  if (project) requireUnarchived({ ...ctx, project })
  const source = input.source === undefined ? null : await resolveSource(ctx, input.source)
  const { row, existing } = await storeMemoryEntry(ctx, place, { ...input, source }, embedded)
  const superseded = [...new Set(input.supersedes)].filter((id) => id !== row.id).toSorted()
  await supersede(ctx, superseded, row)
  const similar = await similarTo(ctx, place, { content: input.content, embedded, excludedId: row.id })
  const [found] = existing ? await findMemories(ctx.db, ctx, [row.id], false) : []
  const memory = existing ? (found ?? reject('gone_meanwhile')) : withNames(ctx, row, superseded)
  return { memory: memoryFromRow(memory, ctx.caller), existing, similar }
})

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

async function resolveSource(ctx: Context & InOrganization, ref: string): Promise<SourceRow> {
  const access = { caller: ctx.caller, db: ctx.db, reads: true, hold: false }
  try {
    const { item } = await onItem('view').check(access, { item: ref })
    return { kind: item.kind, id: item.id, key: item.key }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return rejectField('source', `This item doesn't exist, or you can't see it: "${ref}".`)
  }
}

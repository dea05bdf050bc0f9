import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { onItem } from '../items/access.ts'
import { requireUnarchived } from '../tasks/insert-task.ts'
import { embedForSearch } from '../search/embed.ts'
import { findMemories } from './access.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { Memory, type SeenMemory, memoryFields, memoryFromRow, memoryRef } from './memory.ts'
import { type InMemoryScope, intoScope, memoryScopeFields } from './scope-columns.ts'
import { Similar, similarTo } from './similar.ts'
import { supersede } from './supersede.ts'
import type { MemoryRow, SourceRow } from './tables.ts'

export const storeMemory = operation({
  id: 'memories.store',
  summary: 'Remember something. Answers similar entries, to be superseded if they no longer hold.',
  http: 'POST /api/memories',
  tool: 'store_memory',
  rare: ['agent', 'session', 'importance', 'source', 'expiresAt', 'kind'],
  brief: { content: 'One thing only.', scope: 'agent: yours. project: shared.', supersedes: 'Ids.' },
  access: intoScope(),
  created: true,
  input: z.object({
    content: memoryFields.content,
    ...memoryScopeFields,
    kind: memoryFields.kind.default('fact'),
    tags: memoryFields.tags.default([]),
    importance: memoryFields.importance.default(0.5),
    source: reference('item', 'The item that it was learned from: its number (WEB-42) or its id.').optional(),
    supersedes: z
      .array(memoryRef)
      .max(50)
      .default([])
      .describe('The ids of entries that it takes the place of: they are kept, but no longer found.'),
    expiresAt: memoryFields.expiresAt.optional(),
  }),
  output: z.object({
    memory: Memory,
    existing: z
      .boolean()
      .describe('The same words were there already: that entry is answered, and nothing new was stored.'),
    similar: z.array(Similar).describe('The nearest entries of the same scope, the nearest first.'),
  }),
  prepare: async ({ app }, { content }) => ({ embedded: await embedForSearch(app, content) }),
}).run(async (ctx, input) => {
  const { place, project, embedded } = ctx
  if (project) requireUnarchived({ ...ctx, project })
  const source = input.source === undefined ? null : await sourceCalled(ctx, input.source)
  const { row, existing } = await storeMemoryEntry(ctx, place, { ...input, source }, embedded)
  const superseded = [...new Set(input.supersedes)].filter((id) => id !== row.id).toSorted()
  await supersede(ctx, superseded, row)
  const similar = await similarTo(ctx, place, { content: input.content, embedded, besides: row.id })
  const [there] = existing ? await findMemories(ctx.db, ctx, [row.id], false) : []
  const memory = existing ? (there ?? reject('gone_meanwhile')) : withNames(ctx, row, superseded)
  return { memory: memoryFromRow(memory, ctx.caller), existing, similar }
})

/** What is new is called as the place is that it was put into. */
function withNames(
  { agent, project, session }: InMemoryScope,
  row: MemoryRow,
  supersedes: string[],
): SeenMemory {
  return {
    ...row,
    ...{ agent_name: agent?.name ?? null, session_title: session?.title ?? null },
    ...{ project_slug: project?.slug ?? null, project_name: project?.name ?? null },
    ...{ supersedes, right: project?.right ?? 'edit' },
  }
}

async function sourceCalled(ctx: Context & InOrganization, ref: string): Promise<SourceRow> {
  const asked = { caller: ctx.caller, db: ctx.db, reads: true, hold: false }
  try {
    const { item } = await onItem('view').check(asked, { item: ref })
    return { kind: item.kind, id: item.id, key: item.key }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return rejectField('source', `There is no such item, or you may not see it: "${ref}".`)
  }
}

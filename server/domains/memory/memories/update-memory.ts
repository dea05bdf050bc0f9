import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { embedForSearch } from '../../search/embed.ts'
import { onMemory } from './access.ts'
import { changeMemory } from './change-memory.ts'
import { Memory, memoryFields, memoryFromRow, memoryRef } from './memory.ts'
import { entriesToChange, rejectSupersedeCycle } from './supersede.ts'
import { requireOrder } from './validity.ts'

export const updateMemory = operation({
  id: 'memories.update',
  summary: 'Change a memory entry, or mark it as superseded. Null clears a time or supersededBy.',
  http: 'PATCH /api/memories/:memory',
  aliases: ['PUT /api/memories/:memory'],
  access: onMemory('edit'),
  input: z.object({
    memory: memoryRef,
    content: memoryFields.content.optional(),
    kind: memoryFields.kind.optional(),
    tags: memoryFields.tags.optional(),
    importance: memoryFields.importance.optional(),
    validFrom: memoryFields.validFrom.nullable().optional(),
    validUntil: memoryFields.validUntil.nullable().optional(),
    expiresAt: memoryFields.expiresAt.nullable().optional(),
    supersededBy: memoryRef
      .nullable()
      .optional()
      .describe('Id of the entry that replaces it. Null clears it.')
      .meta({ refers: 'memoryBeside' }),
  }),
  output: Memory,
  prepare: async ({ app, memory }, { content }) => ({
    embedded:
      content === undefined || content === memory.content ? undefined : await embedForSearch(app, content),
  }),
}).run(async (ctx, { memory: _, supersededBy, expiresAt, validFrom, validUntil, ...set }) => {
  if (supersededBy) {
    await entriesToChange(ctx, 'supersededBy', [supersededBy])
    await rejectSupersedeCycle(ctx, 'supersededBy', ctx.memory.id, supersededBy)
  }
  requireOrder({
    validFrom: validFrom === undefined ? ctx.memory.valid_from : validFrom,
    validUntil: validUntil === undefined ? ctx.memory.valid_until : validUntil,
  })
  const after = await changeMemory(
    ctx,
    ctx.memory,
    {
      ...set,
      ...(validFrom !== undefined && { valid_from: validFrom }),
      ...(validUntil !== undefined && { valid_until: validUntil }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(supersededBy !== undefined && { superseded_by: supersededBy }),
    },
    ctx.embedded,
  )
  return memoryFromRow({ ...ctx.memory, ...after }, ctx.caller)
})

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { step } from '../../../operations/progress.ts'
import { storeMemoryEntry } from '../memories/store-memory-entry.ts'
import { memoryFields, maxContentLength } from '../memories/memory.ts'
import { scopes } from '../memories/tables.ts'
import { embedForSearch } from '../../search/embed.ts'
import { onSession } from './access.ts'
import { type NewCheckpoint, checkpointOutcomes, checkpointFields, storeCheckpoint } from './checkpoint.ts'
import { resolveLearnedScope } from './learned.ts'
import { type SeenSession, Session, sessionFromRow, sessionRef } from './session.ts'
import { cutText } from '../../../platform/cut-text.ts'

export const endSession = operation({
  id: 'sessions.end',
  summary: 'End or pause a session, or save a checkpoint, with its state and what it learned.',
  http: 'POST /api/sessions/:session/end',
  tool: {
    name: 'end_session',
    rare: ['context', 'scope', 'learned.importance', 'learned.tags', 'learned.kind', 'goals'],
    brief: {
      as: 'Default: ended.',
      goals: 'All goals.',
      state: 'JSON to resume from.',
      learned: 'Facts to store as memory.',
    },
  },
  adds: true,
  access: onSession('edit'),
  input: z.object({
    session: sessionRef,
    as: z
      .enum(checkpointOutcomes)
      .default('ended')
      .describe(
        '"ended" (default), "paused" to continue later, or "checkpoint" to continue now. All can be resumed.',
      ),
    ...checkpointFields,
    learned: z
      .array(
        z.strictObject({
          content: memoryFields.content,
          kind: memoryFields.kind.default('fact'),
          tags: memoryFields.tags.default([]),
          importance: memoryFields.importance.default(0.5),
        }),
      )
      .max(50)
      .default([])
      .describe('Facts worth remembering, at most 50. Each becomes a memory entry.'),
    scope: z
      .enum(scopes)
      .optional()
      .describe(
        "Scope of the stored memory. Defaults to the agent's memory scope, else the project, else the session.",
      ),
  }),
  output: z.object({
    session: Session,
    memories: z.array(z.uuid()).describe('Ids of the stored memory entries.'),
  }),
  async prepare({ app, session, request }, input) {
    const entries = memoryEntriesOf(session, input)
    // Sequential: the model runs on one thread that all requests share.
    const embedded = []
    for (const [index, { content }] of entries.entries()) {
      step(request, index, 2 * entries.length, 'Embedding what was learned')
      embedded.push(await embedForSearch(app, content))
    }
    return { entries, embedded }
  },
}).run(async (ctx, { session: _, as, learned: __, scope, ...checkpoint }) => {
  const { entries, embedded, session, caller } = ctx
  const memories: string[] = []
  if (entries.length > 0) {
    const scopeColumns = await resolveLearnedScope(ctx, scope)
    const source = { kind: 'session', id: session.id, key: session.title }
    for (const [index, entry] of entries.entries()) {
      step(ctx.request, entries.length + index, 2 * entries.length, 'Storing what was learned')
      const { row } = await storeMemoryEntry(ctx, scopeColumns, { ...entry, source }, embedded[index])
      memories.push(row.id)
    }
  }
  const added = memories.filter((id) => !session.learned.includes(id))
  return { session: sessionFromRow(await storeCheckpoint(ctx, checkpoint, as, added), caller), memories }
})

type EndInput = NewCheckpoint & {
  as: (typeof checkpointOutcomes)[number]
  learned: {
    content: string
    kind: 'fact' | 'preference' | 'procedure' | 'episode' | 'summary'
    tags: string[]
    importance: number
  }[]
}

/** Returns the learned entries, plus a summary entry if the session ends. */
function memoryEntriesOf(
  session: SeenSession,
  { as, learned, summary, goals }: EndInput,
): EndInput['learned'] {
  if (as !== 'ended') return learned
  const goalLines = (goals ?? session.goals).map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`)
  const content = cutText([`${session.title}: ${summary}`, ...goalLines].join('\n'), maxContentLength)
  return [...learned, { content, kind: 'summary', tags: ['session'], importance: 0.5 }]
}

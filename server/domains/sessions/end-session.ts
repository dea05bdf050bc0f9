import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { step } from '../../operations/progress.ts'
import { storeMemoryEntry } from '../memories/store-memory-entry.ts'
import { memoryFields, maxContentLength } from '../memories/memory.ts'
import { scopes } from '../memories/tables.ts'
import { embedForSearch } from '../search/embed.ts'
import { onSession } from './access.ts'
import { type NewCheckpoint, becoming, checkpointFields, storeCheckpoint } from './checkpoint.ts'
import { learnedScope } from './learned.ts'
import { type SeenSession, Session, sessionFromRow, sessionRef } from './session.ts'
import { cutText } from '../../platform/cut-text.ts'

export const endSession = operation({
  id: 'sessions.end',
  summary:
    'End or pause a session, or keep a checkpoint: its state is kept, what was learned goes to memory.',
  http: 'POST /api/sessions/:session/end',
  tool: 'end_session',
  adds: true,
  rare: ['context', 'scope', 'learned.importance', 'learned.tags', 'learned.kind', 'goals'],
  brief: { as: 'Default ended.', goals: 'All of them.', state: 'Any JSON to keep.', learned: 'For memory.' },
  access: onSession('edit'),
  input: z.object({
    session: sessionRef,
    as: z
      .enum(becoming)
      .default('ended')
      .describe('"ended"; "paused" to go on later; "checkpoint" to go on at once. All can be resumed.'),
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
      .describe('What is worth remembering: each becomes an entry of memory.'),
    scope: z
      .enum(scopes)
      .optional()
      .describe(
        'Where that is kept. Left out: where the agent keeps it, else the project, else the session.',
      ),
  }),
  output: z.object({
    session: Session,
    memories: z.array(z.uuid()).describe('The entries of memory that came of it.'),
  }),
  async prepare({ app, session, request }, input) {
    const entries = entriesOf(session, input)
    // One after the other: the model has one thread, and others wait for it too.
    const embedded = []
    for (const [index, { content }] of entries.entries()) {
      step(request, index, 2 * entries.length, 'Reading what was learned')
      embedded.push(await embedForSearch(app, content))
    }
    return { entries, embedded }
  },
}).run(async (ctx, { session: _, as, learned: __, scope, ...kept }) => {
  const { entries, embedded, session, caller } = ctx
  const memories: string[] = []
  if (entries.length > 0) {
    const place = await learnedScope(ctx, scope)
    const source = { kind: 'session', id: session.id, key: session.title }
    for (const [index, entry] of entries.entries()) {
      step(ctx.request, entries.length + index, 2 * entries.length, 'Keeping what was learned')
      const { row } = await storeMemoryEntry(ctx, place, { ...entry, source }, embedded[index])
      memories.push(row.id)
    }
  }
  const news = memories.filter((id) => !session.learned.includes(id))
  return { session: sessionFromRow(await storeCheckpoint(ctx, kept, as, news), caller), memories }
})

type Ending = NewCheckpoint & {
  as: (typeof becoming)[number]
  learned: {
    content: string
    kind: 'fact' | 'preference' | 'procedure' | 'episode' | 'summary'
    tags: string[]
    importance: number
  }[]
}

/** What was learned; and of a session that ends, what came of it. */
function entriesOf(session: SeenSession, { as, learned, summary, goals }: Ending): Ending['learned'] {
  if (as !== 'ended') return learned
  const reached = (goals ?? session.goals).map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`)
  const content = cutText([`${session.title}: ${summary}`, ...reached].join('\n'), maxContentLength)
  return [...learned, { content, kind: 'summary', tags: ['session'], importance: 0.5 }]
}

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { step } from '../../../operations/progress.ts'
import { whoFromActor } from '../../../operations/actor.ts'
import { embedForSearch } from '../../search/embed.ts'
import { projectRef } from '../../projects/project.ts'
import { onSession } from './access.ts'
import { changeSession, workerColumns } from './change-session.ts'
import { latestCheckpoints } from './checkpoint.ts'
import { latest } from './find-session.ts'
import { Resumed, fillBudget } from './resumed.ts'
import { type SeenSession, sessionRef, statusOf } from './session.ts'
import { markSeen } from './sign-of-life.ts'
import { decisionsSince } from './since/decisions.ts'
import { changesSince } from './since/changes.ts'
import { memoryQueryOf, relevantMemory } from './since/memory.ts'
import { openWork } from './since/work.ts'

export const resumeSession = operation({
  id: 'sessions.resume',
  summary: 'Resume a session. Returns its context, goals, state, open tasks, recent changes and memory.',
  http: 'POST /api/sessions/:session/resume',
  tool: {
    name: 'resume_session',
    rare: ['maxTokens'],
    brief: { session: 'Id or title. Default: your latest.', project: 'Its latest session.' },
  },
  access: onSession('edit'),
  input: z.object({
    session: sessionRef
      .default(latest)
      .describe('Session id or title, or "latest" (default) for your latest session that has not ended.'),
    project: projectRef
      .optional()
      .describe(
        'Only sessions of this project: slug, key or id. Without one of yours, "latest" is the latest paused one.',
      ),
    maxTokens: z
      .int()
      .min(500)
      .max(50_000)
      .default(4000)
      .describe('Maximum response length in tokens of about 4 characters. `leftOut` lists what was omitted.'),
  }),
  output: Resumed,
  prepare: async ({ app, session }) => ({ embedded: await embedForSearch(app, memoryQueryOf(session)) }),
}).run(async (ctx, { maxTokens }) => {
  const { db, session, caller, embedded } = ctx
  const before = { ...session }
  const next = (done: number, message: string) => step(ctx.request, done, 4, message)
  // Sequential queries: they share the transaction's connection.
  next(0, 'Loading open tasks')
  const [checkpoint] = await latestCheckpoints(db, session.id, 1)
  const tasks = await openWork(ctx, before)
  next(1, 'Loading recent decisions')
  const decisions = await decisionsSince(ctx, before)
  next(2, 'Loading recent changes')
  const changes = await changesSince(ctx, before)
  next(3, 'Searching memory')
  const memory = await relevantMemory(ctx, before, embedded)
  const after = await changeSession(
    ctx,
    session,
    { resumed: session.resumed + 1, paused_at: null, ended_at: null, ...workerColumns(caller) },
    { type: 'session.resumed', data: { resumed: session.resumed + 1 } },
  )
  await markSeen(db, session.id)
  const resumed = { ...session, ...after, last_seen_at: before.last_seen_at }
  const parts = { checkpoint: checkpoint ?? null, tasks, decisions, changes, memory }
  return fillBudget(resumed, activeElsewhere(before, caller.credentialId), parts, maxTokens)
})

/** Warns, without blocking, that another client is active in this session. */
function activeElsewhere(session: SeenSession, credentialId: string) {
  if (statusOf(session) !== 'active' || session.credential_id === credentialId) return null
  return { by: whoFromActor(session.worker ?? session.created_by), lastSeenAt: session.last_seen_at }
}

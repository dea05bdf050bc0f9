import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { step } from '../../operations/progress.ts'
import { whoFromActor } from '../activity/actor.ts'
import { embedForSearch } from '../search/embed.ts'
import { latest, onSession } from './access.ts'
import { changeSession, workOf } from './change-session.ts'
import { latestCheckpoints } from './checkpoint.ts'
import { Resumed, fillBudget } from './resumed.ts'
import { type SeenSession, sessionRef, statusOf } from './session.ts'
import { markSeen } from './sign-of-life.ts'
import { decisionsSince } from './since/decisions.ts'
import { changesSince } from './since/changes.ts'
import { questionOf, relevantMemory } from './since/memory.ts'
import { openWork } from './since/work.ts'

export const resumeSession = operation({
  id: 'sessions.resume',
  summary: 'Go on with a session: answers its context, goals, state, open tasks, news and fitting memory.',
  http: 'POST /api/sessions/:session/resume',
  tool: 'resume_session',
  brief: { session: 'Left out: your latest.' },
  access: onSession('edit'),
  input: z.object({
    session: sessionRef
      .default(latest)
      .describe('Its id. Left out, or "latest": your latest that has not ended.'),
    maxTokens: z
      .int()
      .min(500)
      .max(50_000)
      .default(4000)
      .describe('How long the answer may be, in tokens of about 4 characters. It says what it left out.'),
  }),
  output: Resumed,
  prepare: async ({ app, session }) => ({ embedded: await embedForSearch(app, questionOf(session)) }),
}).run(async (ctx, { maxTokens }) => {
  const { db, session, caller, embedded } = ctx
  const before = { ...session }
  const next = (done: number, message: string) => step(ctx.request, done, 4, message)
  // One query after the other: they share the connection of the transaction.
  next(0, 'Reading the open work')
  const [checkpoint] = await latestCheckpoints(db, session.id, 1)
  const tasks = await openWork(ctx, before)
  next(1, 'Reading the decisions since')
  const decisions = await decisionsSince(ctx, before)
  next(2, 'Reading the changes since')
  const changes = await changesSince(ctx, before)
  next(3, 'Looking for memory that fits')
  const memory = await relevantMemory(ctx, before, embedded)
  const after = await changeSession(
    ctx,
    session,
    { resumed: session.resumed + 1, paused_at: null, ended_at: null, ...workOf(caller) },
    { type: 'session.resumed', data: { resumed: session.resumed + 1 } },
  )
  await markSeen(db, session.id)
  const resumed = { ...session, ...after, last_seen_at: before.last_seen_at }
  const parts = { checkpoint: checkpoint ?? null, tasks, decisions, changes, memory }
  return fillBudget(resumed, activeElsewhere(before, caller.credentialId), parts, maxTokens)
})

/** Nobody is refused: but whoever goes on should know that somebody is at it. */
function activeElsewhere(session: SeenSession, credentialId: string) {
  if (statusOf(session) !== 'active' || session.credential_id === credentialId) return null
  return { by: whoFromActor(session.worker ?? session.created_by), lastSeenAt: session.last_seen_at }
}

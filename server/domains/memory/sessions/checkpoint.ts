import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import type { OnSession } from './access.ts'
import { changeSession, workerColumns } from './change-session.ts'
import { Goal, type SeenSession, sessionFields } from './session.ts'
import { markSeen } from './sign-of-life.ts'
import type { CheckpointRow, SessionRow } from './tables.ts'

/** A snapshot of a session's progress. */
export const Checkpoint = z
  .object({
    number: z.int(),
    summary: z.string(),
    context: z.string(),
    goals: z.array(Goal),
    state: z.record(z.string(), z.unknown()),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Checkpoint' })

export function checkpointFromRow(row: CheckpointRow): z.output<typeof Checkpoint> {
  return {
    number: row.number,
    summary: row.summary,
    context: row.context,
    goals: row.goals,
    state: row.state,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
  }
}

export function latestCheckpoints(db: Queries, sessionId: string, limit: number): Promise<CheckpointRow[]> {
  return db.run<CheckpointRow>(
    sql`select * from checkpoints where session_id = ${sessionId} order by number desc limit ${limit}`,
  )
}

/** Input fields of every operation that stores a checkpoint. Omitted fields keep the session's current values. */
export const checkpointFields = {
  summary: sessionFields.summary,
  context: sessionFields.context.optional(),
  goals: sessionFields.goals.optional(),
  state: sessionFields.state.optional(),
}
export type NewCheckpoint = z.output<z.ZodObject<typeof checkpointFields>>

export const checkpointOutcomes = ['checkpoint', 'paused', 'ended'] as const
export type CheckpointOutcome = (typeof checkpointOutcomes)[number]

const events = {
  checkpoint: 'session.checkpointed',
  paused: 'session.paused',
  ended: 'session.ended',
} as const

/** Stores a checkpoint and makes the session active, paused or ended. Returns the updated session. */
export async function storeCheckpoint(
  ctx: Context & OnSession,
  { summary, context, goals, state }: NewCheckpoint,
  as: CheckpointOutcome,
  learned: string[] = [],
): Promise<SeenSession> {
  const { db, session, caller } = ctx
  if (session.ended_at !== null) reject('session_ended', { session: session.title })
  const now = databaseTime()
  const snapshot = {
    summary,
    context: context ?? session.context,
    goals: goals ?? session.goals,
    state: state ?? session.state,
  }
  const [checkpoint] = await db.run<CheckpointRow>(
    sql`insert into checkpoints (id, organization_id, session_id, number, summary, context, goals, state, created_by)
     select ${newId()}::uuid, ${session.organization_id}::uuid, ${session.id}::uuid, coalesce(max(number), 0) + 1,
            ${snapshot.summary}, ${snapshot.context}, ${JSON.stringify(snapshot.goals)}::jsonb,
            ${JSON.stringify(snapshot.state)}::jsonb, ${JSON.stringify(actorOf(caller))}::jsonb
       from checkpoints where session_id = ${session.id} returning *`,
  )
  const set: Partial<SessionRow> = {
    ...snapshot,
    learned: [...session.learned, ...learned],
    paused_at: as === 'paused' ? now : null,
    ended_at: as === 'ended' ? now : null,
    ...workerColumns(caller),
  }
  const after = await changeSession(ctx, session, set, {
    type: events[as],
    always: true,
    data: { checkpoint: checkpoint!.number, summary, ...(learned.length > 0 && { learned: learned.length }) },
  })
  const { last_seen_at } = await markSeen(db, session.id)
  return { ...session, ...after, last_seen_at, checkpoints: checkpoint!.number }
}

import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import type { Kind } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { freeForm, freeFormLimits } from '../../../operations/free-form.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Named, Who, whoFromActor } from '../../../operations/actor.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import type { SessionRow } from './tables.ts'

export const sessionStatuses = ['active', 'paused', 'ended'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Minutes without activity after which a session counts as paused. */
export const pauseAfterMinutes = 30

export const Goal = z.object({ text: z.string(), done: z.boolean() })
export const ProjectName = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** A session as the API returns it. */
export const Session = z
  .object({
    id: z.uuid(),
    title: z.string(),
    status: z
      .enum(sessionStatuses)
      .describe(`A session is paused explicitly, or after ${pauseAfterMinutes} minutes without activity.`),
    agent: Named.nullable().describe('The agent that works in it.'),
    project: ProjectName.nullable().describe('Its project. A session without one is private to its user.'),
    user: Named.describe('The user that it belongs to.'),
    context: z.string().describe('Background needed to continue.'),
    goals: z.array(Goal),
    summary: z.string().describe('Summary of its last checkpoint or its end.'),
    state: z.record(z.string(), z.unknown()).describe('JSON that its agent saved for later.'),
    learned: z.array(z.uuid()).describe('Ids of the memory entries it produced.'),
    checkpoints: z.int().describe('Number of checkpoints.'),
    resumed: z.int().describe('Number of times it was resumed.'),
    lastSeenAt: z.iso.datetime().describe('Last activity, to the minute.'),
    endedAt: z.iso.datetime().nullable(),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Update it and save checkpoints.'),
        resume: z.boolean(),
        delete: z.boolean(),
      })
      .describe('What the caller can do with it.'),
  })
  .meta({ id: 'Session' })

/** A session row with the joined names that the API shape needs. */
export interface SessionWithNames extends SessionRow {
  user_name: string
  agent_name: string | null
  project_slug: string | null
  project_name: string | null
  checkpoints: number
}

export interface SeenSession extends SessionWithNames {
  right: ProjectRight
}

/** The columns of `SessionWithNames`. Aliases: `s` is the session, `p` its project. */
export const sessionWithNames = sql`s.*, u.name as user_name, a.name as agent_name, p.slug as project_slug,
      p.name as project_name, (select count(*)::int from checkpoints c where c.session_id = s.id) as checkpoints`
export const fromSessions = sql`sessions s join users u on u.id = s.user_id
      left join projects p on p.id = s.project_id left join agents a on a.id = s.agent_id`

export function sessionFromRow(row: SeenSession, caller: Caller): z.output<typeof Session> {
  const edit = hasRight(row.right, 'edit')
  return { ...sessionItself(row), may: may(caller, { edit, resume: edit, delete: edit }) }
}

/** Returns the part of the shape that is the same for every caller. */
export function sessionItself(row: SessionWithNames): Omit<z.output<typeof Session>, 'may'> {
  return {
    id: row.id,
    title: row.title,
    status: statusOf(row),
    agent: row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name! },
    project: projectNameOf(row),
    user: { id: row.user_id, name: row.user_name },
    context: row.context,
    goals: row.goals,
    summary: row.summary,
    state: row.state,
    learned: row.learned,
    checkpoints: row.checkpoints,
    resumed: row.resumed,
    lastSeenAt: row.last_seen_at,
    endedAt: row.ended_at,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** Returns the project of a row, or null if it isn't in one. */
export function projectNameOf(row: {
  project_id: string | null
  project_slug: string | null
  project_name: string | null
}): z.output<typeof ProjectName> | null {
  if (row.project_id === null) return null
  return { id: row.project_id, slug: row.project_slug!, name: row.project_name! }
}

type StatusColumns = Pick<SessionRow, 'ended_at' | 'paused_at' | 'last_seen_at'>

/** Derives the status. An inactive session counts as paused without a write to the database. */
export function statusOf({ ended_at, paused_at, last_seen_at }: StatusColumns): SessionStatus {
  if (ended_at !== null) return 'ended'
  const isSilent = Date.parse(last_seen_at) < databaseNow() - pauseAfterMinutes * 60_000
  return paused_at !== null || isSilent ? 'paused' : 'active'
}

const activeSince = sql`now() - interval '${sql.raw(pauseAfterMinutes)} minutes'`

/** The same rules as SQL conditions, by the database clock that all servers share. */
export const inStatus: Record<SessionStatus, Sql> = {
  ended: sql`s.ended_at is not null`,
  paused: sql`s.ended_at is null and (s.paused_at is not null or s.last_seen_at < ${activeSince})`,
  active: sql`s.ended_at is null and s.paused_at is null and s.last_seen_at >= ${activeSince}`,
}

export const sessionKind: Kind<SessionRow> = {
  name: 'session',
  table: 'sessions',
  jsonLists: ['goals', 'learned'],
  key: 'title',
  project: 'project_id',
  person: 'owner_id',
}

/** The input field that names a session. */
export const sessionRef = reference('session', 'Session id or title, or "latest" for your latest.', 200)

export const sessionFields = {
  title: z.string().trim().min(1).max(200).describe('Title. Defaults to the start of its first goal.'),
  context: z.string().max(32_000).describe('Background needed to continue, in Markdown.'),
  goals: z
    .array(
      z.strictObject({
        text: z.string().trim().min(1).max(500).describe('The goal in one sentence.'),
        done: z.boolean().default(false).describe('Whether it is reached. Default false.'),
      }),
    )
    .max(50)
    .describe('All goals, including completed ones. At most 50.'),
  summary: z.string().trim().min(1).max(8000).describe('Progress so far, in a few sentences.'),
  state: freeForm().describe(`JSON to save for later: ${freeFormLimits}. Replaces the previous state.`),
}

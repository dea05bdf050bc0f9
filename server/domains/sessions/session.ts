import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Named, Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import type { SessionRow } from './tables.ts'

export const sessionStatuses = ['active', 'paused', 'ended'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Minutes without a sign of life after which a session is paused. */
export const silence = 30

export const Goal = z.object({ text: z.string(), done: z.boolean() })
export const ProjectName = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** The shape the world sees. */
export const Session = z
  .object({
    id: z.uuid(),
    title: z.string(),
    status: z
      .enum(sessionStatuses)
      .describe(`paused: somebody said so, or there was no sign of life for ${silence} minutes.`),
    agent: Named.nullable().describe('The agent at work.'),
    project: ProjectName.nullable().describe('Where it works. Without one it is its user’s alone.'),
    user: Named.describe('Whose session it is.'),
    context: z.string().describe('What whoever goes on has to know.'),
    goals: z.array(Goal),
    summary: z.string().describe('What its last checkpoint or its end said.'),
    state: z.record(z.string(), z.unknown()).describe('Whatever its agent kept for later.'),
    learned: z.array(z.uuid()).describe('The memories that were made of what it learned.'),
    checkpoints: z.int().describe('How many there are.'),
    resumed: z.int().describe('How often it was taken up again.'),
    lastSeenAt: z.iso.datetime().describe('The last sign of life, to the minute.'),
    endedAt: z.iso.datetime().nullable(),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change it, and keep checkpoints.'),
        resume: z.boolean(),
        delete: z.boolean(),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Session' })

/** A session with what its shape needs from other tables. */
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

/** Reads sessions `s` with those names; `p` is the project. */
export const sessionWithNames = `s.*, u.name as user_name, a.name as agent_name, p.slug as project_slug,
      p.name as project_name, (select count(*)::int from checkpoints c where c.session_id = s.id) as checkpoints`
export const fromSessions = `sessions s join users u on u.id = s.user_id
      left join projects p on p.id = s.project_id left join agents a on a.id = s.agent_id`

export function sessionFromRow(row: SeenSession, caller: Caller): z.output<typeof Session> {
  const edit = hasRight(row.right, 'edit')
  return { ...sessionItself(row), may: may(caller, { edit, resume: edit, delete: edit }) }
}

/** The same whoever looks at it. */
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

/** Of anything that may be in a project. */
export function projectNameOf(row: {
  project_id: string | null
  project_slug: string | null
  project_name: string | null
}): z.output<typeof ProjectName> | null {
  if (row.project_id === null) return null
  return { id: row.project_id, slug: row.project_slug!, name: row.project_name! }
}

type Signs = Pick<SessionRow, 'ended_at' | 'paused_at' | 'last_seen_at'>

/** A session that nobody heard of for a while is paused: nobody has to say so. */
export function statusOf({ ended_at, paused_at, last_seen_at }: Signs): SessionStatus {
  if (ended_at !== null) return 'ended'
  const silent = Date.parse(last_seen_at) < databaseNow() - silence * 60_000
  return paused_at !== null || silent ? 'paused' : 'active'
}

/** The same for the database, which has the clock that all servers share. */
export const inStatus: Record<SessionStatus, string> = {
  ended: 's.ended_at is not null',
  paused: `s.ended_at is null and (s.paused_at is not null or s.last_seen_at < now() - interval '${silence} minutes')`,
  active: `s.ended_at is null and s.paused_at is null and s.last_seen_at >= now() - interval '${silence} minutes'`,
}

export const sessionKind: Kind<SessionRow> = {
  name: 'session',
  table: 'sessions',
  key: 'title',
  project: 'project_id',
  person: 'owner_id',
}

/** How a session is named in any input. */
export const sessionRef = reference('session', 'The session: its id, or "latest" for your latest.')

export const sessionFields = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('What it is called. Left out: how its first goal begins.'),
  context: z.string().max(32_000).describe('What whoever goes on has to know, in markdown.'),
  goals: z
    .array(
      z.strictObject({
        text: z.string().trim().min(1).max(500).describe('What is to be reached.'),
        done: z.boolean().default(false).describe('Whether it is reached.'),
      }),
    )
    .max(50)
    .describe('All its goals, with those that are done.'),
  summary: z.string().trim().min(1).max(8000).describe('Where the work stands, in a few sentences.'),
  state: freeForm().describe(`JSON to keep for later: ${freeFormLimits}. Replaces the state before.`),
}

import { z } from 'zod'
import { type JournalRow, selectJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { Who } from '../../operations/actor.ts'
import type { Context } from '../../operations/context.ts'
import { may } from '../../operations/may.ts'
import { operation } from '../../operations/operation.ts'
import { Activity, activitiesFromRows } from '../activity/activity.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'
import { type ProjectRight, hasRight, visibleProjects } from '../projects/access.ts'
import { pauseAfterMinutes } from '../memory/sessions/session.ts'
import { canDelete, seesAgents } from './access.ts'
import { pausedOf } from './agent.ts'
import { today } from './budget.ts'
import type { AgentRow } from './tables.ts'

const maxAgents = 100
const maxSteps = 8
const recentMinutes = 15

const LiveTask = z.object({
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  project: z.string().describe('Slug of its project.'),
  since: z.iso.datetime().describe('When the agent claimed it.'),
  until: z.iso.datetime().describe('When the lease expires.'),
  more: z.int().describe('Number of further tasks that the agent has claimed.'),
})

const LiveSession = z.object({
  id: z.uuid(),
  title: z.string(),
  since: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})

/** An agent with its current work. */
const LiveAgent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.string(),
    working: z
      .boolean()
      .describe(
        `Whether it has a claim, an active session, or made a call in the last ${recentMinutes} minutes.`,
      ),
    paused: z.object({ by: Who, at: z.iso.datetime() }).nullable(),
    lastCallAt: z.iso.datetime().nullable().describe('To the minute.'),
    dailyBudget: z.int().nullable().describe('Maximum tool calls per day (UTC). Null: unlimited.'),
    usedToday: z.int().nullable().describe('Tool calls made today (UTC). Null if it has no budget.'),
    rejectedToday: z.int().describe('Tool calls that were rejected today (UTC).'),
    lastError: z.object({ code: z.string(), at: z.iso.datetime() }).nullable(),
    task: LiveTask.nullable().describe('The visible task that it claimed last.'),
    session: LiveSession.nullable().describe('Its visible session that was last active.'),
    steps: z
      .array(Activity)
      .describe(`Its latest activity, newest first, at most ${maxSteps}. Empty unless it is working.`),
    may: z
      .object({
        control: z.boolean().describe('Pause, resume or stop it.'),
        editTask: z.boolean().describe('Comment on its task, take it over or release it.'),
      })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'LiveAgent' })

export const listLiveAgents = operation({
  id: 'agents.listLive',
  summary: 'List agents with their current task, session and last steps, those at work first.',
  http: 'GET /api/agents/live',
  shows: ['*'],
  access: seesAgents,
  input: z.object({}),
  output: z.object({ items: z.array(LiveAgent).describe(`At most ${maxAgents}.`) }),
}).run(async (ctx) => {
  const rows = await readAgents(ctx)
  const working = rows.filter((row) => row.working).map(({ id }) => id)
  const steps = await latestSteps(ctx, working)
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      working: row.working,
      paused: pausedOf(row),
      lastCallAt: row.last_used_at,
      dailyBudget: row.daily_budget,
      usedToday: row.daily_budget === null ? null : (row.calls ?? 0),
      rejectedToday: row.rejected ?? 0,
      lastError: row.last_error && row.last_error_at ? { code: row.last_error, at: row.last_error_at } : null,
      task: row.task_id
        ? {
            id: row.task_id,
            key: row.task_key!,
            title: row.task_title!,
            project: row.task_project!,
            since: row.claimed_at!,
            until: row.lease_until!,
            more: row.claims! - 1,
          }
        : null,
      session: row.session_id
        ? {
            id: row.session_id,
            title: row.session_title!,
            since: row.session_since!,
            lastSeenAt: row.last_seen_at!,
          }
        : null,
      steps: steps.get(row.id) ?? [],
      may: may(ctx.caller, {
        control: canDelete(ctx, row),
        editTask: hasRight(row.task_right, 'edit'),
      }),
    })),
  }
})

interface LiveRow extends AgentRow {
  working: boolean
  last_used_at: string | null
  calls: number | null
  rejected: number | null
  last_error: string | null
  last_error_at: string | null
  task_id: string | null
  task_key: string | null
  task_title: string | null
  task_project: string | null
  claimed_at: string | null
  lease_until: string | null
  claims: number | null
  task_right: ProjectRight | null
  session_id: string | null
  session_title: string | null
  session_since: string | null
  last_seen_at: string | null
}

type LiveContext = Context & InOrganization

/** Reads the agents with their current work in one statement. A claim assigns its task, which has an index. */
function readAgents(ctx: LiveContext): Promise<LiveRow[]> {
  const visible = visibleProjects(ctx)
  return ctx.db.run<LiveRow>(
    sql`select a.*, c.last_used_at, g.calls, g.rejected, g.last_error, g.last_error_at,
            t.*, s.*, coalesce(t.task_id is not null or s.session_id is not null
              or c.last_used_at > now() - interval '1 minute' * ${sql.raw(recentMinutes)}, false) as working
       from agents a
       left join agent_usage g on g.agent_id = a.id and g.day = ${today}
       left join lateral (
         select max(c.last_used_at) as last_used_at from credentials c where c.agent_id = a.id) c on true
       left join lateral (
         select t.id as task_id, t.key as task_key, t.title as task_title, p.slug as task_project, t.claimed_at,
                t.lease_until, (count(*) over ())::int as claims, ${visible.right} as task_right
           from tasks t join projects p on p.id = t.project_id
          where t.assignee_agent_id = a.id and t.claimed_by ->> 'id' = a.id::text and t.lease_until > now()
            and t.deleted_at is null and p.deleted_at is null and ${visible.where}
          order by t.claimed_at desc, t.id desc limit 1) t on true
       left join lateral (
         select s.id as session_id, s.title as session_title, s.created_at as session_since, s.last_seen_at
           from sessions s left join projects p on p.id = s.project_id and p.deleted_at is null and ${visible.where}
          where s.agent_id = a.id and s.organization_id = a.organization_id and s.ended_at is null
            and s.paused_at is null and s.deleted_at is null
            and s.last_seen_at > now() - interval '1 minute' * ${sql.raw(pauseAfterMinutes)}
            and (p.id is not null or s.project_id is null and s.user_id = ${ctx.user.id})
          order by s.last_seen_at desc, s.id desc limit 1) s on true
      where a.organization_id = ${ctx.organization.id} and a.deleted_at is null
      order by working desc, c.last_used_at desc nulls last, lower(a.name) limit ${sql.raw(maxAgents)}`,
  )
}

/** Reads the latest visible activity of each agent in one statement, and the titles of the items in another. */
async function latestSteps(
  ctx: LiveContext,
  agentIds: string[],
): Promise<Map<string, z.output<typeof Activity>[]>> {
  if (agentIds.length === 0) return new Map()
  const rows = await ctx.db.run<JournalRow>(
    sql`select step.* from unnest(${agentIds}::uuid[]) as agent(agent_id) cross join lateral (
       ${selectJournal} where actor ->> 'id' = agent.agent_id::text and ${eventsVisibleTo(ctx)}
         and journal.type not in ('notification.created', 'notification.read')
       order by journal.xid desc, journal.seq desc limit ${sql.raw(maxSteps)}) step`,
  )
  const steps = await activitiesFromRows(ctx, rows)
  return Map.groupBy(steps, ({ actor }) => actor.id!)
}

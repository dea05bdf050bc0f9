import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { isTestCredential } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { usedToday } from '../agents/budget.ts'
import type { AgentRow } from '../agents/tables.ts'
import { isOwnSession } from '../memory/sessions/find-session.ts'
import { fromSessions, statusOf } from '../memory/sessions/session.ts'
import type { SessionRow } from '../memory/sessions/tables.ts'
import {
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
} from '../notifications/notification.ts'
import { countUnread, ownNotifications } from '../notifications/own-notifications.ts'
import { visibleProjects } from '../projects/access.ts'
import { visibleOrOwn } from '../projects/visible-or-own.ts'
import { holderOf } from '../work/tasks/claim.ts'
import { isReadyFor } from '../work/tasks/ready-tasks.ts'
import type { Priority, Status } from '../work/tasks/states.ts'

export type Asking = Pick<Context, 'db'> & InOrganization

/** The first entries of a list, and the number of all entries. */
export interface Start<Item> {
  items: Item[]
  total: number
}

const maxTasks = 8
const maxReady = 3
const maxSessions = 3
const maxNotifications = 5

/** Returns the agent of the token, or null. */
export async function ownAgent({ db, caller }: Asking) {
  if (!caller.agent) return null
  const [agent] = await db.run<AgentRow>(
    sql`select * from agents where id = ${caller.agent.id} and deleted_at is null`,
  )
  if (!agent) return null
  return {
    name: agent.name,
    role: agent.role,
    instructions: agent.instructions,
    memoryScope: agent.memory_scope,
    dailyBudget: agent.daily_budget,
    usedToday: await usedToday(db, agent),
  }
}

/** Returns the slug of the project that the token is bound to, or null. */
export async function ownProject({ db, caller }: Asking): Promise<string | null> {
  if (caller.projectId === null) return null
  const [project] = await db.run<{ slug: string }>(
    sql`select slug from projects where id = ${caller.projectId}`,
  )
  return project?.slug ?? null
}

interface OwnTask {
  key: string
  title: string
  status: Status
  priority: Priority
  claim?: number
  until?: string
}

/** Returns the open tasks that the caller holds or is assigned to, claimed ones first. */
export function ownTasks(ctx: Asking): Promise<Start<OwnTask>> {
  const { id } = holderOf(ctx.caller)
  const column = ctx.caller.agent ? sql`t.assignee_agent_id` : sql`t.assignee_user_id`
  // Never null, because nulls sort first.
  const isHeld = sql`coalesce(t.lease_until > now() and t.claimed_by ->> 'id' = ${id}::uuid::text, false)`
  return listTasks(ctx, {
    where: sql`${column} = ${id} and t.status not in ('complete', 'cancelled')`,
    isHeld,
    limit: maxTasks,
  })
}

/** Returns the tasks that the caller can claim and that are not assigned to them. */
export function readyTasks(ctx: Asking): Promise<Start<OwnTask>> {
  const isUnassigned = sql`t.assignee_user_id is null and t.assignee_agent_id is null`
  return listTasks(ctx, {
    where: sql`${isReadyFor(ctx)} and ${isUnassigned}`,
    isHeld: sql`false`,
    limit: maxReady,
  })
}

async function listTasks(
  ctx: Asking,
  { where, isHeld, limit }: { where: Sql; isHeld: Sql; limit: number },
): Promise<Start<OwnTask>> {
  const rows = await ctx.db.run<
    OwnTask & { held: boolean; claim_number: number; lease_until: string | null; total: number }
  >(
    sql`select t.key, t.title, t.status, t.priority, ${isHeld} as held, t.claim_number, t.lease_until,
            (count(*) over ())::int as total
       from tasks t join projects p on p.id = t.project_id
      where t.organization_id = ${ctx.organization.id} and t.deleted_at is null and p.deleted_at is null
        and ${visibleProjects(ctx).where} and ${where}
      order by held desc, t.priority_rank desc, coalesce(t.due_at, 'infinity'), t.id limit ${sql.raw(limit)}`,
  )
  const items = rows.map(({ key, title, status, priority, held, claim_number, lease_until }) => ({
    key,
    title,
    status,
    priority,
    ...(held && { claim: claim_number, until: lease_until! }),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** Returns the open sessions of the caller, the last active one first. */
export async function ownSessions(ctx: Asking) {
  const rows = await ctx.db.run<
    Pick<SessionRow, 'title' | 'ended_at' | 'paused_at' | 'last_seen_at'> & {
      project: string | null
      total: number
    }
  >(
    sql`select s.title, s.ended_at, s.paused_at, s.last_seen_at, p.slug as project, (count(*) over ())::int as total
       from ${fromSessions}
      where ${visibleOrOwn(ctx, 's').where} and s.deleted_at is null and s.ended_at is null and ${isOwnSession(ctx)}
      order by s.last_seen_at desc, s.id desc limit ${sql.raw(maxSessions)}`,
  )
  const items = rows.map((row) => ({ title: row.title, status: statusOf(row), project: row.project }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** Returns the unread notifications of the user. Test credentials and project tokens can't read them. */
export async function unreadNotifications(ctx: Asking): Promise<Start<{ title: string; at: string }>> {
  if (isTestCredential(ctx.caller) || ctx.caller.projectId !== null) return { items: [], total: 0 }
  const own = ownNotifications(ctx)
  const rows = await ctx.db.run<NotificationWithNames>(
    sql`select ${notificationWithNames} from ${fromNotifications} where ${own.where} and n.read_at is null
      order by n.at desc, n.id desc limit ${sql.raw(maxNotifications)}`,
  )
  const items = rows.map(notificationFromRow).map(({ title, at }) => ({ title, at }))
  return { items, total: await countUnread(ctx.db, own) }
}

import type { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { isTestCredential } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import {
  type Notification,
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
} from '../notifications/notification.ts'
import { ownNotifications } from '../notifications/own-notifications.ts'
import { type ProjectRight, visibleProjects } from '../projects/access.ts'
import { byAttention, isOwnOpenTask } from '../work/tasks/list-own-tasks.ts'
import { taskConverter } from '../work/tasks/show-tasks.ts'
import { type ShownTask, type Task, fromTasks, shownTask } from '../work/tasks/task.ts'

type Asking = Context & InOrganization

interface OwnTasks {
  items: z.output<typeof Task>[]
  /** Number of all, including those that are not listed. */
  total: number
}

/** Returns the first open tasks of the user that are not overdue. */
export function ownTasks(ctx: Asking, limit: number): Promise<OwnTasks> {
  return readTasks(ctx, sql`coalesce(t.due_at, 'infinity') >= now()`, byAttention, limit)
}

/** Returns the open tasks of the user past their due date, the oldest first. */
export function overdueTasks(ctx: Asking, limit: number): Promise<OwnTasks> {
  return readTasks(ctx, sql`t.due_at < now()`, sql`t.due_at, t.id`, limit)
}

async function readTasks(ctx: Asking, condition: Sql, order: Sql, limit: number): Promise<OwnTasks> {
  const { where, right } = visibleProjects(ctx)
  const rows = await ctx.db.run<ShownTask & { right: ProjectRight; total: number }>(
    sql`select ${shownTask}, ${right} as right, (count(*) over ())::int as total
       from ${fromTasks} where ${where} and ${isOwnOpenTask(ctx)} and ${condition}
      order by ${order} limit ${sql.raw(limit)}`,
  )
  const toTask = await taskConverter(ctx, rows)
  return { items: rows.map((row) => toTask(row, row.right)), total: rows[0]?.total ?? 0 }
}

/** Returns the unread mentions of the user in this organization. Test and project credentials can't read them. */
export async function unreadMentions(ctx: Asking, limit: number): Promise<z.output<typeof Notification>[]> {
  if (isTestCredential(ctx.caller) || ctx.caller.projectId !== null) return []
  const rows = await ctx.db.run<NotificationWithNames>(
    sql`select ${notificationWithNames} from ${fromNotifications}
      where ${ownNotifications(ctx).where} and n.organization_id = ${ctx.organization.id}
        and n.kind = 'mentioned' and n.read_at is null
      order by n.at desc, n.id desc limit ${sql.raw(limit)}`,
  )
  return rows.map(notificationFromRow)
}

export interface FirstSteps {
  project: boolean
  agent: boolean
  work: boolean
}

/** Returns which of the steps to a first working agent are done in the organization. */
export async function firstSteps(ctx: Asking): Promise<FirstSteps> {
  const inOrganization = sql`organization_id = ${ctx.organization.id}`
  const [row] = await ctx.db.run<FirstSteps>(
    sql`select exists (select 1 from projects p where ${visibleProjects(ctx).where} and p.deleted_at is null) as project,
           exists (select 1 from credentials where ${inOrganization} and kind = 'mcp_token' and first_call_at is not null) as agent,
           exists (select 1 from tasks where ${inOrganization}
              and (claim_number > 0 or created_by ->> 'kind' = 'agent' or created_by ->> 'via' is not null)) as work`,
  )
  return row!
}

import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { statuses } from '../work/tasks/states.ts'
import { weeksUpTo } from '../teams/analytics/weeks.ts'

/** Statistics of a project. */
export const ProjectStats = z
  .object({
    total: z.int().describe('Number of tasks.'),
    open: z.int().describe('Tasks that are neither complete nor cancelled.'),
    byStatus: z.record(z.enum(statuses), z.int()),
    blocked: z.int().describe('Open tasks that are blocked by another task or marked as blocked.'),
    overdue: z.int().describe('Open tasks past their due date.'),
    unassigned: z.int().describe('Open tasks without an assignee.'),
    completedLast7Days: z.int(),
    completedLast30Days: z.int(),
    throughput: z
      .array(
        z.object({
          week: z.string().describe('Monday of the week, in UTC.'),
          created: z.int(),
          completed: z.int(),
        }),
      )
      .describe('Last 8 weeks, current week last.'),
    featuresByStatus: z.record(z.enum(featureStatuses), z.int()),
  })
  .meta({ id: 'ProjectStats' })

const weeksShown = 8

/** Reads every number from an index. Only open tasks are read from the table, so large projects stay fast. */
export async function projectStats(db: Queries, projectId: string): Promise<z.output<typeof ProjectStats>> {
  const weeks = weeksUpTo(databaseNow(), weeksShown, 'UTC')
  const [counts, open, perWeek, features] = await Promise.all([
    tasksByStatus(db, projectId),
    openTasks(db, projectId),
    throughput(db, projectId, weeks),
    db.run<{ status: (typeof featureStatuses)[number]; count: number }>(
      sql`select status, count(*)::int as count from features where project_id = ${projectId} and deleted_at is null group by status`,
    ),
  ])
  return { ...counts, ...open, ...perWeek, featuresByStatus: counted(featureStatuses, features) }
}

/** Returns the task counts that the public overview may show. */
export async function tasksByStatus(db: Queries, projectId: string) {
  const rows = await db.run<{ status: (typeof statuses)[number]; count: number }>(
    sql`select status, count(*)::int as count from tasks where project_id = ${projectId} and deleted_at is null group by status`,
  )
  const byStatus = counted(statuses, rows)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { total, open: total - byStatus.complete - byStatus.cancelled, byStatus }
}

const openStatuses = statuses.filter((status) => status !== 'complete' && status !== 'cancelled')

async function openTasks(db: Queries, projectId: string) {
  const [row] = await db.run<{ blocked: number; overdue: number; unassigned: number }>(
    sql`select count(*) filter (where open_blockers > 0 or status = 'blocked')::int as blocked,
            count(*) filter (where due_at < now())::int as overdue,
            count(*) filter (where assignee_user_id is null and assignee_agent_id is null)::int as unassigned
       from tasks where project_id = ${projectId} and deleted_at is null and status = any(${openStatuses})`,
  )
  return row!
}

/** Counts by id range, because ids sort by creation time. This needs only the index. */
async function throughput(db: Queries, projectId: string, weeks: ReturnType<typeof weeksUpTo>) {
  const rows = await db.run<{ created: number; completed: number; last7: number; last30: number }>(
    sql`select (select count(*)::int from tasks t where t.project_id = ${projectId} and t.deleted_at is null
                and t.id >= w.first_id and t.id < w.next_id) as created,
            (select count(*)::int from tasks t where t.project_id = ${projectId} and t.deleted_at is null
                and t.completed_at >= w.start and t.completed_at < w.next) as completed,
            (select count(*)::int from tasks t where t.project_id = ${projectId} and t.deleted_at is null
                and t.completed_at > now() - interval '7 days') as last7,
            (select count(*)::int from tasks t where t.project_id = ${projectId} and t.deleted_at is null
                and t.completed_at > now() - interval '30 days') as last30
       from unnest(${weeks.map(({ start }) => firstIdAt(start))}::uuid[], ${weeks.map(({ end }) => firstIdAt(end))}::uuid[],
                   ${weeks.map(({ start }) => iso(start))}::timestamptz[], ${weeks.map(({ end }) => iso(end))}::timestamptz[])
              with ordinality as w (first_id, next_id, start, next, place)
      order by place`,
  )
  return {
    completedLast7Days: rows[0]!.last7,
    completedLast30Days: rows[0]!.last30,
    throughput: weeks.map(({ week }, index) => {
      const { created, completed } = rows[index]!
      return { week, created, completed }
    }),
  }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function counted<Name extends string>(names: readonly Name[], rows: { status: Name; count: number }[]) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const { status, count } of rows) counts[status] = count
  return counts
}

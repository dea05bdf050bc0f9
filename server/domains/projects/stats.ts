import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { countsOfProject, isWithoutDay } from '../work/items/task-counts.ts'
import { type Status, statuses } from '../work/tasks/states.ts'
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
const dayMs = 86_400_000

/** Reads counts by status and by day, so a project with many tasks costs the same as a small one. */
export async function projectStats(db: Queries, projectId: string): Promise<z.output<typeof ProjectStats>> {
  const now = databaseNow()
  const weeks = weeksUpTo(now, weeksShown, 'UTC')
  const [counts, edges, features] = await Promise.all([
    readCounts(db, projectId, { today: dayOf(now), since: weeks[0]!.week }),
    readEdges(db, projectId, now),
    db.run<{ status: (typeof featureStatuses)[number]; count: number }>(
      sql`select status, count(*)::int as count from features where project_id = ${projectId} and deleted_at is null group by status`,
    ),
  ])
  const sum = (measure: string, isCounted = (_day: string) => true) =>
    counts.reduce((total, row) => total + (row.measure === measure && isCounted(row.day) ? row.count : 0), 0)
  const completedAfter = (time: number) => sum('completed', (day) => day > dayOf(time))
  return {
    ...byStatusFrom(counts),
    blocked: sum('open_blocked'),
    overdue: sum('open_due') + edges.overdue_today,
    unassigned: sum('open_unassigned'),
    completedLast7Days: completedAfter(now - 7 * dayMs) + edges.completed_7_days_ago,
    completedLast30Days: completedAfter(now - 30 * dayMs) + edges.completed_30_days_ago,
    throughput: weeks.map(({ week, end }) => {
      const isInWeek = (day: string) => day >= week && day < dayOf(end)
      return { week, created: sum('created', isInWeek), completed: sum('completed', isInWeek) }
    }),
    featuresByStatus: counted(featureStatuses, features),
  }
}

interface Count {
  measure: string
  /** The day of tasks that were created or completed. */
  day: string
  count: number
}

function readCounts(db: Queries, projectId: string, { today, since }: { today: string; since: string }) {
  const isShown = sql`(${isWithoutDay} or measure = 'open_due' and day < ${today}::date
      or measure in ('created', 'completed') and day >= ${since}::date)`
  return db.run<Count>(
    sql`select measure, case when measure = 'open_due' then '' else day::text end as day, sum(count)::int as count
       from ${countsOfProject(projectId, isShown)} counts group by 1, 2`,
  )
}

interface Edges {
  overdue_today: number
  completed_7_days_ago: number
  completed_30_days_ago: number
}

/** Counts the tasks of days that belong to a period only in part. */
async function readEdges(db: Queries, projectId: string, now: number): Promise<Edges> {
  const inProject = sql`from tasks where project_id = ${projectId} and deleted_at is null`
  const completedSince = (time: number) => sql`(select count(*)::int ${inProject}
        and completed_at > ${iso(time)} and completed_at < ${iso(startOfDay(time) + dayMs)})`
  const [row] = await db.run<Edges>(
    sql`select (select count(*)::int ${inProject} and status <> all(${closedStatuses})
                and coalesce(due_at, 'infinity') >= ${iso(startOfDay(now))} and coalesce(due_at, 'infinity') < ${iso(now)}
              ) as overdue_today,
            ${completedSince(now - 7 * dayMs)} as completed_7_days_ago,
            ${completedSince(now - 30 * dayMs)} as completed_30_days_ago`,
  )
  return row!
}

/** Returns the task counts that the public overview may show. */
export async function tasksByStatus(db: Queries, projectId: string) {
  return byStatusFrom(
    await db.run<Pick<Count, 'measure' | 'count'>>(
      sql`select measure, sum(count)::int as count from ${countsOfProject(projectId, isWithoutDay)} counts group by 1`,
    ),
  )
}

const closedStatuses: Status[] = ['complete', 'cancelled']

function byStatusFrom(counts: Pick<Count, 'measure' | 'count'>[]) {
  const isStatus = (row: { measure: string }): row is { measure: Status } & Count =>
    (statuses as readonly string[]).includes(row.measure)
  const rows = counts.filter(isStatus).map(({ measure, count }) => ({ status: measure, count }))
  const byStatus = counted(statuses, rows)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { total, open: total - byStatus.complete - byStatus.cancelled, byStatus }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function dayOf(milliseconds: number): string {
  return iso(milliseconds).slice(0, 10)
}

function startOfDay(milliseconds: number): number {
  return Math.floor(milliseconds / dayMs) * dayMs
}

function counted<Name extends string>(names: readonly Name[], rows: { status: Name; count: number }[]) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const { status, count } of rows) counts[status] = count
  return counts
}

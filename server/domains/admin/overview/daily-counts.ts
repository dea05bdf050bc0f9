import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { Total } from '../../../platform/metrics.ts'

export const DayCounts = z.object({
  day: z.iso.date(),
  people: z.int().describe('New accounts.'),
  organizations: z.int().describe('New organizations.'),
  events: z.int().describe('Events in the journal. An estimate.'),
  requests: z.int(),
  errors: z.int().describe('Requests with a status of 500 or higher.'),
  slowOperations: z.int().describe('Operations that took longer than a second.'),
  emailsSent: z.int(),
  emailsFailed: z.int().describe('Failed attempts to send an email. Most are retried.'),
  webhooksDelivered: z.int(),
  webhooksFailed: z.int().describe('Failed attempts to deliver to a webhook. Most are retried.'),
})

type Day = z.output<typeof DayCounts>

/** Returns the counts of the last days, oldest first. */
export async function readDays(db: Queries, count: number): Promise<Day[]> {
  const days = await lastDays(db, count)
  const [counts, created, events] = await Promise.all([
    readCounts(db, days[0]!),
    readCreated(db, days[0]!),
    readEvents(db, days),
  ])
  return days.map((day, index) => {
    const of = (name: Total['name'], ...labels: string[]) =>
      counts
        .filter((row) => row.day === day && row.name === name)
        .filter(({ label }) => labels.length === 0 || labels.includes(label))
        .reduce((sum, row) => sum + row.count, 0)
    const createdOf = (kind: string) =>
      created.find((row) => row.day === day && row.kind === kind)?.count ?? 0
    return {
      day,
      people: createdOf('people'),
      organizations: createdOf('organizations'),
      events: events[index]!,
      requests: of('requests'),
      errors: of('requests', '5xx'),
      slowOperations: of('slow_operations'),
      emailsSent: of('email_attempts', 'sent'),
      emailsFailed: of('email_attempts', 'failed'),
      webhooksDelivered: of('webhook_attempts', 'delivered'),
      webhooksFailed: of('webhook_attempts', 'failed'),
    }
  })
}

/** Returns the days in UTC by the clock of the database, which all nodes share. */
async function lastDays(db: Queries, count: number): Promise<string[]> {
  const rows = await db.run<{ day: string }>(
    sql`select (((now() at time zone 'utc')::date - offset_days)::date)::text as day
       from generate_series(${count - 1}::int, 0, -1) as offset_days`,
  )
  return rows.map(({ day }) => day)
}

interface DayCount {
  day: string
  count: number
}

function readCounts(db: Queries, since: string) {
  return db.run<DayCount & { name: Total['name']; label: string }>(
    sql`select day::text, name, label, count::float8 as count from daily_counts where day >= ${since}::date`,
  )
}

function readCreated(db: Queries, since: string) {
  const perDay = (kind: 'people' | 'organizations', table: 'users' | 'organizations') =>
    sql`select ${sql.raw(`'${kind}'`)} as kind, (created_at at time zone 'utc')::date::text as day, count(*)::int as count
      from ${sql.raw(table)} where created_at >= ${since}::date::timestamp at time zone 'utc' group by 2`
  return db.run<DayCount & { kind: string }>(
    sql`${perDay('people', 'users')} union all ${perDay('organizations', 'organizations')}`,
  )
}

/**
 * Estimates the events of each day by the sequence number of its first row: one index lookup for each day instead of a
 * scan of the journal. Rows that were rolled back or erased count too.
 */
async function readEvents(db: Queries, days: string[]): Promise<number[]> {
  const starts = days.map((day) => firstIdAt(Date.parse(day)))
  const rows = await db.run<{ seq: number | null }>(
    sql`select (select seq from journal where id >= bounds.start order by id limit 1)::float8 as seq
       from unnest(${starts}::uuid[]) with ordinality as bounds(start, place) order by place`,
  )
  const [newest] = await db.run<{ seq: number }>(
    sql`select seq::float8 as seq from journal order by journal.xid desc, journal.seq desc limit 1`,
  )
  const end = (newest?.seq ?? 0) + 1
  return rows.map(({ seq }, index) => Math.max(0, (rows[index + 1]?.seq ?? end) - (seq ?? end)))
}

export const RankedOperation = z.object({ operation: z.string(), count: z.int() })

export function readRanking(
  db: Queries,
  name: 'slow_operations' | 'failed_operations',
  days: number,
): Promise<z.output<typeof RankedOperation>[]> {
  return db.run(
    sql`select label as operation, sum(count)::float8 as count from daily_counts
      where name = ${name} and day > (now() at time zone 'utc')::date - ${days}::int
      group by label order by 2 desc, 1 limit 10`,
  )
}

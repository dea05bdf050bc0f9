import type { Database } from '../../server/database/connect.ts'
import { databaseNow } from '../../server/database/clock.ts'
import { type Sql, sql } from '../../server/database/sql.ts'
import { setIdClock } from '../../server/platform/ids.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

const endOfWorkHour = 18

/**
 * Returns a time the given number of days ago, on a working day. Later days never give earlier working days. Today
 * counts only after work, so that every hour of the latest day is in the past.
 */
export function daysAgo(days: number, hour = 9): number {
  let day = Math.floor((Date.now() - endOfWorkHour * hourMs) / dayMs) * dayMs
  for (let left = Math.floor((days * 5) / 7); left > 0 || isWeekend(day); day -= dayMs)
    if (!isWeekend(day)) left--
  return day + hour * hourMs
}

function isWeekend(day: number): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}

interface Step {
  at: number
  run: () => Promise<unknown>
}

/** A story that happens at given times in the past. Operations run in that order, each as if it were that time. */
export function createTimeline() {
  const planned: Step[] = []
  const createdAt = databaseNow()
  const done: { at: number; startedAt: number }[] = []
  return {
    /** Plans a step. Steps run in the order of their times. */
    at(time: number, run: Step['run']): void {
      planned.push({ at: time, run })
    },
    async run(): Promise<void> {
      const latest = databaseNow() - planned.length * 1000
      let last = 0
      for (const { at, run } of planned.toSorted((one, other) => one.at - other.at)) {
        // Keeps the steps in order and in the past.
        last = Math.max(Math.min(at, latest), last + 1000)
        const startedAt = databaseNow()
        const offset = last - startedAt
        setIdClock(() => databaseNow() + offset)
        // The first step includes everything since the timeline was created, such as the first account.
        done.push({ at: last, startedAt: done.length === 0 ? createdAt : startedAt })
        await run()
      }
      setIdClock(Date.now)
    },
    /**
     * Moves the times that the steps stored to the times of the steps, in all tables of the organization. This is the
     * only place that changes stored data: the steps themselves are ordinary operations. Ids are created with the right
     * times already.
     */
    async backdate({ transaction }: Database, organizationId: string): Promise<void> {
      const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
      const starts = done.map(({ startedAt }) => iso(startedAt))
      const ends = [...starts.slice(1), iso(databaseNow() + 1000)]
      const times = done.map(({ at }) => iso(at))
      await transaction(async (db) => {
        await db.run(
          sql`create temporary table demo_steps on commit drop as
            select * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[], ${times}::timestamptz[])
              as step (started, ended, at)`,
        )
        const tables = await db.run<{ name: string; columns: string[]; is_of_organization: boolean }>(
          sql`select table_name as name, bool_or(column_name = 'organization_id') as is_of_organization,
              array_agg(column_name::text) filter (where data_type = 'timestamp with time zone') as columns
            from information_schema.columns join information_schema.tables using (table_schema, table_name)
            where table_schema = current_schema() and table_type = 'BASE TABLE' group by table_name`,
        )
        const members = sql`(select user_id from memberships where organization_id = ${organizationId})`
        const others: Record<string, Sql> = {
          organizations: sql`id = ${organizationId}`,
          users: sql`id in ${members}`,
        }
        for (const { name, columns, is_of_organization } of tables) {
          const where = is_of_organization ? sql`organization_id = ${organizationId}` : others[name]
          if (!where || columns === null) continue
          const set = columns.map((column) => {
            // With the table, because a column can have the name of one of demo_steps.
            const stored = sql.raw(`${name}.${column}`)
            return sql`${sql.raw(column)} = coalesce((select step.at + (${stored} - step.started) from demo_steps step
              where ${stored} >= step.started and ${stored} < step.ended), ${stored})`
          })
          await db.run(sql`update ${sql.raw(name)} set ${sql.join(set)} where ${where}`)
        }
        // The time of the last call is stored once a minute, and here eight weeks pass in one.
        await db.run(
          sql`update credentials set last_used_at =
              (select max(at) from journal where actor ->> 'id' = credentials.agent_id::text)
            where organization_id = ${organizationId} and agent_id is not null`,
        )
      })
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>

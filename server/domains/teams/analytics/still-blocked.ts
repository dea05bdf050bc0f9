import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { TeamAnalytics } from './analytics.ts'
import type { Measured } from './measure.ts'

const maxShown = 50

/** Returns the tasks that have been blocked longest, with their current keys and titles. */
export async function stillBlocked(
  db: Queries,
  blocked: Measured['stillBlocked'],
): Promise<Pick<TeamAnalytics['blocked'], 'count' | 'tasks'>> {
  const longest = blocked
    .toSorted((a, b) => a.since - b.since || (a.task < b.task ? -1 : 1))
    .slice(0, maxShown)
  const rows = await db.run<{ id: string; key: string; title: string }>(
    sql`select id, key, title from tasks where id = any(${longest.map(({ task }) => task)})`,
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const tasks = longest.flatMap(({ task, since }) => {
    const row = rowsById.get(task)
    return row ? [{ ...row, since: new Date(since).toISOString() }] : []
  })
  return { count: blocked.length, tasks }
}

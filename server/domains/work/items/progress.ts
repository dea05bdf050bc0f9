import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'

/** Progress of an epic, story or project. Computed from its tasks, never stored. */
export const Progress = z
  .object({
    total: z.int().describe('Number of its tasks.'),
    complete: z.int(),
    cancelled: z.int().describe('Number of cancelled tasks, which percent ignores.'),
    percent: z.int().describe('Percentage of complete tasks among those not cancelled, rounded down.'),
  })
  .meta({ id: 'Progress' })

export interface Counts {
  total: number
  complete: number
  cancelled: number
}

export const nothingBelow: Counts = { total: 0, complete: 0, cancelled: 0 }

export function progressFrom({ total, complete, cancelled }: Counts): z.output<typeof Progress> {
  const counting = total - cancelled
  const percent = counting === 0 ? 0 : Math.floor((100 * complete) / counting)
  return { total, complete, cancelled, percent }
}

/** Adds a task with this status to the counts. */
export function count(counts: Counts, status: string): void {
  counts.total++
  if (status === 'complete') counts.complete++
  if (status === 'cancelled') counts.cancelled++
}

const counted = sql`count(*)::int as total, (count(*) filter (where below.status = 'complete'))::int as complete,
        (count(*) filter (where below.status = 'cancelled'))::int as cancelled`

const below = {
  epics: (epic: Sql | string) => sql`stories part join tasks below on below.story_id = part.id
        where part.epic_id = ${epic} and part.deleted_at is null and below.deleted_at is null`,
  stories: (story: Sql | string) =>
    sql`tasks below where below.story_id = ${story} and below.deleted_at is null`,
}

/** Returns a lateral join that adds the counts of each row as `counts`. `id` is the SQL of the row's id. */
export function joinCounts(table: 'epics' | 'stories', id: Sql): Sql {
  return sql`cross join lateral (select ${counted} from ${below[table](id)}) counts`
}

/** Returns the counts of one epic or story. */
export async function countBelow(db: Queries, table: 'epics' | 'stories', id: string): Promise<Counts> {
  const [counts] = await db.run<Counts>(sql`select ${counted} from ${below[table](id)}`)
  return counts!
}

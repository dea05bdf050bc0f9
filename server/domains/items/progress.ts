import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'

/** How far an epic, a story or a project is: read from the tasks below it, and stored nowhere. */
export const Progress = z
  .object({
    total: z.int().describe('The tasks below it.'),
    complete: z.int(),
    cancelled: z.int().describe('Not to be done any more, so they count for nothing.'),
    percent: z.int().describe('How many of 100 tasks that are not cancelled are complete, rounded down.'),
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

/** Counts a task among those below something. */
export function count(counts: Counts, status: string): void {
  counts.total++
  if (status === 'complete') counts.complete++
  if (status === 'cancelled') counts.cancelled++
}

const counted = `count(*)::int as total, (count(*) filter (where below.status = 'complete'))::int as complete,
        (count(*) filter (where below.status = 'cancelled'))::int as cancelled`

const below = {
  epics: (epic: string) => `stories part join tasks below on below.story_id = part.id
        where part.epic_id = ${epic} and part.deleted_at is null and below.deleted_at is null`,
  stories: (story: string) => `tasks below where below.story_id = ${story} and below.deleted_at is null`,
}

/** For a list: joins the counts of each row, whose id this is, as `counts`. */
export function joinCounts(table: 'epics' | 'stories', id: string): string {
  return `cross join lateral (select ${counted} from ${below[table](id)}) counts`
}

/** The counts of one. */
export async function countBelow(db: Queries, table: 'epics' | 'stories', id: string): Promise<Counts> {
  const [counts] = await db.run<Counts>(`select ${counted} from ${below[table]('$1')}`, [id])
  return counts!
}

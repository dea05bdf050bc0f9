import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** Counts the stories of each epic, by id. Stops at `max`, so that an epic with very many stories costs no more. */
export async function countStories(
  db: Queries,
  epicIds: readonly string[],
  max: number,
): Promise<Map<string, number>> {
  if (epicIds.length === 0) return new Map()
  const rows = await db.run<{ id: string; count: number }>(
    sql`select asked.id, (select count(*)::int from (
          select 1 from stories s where s.epic_id = asked.id and s.deleted_at is null limit ${sql.raw(max)}) counted) as count
       from unnest(${[...epicIds]}::uuid[]) as asked(id)`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

import type { Queries } from './queries.ts'
import { sql } from './sql.ts'

/** Returns whether the database has an account. Its schema may not exist yet. */
export async function isFilled(database: Queries): Promise<boolean> {
  const [users] = await database.run<{ exists: boolean }>(
    sql`select to_regclass('public.users') is not null as exists`,
  )
  return users!.exists && (await database.run(sql`select 1 from users limit 1`)).length > 0
}

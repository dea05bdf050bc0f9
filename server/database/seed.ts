import type { Queries } from './queries.ts'
import { sql } from './sql.ts'
import { randomUUID } from 'node:crypto'

/** Returns whether the database has an account. Its schema may not exist yet. */
export async function isFilled(database: Queries): Promise<boolean> {
  const [users] = await database.run<{ exists: boolean }>(
    sql`select to_regclass('public.users') is not null as exists`,
  )
  return users!.exists && (await database.run(sql`select 1 from users limit 1`)).length > 0
}

/** Inserts the epoch of an instance, unless it has one. */
export async function seedInstance(db: Queries): Promise<void> {
  await db.run(sql`insert into instance (epoch) values (${randomUUID()}) on conflict do nothing`)
}

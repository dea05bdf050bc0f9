import type { Queries } from './queries.ts'

/** Returns whether the database has an account. Its schema may not exist yet. */
export async function isFilled(database: Queries): Promise<boolean> {
  const [users] = await database.run<{ exists: boolean }>(
    `select to_regclass('public.users') is not null as exists`,
  )
  return users!.exists && (await database.run('select 1 from users limit 1')).length > 0
}

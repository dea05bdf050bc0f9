import type { Queries } from './queries.ts'

/** Whether anybody has an account in this database, whose schema may not exist yet. */
export async function isFilled(database: Queries): Promise<boolean> {
  const [known] = await database.run<{ known: boolean }>(
    `select to_regclass('public.users') is not null as known`,
  )
  return known!.known && (await database.run('select 1 from users limit 1')).length > 0
}

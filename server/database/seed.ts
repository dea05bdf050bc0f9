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

/** Inserts the epoch and the default settings of an instance. Adds only missing rows, so it is safe to repeat and to run concurrently. */
export async function seedInstance(db: Queries): Promise<void> {
  await db.run(sql`insert into instance (epoch) values (${randomUUID()}) on conflict do nothing`)
  for (const [key, value, isPublic] of defaultSettings) {
    await db.run(
      sql`insert into settings (key, value, public) values (${key}, ${JSON.stringify(value)}, ${isPublic}) on conflict do nothing`,
    )
  }
}

const defaultSettings: [key: string, value: unknown, isPublic: boolean][] = [
  ['instance.name', 'Baton', true],
  ['registration.mode', 'open', true],
  ['registration.domains', [], true],
]

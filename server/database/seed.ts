import { randomUUID } from 'node:crypto'
import type { Queries } from './connect.ts'
import { sql } from './sql.ts'

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

import { randomUUID } from 'node:crypto'
import { seedSkills } from '../domains/skills/built-in.ts'
import type { Queries } from './connect.ts'

/** Inserts the initial data of an instance. Adds only missing rows, so it is safe to repeat and to run concurrently. */
export async function seed(db: Queries): Promise<void> {
  await db.run('insert into instance (epoch) values ($1) on conflict do nothing', [randomUUID()])
  for (const [key, value, isPublic] of defaultSettings) {
    await db.run('insert into settings (key, value, public) values ($1, $2, $3) on conflict do nothing', [
      key,
      JSON.stringify(value),
      isPublic,
    ])
  }
  await seedSkills(db)
}

const defaultSettings: [key: string, value: unknown, isPublic: boolean][] = [
  ['instance.name', 'Baton', true],
  ['registration.mode', 'open', true],
  ['registration.domains', [], true],
]

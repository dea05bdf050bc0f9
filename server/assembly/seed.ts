import type { Queries } from '../database/connect.ts'
import { seedInstance } from '../database/seed.ts'
import { storeMissingSettings } from '../operations/settings.ts'
import { storeMissingKinds } from '../domains/announcements/notification-kinds.ts'
import { seedSkills } from '../domains/knowledge/skills/built-in.ts'

/** Inserts the initial data of an instance. Adds only missing rows, so it is safe to repeat and to run concurrently. */
export async function seed(db: Queries): Promise<void> {
  await seedInstance(db)
  await storeMissingSettings(db)
  await storeMissingKinds(db)
  await seedSkills(db)
}

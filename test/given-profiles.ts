import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import type { Given } from './given.ts'

/** Inputs for public profiles that their schemas don't determine: a part of given.ts. */
export const givenProfiles: Record<string, Given> = {
  async 'profiles.get'({ user }, { app }) {
    const [row] = await app.database.run<{ username: string }>(
      sql`update users set profile_public = true where id = ${user.id} returning username`,
    )
    return { username: row!.username }
  },
  'profiles.updateOwn': () => ({ location: `city ${randomUUID()}`, link: '' }),
}

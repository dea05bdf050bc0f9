import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'

/** Returns the name of this instance as its emails show it. */
export async function instanceName(db: Queries): Promise<string> {
  const [setting] = await db.run<{ value: string }>(
    sql`select value from settings where key = 'instance.name'`,
  )
  return setting?.value ?? 'Baton'
}

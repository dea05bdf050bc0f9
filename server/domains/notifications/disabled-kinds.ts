import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

/** Returns the kinds that an administrator turned off for the whole instance. */
export async function disabledKinds(db: Queries): Promise<Set<string>> {
  const rows = await db.run<{ kind: string }>(sql`select kind from notification_kinds where not enabled`)
  return new Set(rows.map(({ kind }) => kind))
}

import type { Queries } from '../database/connect.ts'

/** What this instance is called in the mails it sends. */
export async function instanceName(db: Queries): Promise<string> {
  const [setting] = await db.run<{ value: string }>(`select value from settings where key = 'instance.name'`)
  return setting?.value ?? 'Baton'
}

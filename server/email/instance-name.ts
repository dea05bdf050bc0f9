import type { Queries } from '../database/connect.ts'

/** Returns the name of this instance as its emails show it. */
export async function instanceName(db: Queries): Promise<string> {
  const [setting] = await db.run<{ value: string }>(`select value from settings where key = 'instance.name'`)
  return setting?.value ?? 'Baton'
}

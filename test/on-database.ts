import { readConfig } from '../server/config.ts'
import type { Database } from '../server/database/connect.ts'
import { openConfigured } from '../server/database/open-configured.ts'

/** Opens the database of these settings without a server, and closes it after `work`. */
export async function onDatabase<Result>(
  settings: Record<string, string>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const undo: (() => unknown)[] = []
  try {
    return await work(openConfigured(readConfig(settings), undo, 0))
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

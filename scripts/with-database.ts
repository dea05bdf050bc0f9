import { readConfig } from '../server/config.ts'
import type { Database } from '../server/database/connect.ts'
import { openConfigured } from '../server/database/open-configured.ts'
import { reportFailure } from '../server/platform/operator-error.ts'
import { loadEnvFile } from './env-file.ts'

/** Opens the configured database for a command, without a statement timeout. Reports a failure in one sentence. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    loadEnvFile()
    await work(openConfigured(readConfig(process.env), undo, 0))
  } catch (error) {
    reportFailure(error)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

import { type Config, readConfig } from '../server/config.ts'
import type { Database } from '../server/database/connect.ts'
import { FolderInUse } from '../server/database/folder-lock.ts'
import { openConfigured } from '../server/database/open-configured.ts'
import { reportFailure } from '../server/platform/operator-error.ts'
import { loadEnvFile } from './env-file.ts'

/** Runs a command with the configuration from the environment and `.env`. Reports a failure in one sentence. */
export async function withConfig(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    loadEnvFile()
    await work(readConfig(process.env))
  } catch (error) {
    reportFailure(error)
  }
}

/**
 * Opens the configured database for a command that updates it, without a statement timeout. A server on the embedded
 * database updates it at its start, so there is nothing to do while one runs.
 */
export function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  return withConfig(async (config) => {
    const undo: (() => unknown)[] = []
    try {
      await work(openConfigured(config, undo, 0))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      console.log('Nothing to do: the server is running, and it updated its database when it started.')
    } finally {
      for (const step of undo.toReversed()) await step()
    }
  })
}

import { ConfigError, readConfig } from '../server/config.ts'
import type { Database } from '../server/database/connect.ts'
import { FolderInUse } from '../server/database/folder-lock.ts'
import { SchemaError } from '../server/database/migrate.ts'
import { RestoreError } from '../server/database/restore.ts'
import { openConfigured } from '../server/start.ts'

export class UsageError extends Error {}

/** Opens the configured database for a command, without limits in time, and tells in a sentence what went wrong. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    await work(openConfigured(readConfig(process.env), undo, 0))
  } catch (error) {
    const known = [ConfigError, FolderInUse, SchemaError, RestoreError, UsageError].some((kind) => error instanceof kind)
    console.error(known ? (error as Error).message : error)
    process.exitCode = 1
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

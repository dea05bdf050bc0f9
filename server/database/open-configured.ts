import type { Config } from '../config.ts'
import { type Database, openDatabase } from './connect.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseFolder } from './swap-folder.ts'

/** Opens the configured database without migrating it. Adds the steps that close it to `undo`. */
export function openConfigured(config: Config, undo: (() => unknown)[], timeout?: number): Database {
  const embedded = config.DB_CONNECTION === 'pglite'
  if (embedded) {
    const lock = openDataFolder(config.DATA_DIR)
    undo.push(() => lock.release())
  }
  const database = openDatabase(
    embedded
      ? { engine: 'pglite', folder: databaseFolder(config.DATA_DIR), timeout }
      : { engine: 'pgsql', url: config.DATABASE_URL!, pool: config.DATABASE_POOL, timeout },
  )
  undo.push(() => database.close())
  return database
}

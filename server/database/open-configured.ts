import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from './connect.ts'
import { openDataFolder } from './data-folder.ts'
import { sql } from './sql.ts'
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

/** A database that may not accept statements yet. */
export interface StartingDatabase {
  database: Database
  /** Rejects if the database can't start. */
  started: Promise<unknown>
  /** The steps that close it. */
  undo: (() => unknown)[]
}

/** Opens the configured database. The embedded one starts in its own thread, while the caller loads the server. */
export async function startConfigured(config: Config): Promise<StartingDatabase> {
  const undo: (() => unknown)[] = []
  const database = openConfigured(config, undo)
  const started = database.engine === 'pglite' ? database.run(sql`select 1`) : Promise.resolve()
  // `startServer` reports the error. Until then, it must not end the process as an unhandled one.
  started.catch(() => {})
  // The driver creates the thread in this turn of the event loop. Loading the server would block it.
  await nextTurn()
  return { database, started, undo }
}

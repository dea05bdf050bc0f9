import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from './connect.ts'
import { databaseFolder, snapshotPrefix } from './swap-folder.ts'

/**
 * Opens the data of a running server for a backup, without the server's timeouts. PostgreSQL gives each connection its
 * own snapshot. A backup would block the only connection of the embedded database for minutes. So the connection is
 * blocked only while the folder is copied, and the copy is opened.
 */
export async function withSnapshot<Result>(
  { config, database }: { config: Config; database: Database },
  work: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'pgsql')
    return closing(openDatabase({ engine: 'pgsql', url: config.DATABASE_URL!, pool: 1, timeout: 0 }), work)
  const folder = fs.mkdtempSync(path.join(config.DATA_DIR, snapshotPrefix))
  try {
    await copyFolder(database, databaseFolder(config.DATA_DIR), folder)
    return await closing(openDatabase({ engine: 'pglite', folder, timeout: 0 }), work)
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true })
  }
}

async function copyFolder(database: Database, from: string, to: string): Promise<void> {
  const client = await database.connect()
  try {
    // Writes all changes to the files, so that the copy needs no recovery.
    await client.query('checkpoint')
    await fs.promises.cp(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  } finally {
    client.release()
  }
}

async function closing<Result>(database: Database, work: (database: Database) => Promise<Result>) {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

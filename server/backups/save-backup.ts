import fs from 'node:fs'
import type http from 'node:http'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { BackupError, inspectBackup } from '../database/backup-format.ts'
import { type BackupSize, backUpToFile, writeNewFile } from '../database/backup.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { openConfigured } from '../database/open-configured.ts'
import { callDoor } from './call-door.ts'
import { recordBackup } from './record-backup.ts'

/** Saves the configured database to a new file. Requests it from the running server if that locks the data folder. */
export async function saveBackup(config: Config, file: string): Promise<BackupSize> {
  const undo: (() => unknown)[] = []
  try {
    const database = openConfigured(config, undo, 0)
    const size = await backUpToFile(database, file)
    // The backup is complete, also if a read-only database can't record it.
    await recordBackup(database, 'command', size.rows, fs.statSync(file).size).catch(() => {})
    return size
  } catch (error) {
    const response = error instanceof FolderInUse && (await callDoor(config.DATA_DIR, '/backup'))
    if (!response) throw error
    return await saveResponse(response, file)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

async function saveResponse(response: http.IncomingMessage, file: string): Promise<BackupSize> {
  if (response.statusCode !== 200)
    throw new BackupError(
      `The server can't make a backup: ${(await text(response)) || response.statusMessage}`,
    )
  return writeNewFile(file, async (output) => {
    await pipeline(response, output).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ECONNRESET'
        ? new BackupError('The server stopped sending the backup. Its log has the reason.')
        : error
    })
    const { tables, rows } = await inspectBackup(file)
    return { tables, rows }
  })
}

import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { BackupError, inspectBackup } from '../database/backup-format.ts'
import { type BackupSize, backUpToFile, writeNewFile } from '../database/backup.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { openConfigured } from '../database/open-configured.ts'
import { type DoorAddress, doorFile } from './backup-door.ts'

/** Saves the configured database to a new file. Requests it from the running server if that locks the data folder. */
export async function saveBackup(config: Config, file: string): Promise<BackupSize> {
  const undo: (() => unknown)[] = []
  try {
    return await backUpToFile(openConfigured(config, undo, 0), file)
  } catch (error) {
    const response = error instanceof FolderInUse && (await requestBackup(config.DATA_DIR))
    if (!response) throw error
    return await saveResponse(response, file)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** Returns undefined if the process that locks the folder isn't a server on this machine. */
async function requestBackup(dataFolder: string): Promise<http.IncomingMessage | undefined> {
  try {
    const { port, token } = JSON.parse(fs.readFileSync(doorFile(dataFolder), 'utf8')) as DoorAddress
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/backup',
      headers: { Authorization: `Bearer ${token}` },
      // The default agent can send requests, and so the token, to a proxy.
      agent: new http.Agent(),
    })
    request.end()
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return response
  } catch {
    return undefined
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

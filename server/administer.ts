import { text } from 'node:stream/consumers'
import { callDoor } from './backups/call-door.ts'
import type { Config } from './config.ts'
import { openBus } from './database/bus.ts'
import { FolderInUse } from './database/folder-lock.ts'
import { openEpoch } from './database/instance.ts'
import { readCommand, runOperatorCommand } from './domains/admin/operator-commands.ts'
import { createLog } from './platform/log.ts'
import { OperatorError } from './platform/operator-error.ts'
import { openDatabaseOf } from './start.ts'

/**
 * Runs an operator command on the configured database. A running server on the embedded database locks its folder, and
 * runs the command itself.
 */
export async function administer(config: Config, words: string[]): Promise<string> {
  readCommand(words)
  const undo: (() => unknown)[] = []
  try {
    const database = await openDatabaseOf(config, undo)
    const log = createLog('silent')
    const bus = await openBus(database, log, { redisUrl: config.REDIS_URL })
    undo.push(() => bus.close())
    return await runOperatorCommand({ config, database, bus, epoch: await openEpoch(database) }, words)
  } catch (error) {
    const response =
      error instanceof FolderInUse && (await callDoor(config.DATA_DIR, '/admin', JSON.stringify(words)))
    if (!response) throw error
    const output = await text(response)
    if (response.statusCode === 200) return output
    throw new OperatorError(output || "The server can't run this command. Its log has the reason.")
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

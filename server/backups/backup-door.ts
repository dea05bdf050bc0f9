import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { writeBackup } from '../database/backup.ts'
import type { Database } from '../database/connect.ts'
import { withSnapshot } from '../database/snapshot.ts'
import type { Log } from '../platform/log.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { recordBackup } from './record-backup.ts'

/** The file with the port and token that `npm run backup` and `npm run admin` use while the server locks the data folder. */
export const doorFile = (dataFolder: string) => path.join(dataFolder, 'backup-door.json')

export interface DoorAddress {
  port: number
  token: string
}

/** Runs an operator command and returns its output. Throws an `OperatorError` with the reason for a rejection. */
export type RunCommand = (words: string[]) => Promise<string>

/**
 * Streams backups to `npm run backup` and runs the commands of `npm run admin` on this machine while the server locks the
 * data folder. The port is open on the loopback interface only, and only the user of the server can read the token in
 * the data folder.
 */
export async function openBackupDoor(
  app: { config: Config; database: Database; log: Log },
  runCommand: RunCommand,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url')
  const server = http.createServer((request, response) => {
    if (!isAuthorized(request, token)) response.writeHead(401).end()
    else if (request.method !== 'POST') response.writeHead(404).end()
    else if (request.url === '/backup') void sendBackup(app, response)
    else if (request.url === '/admin') void sendOutput(app.log, request, response, runCommand)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = doorFile(app.config.DATA_DIR)
  const { port } = server.address() as AddressInfo
  // Creates a new file, because one that a killed server left could have another mode.
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, JSON.stringify({ port, token } satisfies DoorAddress), { mode: 0o600, flag: 'wx' })
  return async () => {
    fs.rmSync(file, { force: true })
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

function isAuthorized(request: http.IncomingMessage, token: string): boolean {
  const received = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

async function sendBackup(
  app: { config: Config; database: Database; log: Log },
  response: http.ServerResponse,
): Promise<void> {
  try {
    const { rows } = await withSnapshot(app, (snapshot) => {
      // A later failure truncates the response, and the client rejects an incomplete backup.
      response.flushHeaders()
      return writeBackup(snapshot, response)
    })
    // Only the client knows the size of its file.
    await recordBackup(app.database, 'command', rows, null)
  } catch (error) {
    app.log.error({ reason: (error as Error).message }, 'backup failed')
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end((error as Error).message)
  }
}

async function sendOutput(
  log: Log,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  runCommand: RunCommand,
): Promise<void> {
  try {
    const words = JSON.parse(await text(request)) as string[]
    response.end(await runCommand(words))
  } catch (error) {
    const isExplained = error instanceof OperatorError
    if (!isExplained) log.error({ err: error }, 'an operator command failed')
    response.writeHead(isExplained ? 400 : 500).end((error as Error).message)
  }
}

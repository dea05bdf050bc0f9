import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '../../server/assembly/client.ts'
import { readConfig } from '../../server/config.ts'
import { notifyPeople } from '../../server/domains/notifications/notify-people.ts'
import { catchUp } from '../../server/operations/follow-journal.ts'
import { createLog } from '../../server/platform/log.ts'
import { OperatorError } from '../../server/platform/operator-error.ts'
import { startServer } from '../../server/start.ts'
import { buildDashboard } from '../build-dashboard.ts'
import { connectPerson } from '../demo/actors.ts'
import { people } from '../demo/people.ts'

/** The URL that the pages show. The browser is directed to the port of the server. */
export const shownUrl = 'http://localhost:3000'

/** A server with the example organization, and the session of its owner. */
export interface Example {
  url: string
  token: string
  call: Client
  /** The time at which the example ends. */
  now: Date
  stop(): Promise<void>
}

export async function startExample(): Promise<Example> {
  await buildDashboard()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-screenshots-'))
  const deleteFolder = () => fs.rmSync(folder, { recursive: true, force: true })
  try {
    const password = addDemo(folder)
    const now = new Date()
    const config = readConfig({ DATA_DIR: folder, PORT: '0', APP_URL: shownUrl })
    const options = { jobs: false, search: false, followers: false, log: createLog('error') }
    const server = await startServer(config, options)
    await server.app.searchIndex.catchUp()
    await catchUp(server.app, notifyPeople(server.app))
    const login = await connectPerson(server.url, null)('accounts.logIn', {
      email: people.mara.email,
      password,
    })
    if (!('token' in login)) throw new OperatorError('Could not sign in to the example organization.')
    const stop = async () => {
      await server.stop()
      deleteFolder()
    }
    return { url: server.url, token: login.token, call: connectPerson(server.url, login.token), now, stop }
  } catch (error) {
    deleteFolder()
    throw error
  }
}

/** Returns the password of the example's owner. Runs in the folder, so that no `.env` names another database. */
function addDemo(folder: string): string {
  const script = fileURLToPath(new URL('../demo.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  const password = /password +(\S+)/.exec(stdout)?.[1]
  if (password === undefined || stderr) throw new OperatorError(`The example could not be created. ${stderr}`)
  return password
}

import os from 'node:os'
import { Problem } from '../../server/assembly/client.ts'
import { type Fields, cell } from '../cells.ts'
import { type Settings, checkUrl, readSettings, storeLogin } from '../config.ts'
import { connect } from '../connection.ts'
import { logInByDevice } from '../device-login.ts'
import { readOptions } from '../options.ts'
import { printRegistration, redeem } from './claim.ts'
import { findRegistration } from './token-file.ts'

/** Runs `baton tunnel register`: gets a one-time code with the user's login, and claims it. */
export async function register(words: string[]): Promise<void> {
  const options = readOptions(words, { name: 'string', url: 'string', json: 'boolean' })
  const settings = await signedIn(options.get('url'))
  const { nonce } = await requestCode(settings, options.get('name'))
  printRegistration(await redeem(settings.url, String(nonce)), options.has('json'))
}

/** Starts the device flow if there is no login for the server. */
async function signedIn(chosen: string | undefined): Promise<Settings> {
  const stored = readSettings()
  const url = chosen === undefined ? stored.url : checkUrl(chosen, '--url')
  const settings = readSettings({ ...process.env, BATON_URL: url })
  if (settings.token) return settings
  const login = await logInByDevice(connect({ url, token: null }))
  storeLogin(url, login)
  console.error(`Signed in to ${url} as ${cell(login.user)}.`)
  return readSettings({ ...process.env, BATON_URL: url })
}

/** Gets a new code for this machine's tunnel, so that a second registration keeps its history. */
async function requestCode(settings: Settings, name: string | undefined): Promise<Fields> {
  const call = connect(settings)
  const before = findRegistration()
  if (before?.url === settings.url)
    try {
      return await call('tunnels.register', { name: name ?? before.name, tunnel: before.tunnel })
    } catch (error) {
      // The tunnel was revoked, or belongs to another user.
      if (!(error instanceof Problem) || ![404, 409].includes(error.status)) throw error
    }
  return call('tunnels.register', { name: name ?? os.hostname() })
}

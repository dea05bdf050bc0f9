import os from 'node:os'
import { isFields } from '../cells.ts'
import { checkUrl, readSettings } from '../config.ts'
import { connect } from '../connection.ts'
import { UsageError } from '../failures.ts'
import { readOptions } from '../options.ts'
import { clean } from '../text.ts'
import { version } from '../version.ts'
import { type Registration, findRegistration, prepareRegistration } from './token-file.ts'

/** This machine as the service shows it. */
export const machine = {
  hostname: os.hostname(),
  platform: `${process.platform} ${process.arch}`,
  version,
}

/** Runs `baton tunnel claim CODE`, which needs no login. */
export async function claim(words: string[]): Promise<void> {
  const [code = '', ...rest] = words
  if (code === '' || code.startsWith('-'))
    throw new UsageError('Pass the code that the dashboard shows under Machines: baton tunnel claim CODE.')
  const options = readOptions(rest, { url: 'string', json: 'boolean' })
  const chosen = options.get('url')
  const url = chosen === undefined ? readSettings().url : checkUrl(chosen, '--url')
  printRegistration(await redeem(url, code.trim()), options.has('json'))
}

/** Exchanges a one-time code for the machine's own token, and stores the token. */
export async function redeem(url: string, nonce: string): Promise<Registration> {
  warnAboutPlainHttp(url)
  const before = findRegistration()
  const file = prepareRegistration()
  let registration: Registration | undefined
  try {
    const { tunnel, token } = await connect({ url, token: null })('tunnels.claim', { nonce, machine })
    if (!isFields(tunnel)) throw new Error('The response has no tunnel.')
    registration = { url, tunnel: String(tunnel.id), name: String(tunnel.name), token: String(token) }
  } finally {
    if (registration) file.save(registration)
    else file.discard()
  }
  if (before && before.tunnel !== registration.tunnel)
    console.error(`This replaces the registration as "${clean(before.name)}" at ${before.url}.`)
  return registration
}

export function printRegistration({ url, tunnel, name }: Registration, json: boolean): void {
  if (json) return console.log(JSON.stringify({ server: url, tunnel, name }, null, 2))
  console.log(`This machine is registered as "${clean(name)}" at ${url}.`)
  console.log(
    'Next, allow actions with "baton tunnel init", then connect with "baton tunnel" or "baton tunnel install".',
  )
}

function warnAboutPlainHttp(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    console.error(`The connection to ${url} isn't encrypted. Use https outside of a private network.`)
}

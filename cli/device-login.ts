import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../server/assembly/client.ts'
import type { Fields } from './cells.ts'
import type { Call } from './connection.ts'
import { openBrowser } from './open-browser.ts'
import { clean } from './text.ts'

const client = { client_id: 'baton-cli' }

/** Signs in as RFC 8628 describes: the user approves in a browser on any machine while this program polls. */
export async function logInByDevice(call: Call): Promise<Fields> {
  const name = `Baton CLI on ${os.hostname()}`.slice(0, 120)
  const request = await call('deviceFlow.request', { ...client, client: name })
  const url = clean(String(request.verification_uri_complete))
  console.error(`Open ${url} and check that the code is ${clean(String(request.user_code))}.`)
  openBrowser(url)
  return pollUntilApproved(call, request, (seconds) => pause(seconds * 1000))
}

type Wait = (seconds: number) => Promise<void>

export async function pollUntilApproved(call: Call, request: Fields, wait: Wait): Promise<Fields> {
  const poll = {
    ...client,
    device_code: request.device_code,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
  }
  let interval = Number(request.interval ?? 5)
  for (let waited = interval; ; waited += interval) {
    await wait(interval)
    try {
      return await call('deviceFlow.poll', poll)
    } catch (error) {
      if (!(error instanceof Problem) || waited > Number(request.expires_in)) throw error
      interval = nextInterval(interval, error)
    }
  }
}

function nextInterval(interval: number, problem: Problem): number {
  if (problem.code === 'authorization_pending') return interval
  if (problem.code === 'slow_down') return interval + 5
  // RFC 8628, section 3.5: back off after a timeout.
  if ([0, 429, 503].includes(problem.status)) return interval * 2
  throw problem
}

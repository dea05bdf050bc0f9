import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../server/operations/client.ts'
import { leave } from './ask.ts'
import type { Fields } from './cells.ts'
import type { Call } from './connection.ts'
import { openBrowser } from './open-browser.ts'
import { clean } from './text.ts'

const client = { client_id: 'baton-cli' }

/** RFC 8628: the person answers in a browser, here or on any other machine, while we ask now and then. */
export async function logInByDevice(call: Call): Promise<Fields> {
  const name = `Baton CLI on ${os.hostname()}`.slice(0, 120)
  const asked = await call('deviceFlow.request', { ...client, client: name })
  const address = clean(String(asked.verification_uri_complete))
  process.once('SIGINT', leave)
  console.error(`Open ${address} and check that the code is ${clean(String(asked.user_code))}.`)
  openBrowser(address)
  return untilAnswered(call, asked, (seconds) => pause(seconds * 1000))
}

type Wait = (seconds: number) => Promise<void>

export async function untilAnswered(call: Call, asked: Fields, wait: Wait): Promise<Fields> {
  const poll = {
    ...{ ...client, device_code: asked.device_code },
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
  }
  let interval = Number(asked.interval ?? 5)
  for (let waited = interval; ; waited += interval) {
    await wait(interval)
    try {
      return await call('deviceFlow.poll', poll)
    } catch (error) {
      if (!(error instanceof Problem) || waited > Number(asked.expires_in)) throw error
      interval = next(interval, error)
    }
  }
}

function next(interval: number, problem: Problem): number {
  if (problem.code === 'authorization_pending') return interval
  if (problem.code === 'slow_down') return interval + 5
  // RFC 8628, 3.5: whoever gets no answer asks half as often.
  if ([0, 429, 503].includes(problem.status)) return interval * 2
  throw problem
}

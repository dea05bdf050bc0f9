import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../config.ts'
import type { Call } from '../connection.ts'
import { Failure } from '../failures.ts'
import { listen } from '../watch.ts'
import { describeProblem } from './report.ts'
import { Offline, type RoundOptions, isTemporary, syncOnce } from './round.ts'
import type { State } from './state.ts'

const debounceMs = 300
/** A change becomes visible to a pull after all earlier transactions, so an event can be too early. */
const pollIntervalMs = 15_000
const backoffMs = [1000, 2000, 5000, 10_000, 30_000]

/** Syncs after each change of a file or of the server, until it is stopped. */
export async function watchFolder(
  state: State,
  settings: Settings,
  call: Call,
  { json, ...options }: RoundOptions & { json: boolean },
): Promise<never> {
  const signal = new Wakeup()
  const files = fs.watch(state.folder, { recursive: true }, (_event, name) => {
    if (name === null || !/(^|[\\/])\.(baton|git)([\\/]|$)/.test(name)) signal.wake()
  })
  files.on('error', ({ message }) => console.error(`Changes of files are found by polling: ${message}`))
  void followServer(settings, call, () => signal.wake())
  const rejected = new Map<string, string>()
  const printed = new Set<string>()
  const printOnce = (message: string) => {
    if (!printed.has(message)) console.error(message)
    printed.add(message)
  }
  for (let failures = 0; ;) {
    try {
      const report = await syncOnce(state, call, { ...options, rejected })
      if (failures > 0) console.error('Connected again.')
      failures = 0
      const problems = report.problems.map(describeProblem)
      for (const old of printed) if (!problems.includes(old)) printed.delete(old)
      if (json && report.done.length + problems.length > 0) console.log(JSON.stringify(report.json()))
      else if (!json) report.printChanges()
      if (!json) problems.forEach(printOnce)
    } catch (error) {
      if (error instanceof Offline || isTemporary(error)) {
        if (failures++ === 0) console.error(`${error.message} Your changes are kept. Retrying.`)
      } else if (error instanceof Failure) printOnce(error.message)
      else throw error
    }
    await signal.next(failures > 0 ? backoffMs[Math.min(failures, backoffMs.length) - 1]! : pollIntervalMs)
    await delay(debounceMs)
  }
}

/** Calls back after each event of the organization, and reconnects. Polling replaces it while it is down. */
async function followServer(settings: Settings, call: Call, wake: () => void): Promise<void> {
  for (let failures = 0; ; failures++) {
    const position = { topics: ['organization'], cursor: undefined }
    await listen(settings, call, position, {
      subscribed() {
        failures = 0
        wake()
      },
      event: wake,
    }).catch(() => {})
    await delay(backoffMs[Math.min(failures, backoffMs.length - 1)])
  }
}

/** Remembers that something happened, until someone waits for it. */
class Wakeup {
  private isAwake = false
  private resolve: (() => void) | undefined

  wake(): void {
    this.isAwake = true
    this.resolve?.()
  }

  async next(timeoutMs: number): Promise<void> {
    if (!this.isAwake) {
      const timer = setTimeout(() => this.wake(), timeoutMs)
      await new Promise<void>((resolve) => (this.resolve = resolve))
      clearTimeout(timer)
    }
    this.isAwake = false
  }
}

import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, it } from 'node:test'
import { createLog } from './log.ts'
import { backoffMs, loop } from './loop.ts'

const log = createLog('silent')

describe('a background loop', () => {
  it('runs until no work is left, waits for a wake-up, and stops on request', async () => {
    const events = new EventEmitter()
    let left = 3
    const running = loop(log, 'counting', async () => {
      left--
      if (left === 0) events.emit('done')
      return left > 0
    })
    await once(events, 'done')
    left = 1
    running.wake()
    await once(events, 'done')
    await running.stop()
    assert.equal(left, 0)
  })

  it('combines wake-ups in quick succession', async () => {
    const events = new EventEmitter()
    let steps = 0
    const running = loop(log, 'counting', async () => {
      steps++
      setImmediate(() => events.emit('step'))
      return false
    })
    await once(events, 'step')
    const before = steps
    for (let times = 0; times < 100; times++) {
      running.wake()
      await new Promise(setImmediate)
    }
    await once(events, 'step')
    assert.ok(steps - before < 50, `${steps - before} steps for 100 calls`)
    await running.stop()
  })

  it('retries within two seconds while the database is unreachable, and with backoff after other failures', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const waits = (error: Error) => [1, 2, 3, 10, 1000].map((failures) => backoffMs(error, failures))
    assert.deepEqual(waits(refused), [1000, 2000, 2000, 2000, 2000])
    assert.deepEqual(waits(new Error('status 400')), [1000, 2000, 4000, 60_000, 60_000])
  })

  it('retries a failed step', async () => {
    const events = new EventEmitter()
    let tries = 0
    const running = loop(log, 'failing', async () => {
      tries++
      if (tries === 1) throw new Error('not today')
      setImmediate(() => events.emit('done'))
      return false
    })
    await once(events, 'done')
    await running.stop()
    assert.equal(tries, 2)
  })
})

import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, it } from 'node:test'
import { createLog } from './log.ts'
import { backoffMs, loop } from './loop.ts'

const log = createLog('silent')

describe('what goes on by itself', () => {
  it('goes on while there is more, then waits until it is woken, and stops when told to', async () => {
    const told = new EventEmitter()
    let left = 3
    const running = loop(log, 'counting', async () => {
      left--
      if (left === 0) told.emit('done')
      return left > 0
    })
    await once(told, 'done')
    left = 1
    running.wake()
    await once(told, 'done')
    await running.stop()
    assert.equal(left, 0)
  })

  it('does what comes in quick succession together', async () => {
    const told = new EventEmitter()
    let steps = 0
    const running = loop(log, 'gathering', async () => {
      steps++
      setImmediate(() => told.emit('step'))
      return false
    })
    await once(told, 'step')
    const before = steps
    for (let times = 0; times < 100; times++) {
      running.wake()
      await new Promise(setImmediate)
    }
    await once(told, 'step')
    assert.ok(steps - before < 50, `${steps - before} steps for 100 calls`)
    await running.stop()
  })

  it('retries within two seconds while the database is away, and ever less often after other failures', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const waits = (error: Error) => [1, 2, 3, 10, 1000].map((failures) => backoffMs(error, failures))
    assert.deepEqual(waits(refused), [1000, 2000, 2000, 2000, 2000])
    assert.deepEqual(waits(new Error('answered 400')), [1000, 2000, 4000, 60_000, 60_000])
  })

  it('tries again what failed', async () => {
    const told = new EventEmitter()
    let tries = 0
    const running = loop(log, 'failing', async () => {
      tries++
      if (tries === 1) throw new Error('not today')
      setImmediate(() => told.emit('done'))
      return false
    })
    await once(told, 'done')
    await running.stop()
    assert.equal(tries, 2)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWatch, watched } from './watch.ts'

describe('the timeout of a model server', () => {
  it('does not count the time of a busy reader', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const watch = createWatch(1000, undefined)
    const waiting = Promise.withResolvers<void>()
    async function* server() {
      yield 'one'
      mock.timers.tick(999)
      yield 'two'
      mock.timers.tick(1000)
      waiting.resolve()
      yield 'three'
    }
    const chunks = watched(server(), watch)
    for (const expected of ['one', 'two']) {
      assert.equal((await chunks.next()).value, expected)
      mock.timers.tick(10_000)
      assert.equal(watch.hasExpired(), false)
    }
    void chunks.next()
    await waiting.promise
    assert.equal(watch.hasExpired(), true)
    assert.equal(watch.signal.aborted, true)
  })
})

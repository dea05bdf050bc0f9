import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EventLog } from './event-log.ts'

describe('EventLog', () => {
  it('replays the events after a position, per stream', () => {
    const log = new EventLog()
    const stream = log.openStream()
    const first = log.mark(stream)
    log.add(0, 'of the session')
    const second = log.add(stream, 'one')
    log.add(stream, 'two')
    const after = (id: string) => log.after(log.read(id)!).map(({ data }) => data)
    assert.deepEqual(after(first), ['one', 'two'])
    assert.deepEqual(after(second.id), ['two'])
  })

  it('keeps a limited number of events', () => {
    const log = new EventLog()
    const from = { stream: 0, number: 0 }
    for (let number = 0; number < 1000; number++) log.add(0, String(number))
    assert.equal(log.after(from).length, 200)
    assert.equal(log.after(from).at(-1)!.data, '999')
    log.add(0, 'x'.repeat(1024 * 1024))
    assert.deepEqual(
      log.after(from).map(({ data }) => data.length),
      [1024 * 1024],
      'keeps the newest event of any length',
    )
  })

  it('rejects event ids of another node', () => {
    const [here, there] = [new EventLog(), new EventLog()]
    assert.equal(there.read(here.mark(0)), undefined)
    assert.equal(here.read('nonsense'), undefined)
  })
})

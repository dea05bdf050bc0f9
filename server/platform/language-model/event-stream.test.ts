import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collected } from '../../../test/collected.ts'
import { readEvents } from './event-stream.ts'

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const eventsOf = (text: string, size = text.length * 4) =>
  collected(readEvents(chunked(Buffer.from(text), size)))

describe('an event stream', () => {
  const stream =
    ': comment\r\nevent: delta\r\ndata: {"a":"Grüße 🚀"}\r\n\r\ndata:two\n\nid: 7\ndata:\n\ndata: three'
  const expected = ['{"a":"Grüße 🚀"}', 'two', 'three']

  it('yields the data of its events', async () => {
    assert.deepEqual(await eventsOf(stream), expected)
  })

  it('yields the same in chunks of any size, even within a character', async () => {
    for (const size of [1, 2, 3, 5, 7, 11]) assert.deepEqual(await eventsOf(stream, size), expected)
  })

  it('reads a long line in small chunks', async () => {
    const long = 'x'.repeat(1024 * 1024 - 10)
    assert.deepEqual(await eventsOf(`data:${long}\n`, 20), [long])
  })

  it('rejects a line that is too long, with or without an end', async () => {
    const line = `data: ${'x'.repeat(1024 * 1024)}`
    for (const text of [line, `${line}\n`])
      for (const size of [1000, text.length])
        await assert.rejects(eventsOf(text, size), { kind: 'interrupted', message: /line that is too long/ })
  })

  it('rejects an endless stream', async () => {
    async function* endless() {
      const comment = Buffer.from(`: ${'x'.repeat(64 * 1024)}\n`)
      for (;;) yield comment
    }
    await assert.rejects(collected(readEvents(endless())), {
      kind: 'interrupted',
      message: /reply that is too long/,
    })
  })
})

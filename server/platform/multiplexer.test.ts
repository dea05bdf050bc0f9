import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readLines, sendLine } from './json-lines.ts'
import {
  type MuxStream,
  type Transport,
  Multiplexer,
  frameTypes,
  initialCredit,
  maxFrameBytes,
  uint32,
} from './multiplexer.ts'
import { splice } from './mux-stream.ts'

describe('a multiplexed connection', () => {
  it('delivers every stream completely and in order, whatever the sizes and the turns', async () => {
    const writes = fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 8 }), async (plan) => {
        const received: Promise<Uint8Array>[] = []
        const { near } = pair((stream) => void received.push(collect(stream)))
        const sent = plan.map((sizes, stream) => {
          const opened = near.open({ stream })
          const chunks = sizes.map((size, at) => new Uint8Array(size).fill((stream * 31 + at * 7) % 256))
          for (const chunk of chunks) opened.write(chunk)
          opened.end()
          return Buffer.concat(chunks)
        })
        await turns()
        assert.deepEqual((await Promise.all(received)).map(hashable), sent.map(hashable))
        near.close()
      }),
      { numRuns: 60 },
    )
  })

  it('stops the sender of a stream whose reader does not read, and no other stream', async () => {
    const streams: MuxStream[] = []
    const { near } = pair((stream) => {
      streams.push(stream)
      if ('slow' in stream.header) stream.onData(() => {})
      else void collect(stream)
    })
    const slow = near.open({ slow: true })
    const fast = near.open({})
    slow.write(new Uint8Array(3 * initialCredit))
    fast.write(new Uint8Array(3 * initialCredit))
    fast.end()
    await turns()
    assert.equal(slow.queuedBytes, 2 * initialCredit)
    assert.equal(fast.queuedBytes, 0)
    let isWritable = false
    void slow.writable().then(() => (isWritable = true))
    streams[0]!.consume(initialCredit)
    await turns()
    assert.equal(slow.queuedBytes, initialCredit)
    assert.equal(isWritable, false)
    streams[0]!.consume(initialCredit)
    await turns()
    assert.equal(isWritable, true)
  })

  it('answers a ping although the connection is full of data', async () => {
    const { near, frames } = pair((stream) => void collect(stream))
    for (let n = 0; n < 20; n++) near.open({ n }).write(new Uint8Array(initialCredit))
    const before = frames.length
    const answered = near.ping()
    await turns()
    await answered
    const pingAt = frames.findIndex((frame) => frame[0] === frameTypes.ping)
    const dataBefore = frames.slice(before, pingAt).filter((frame) => frame[0] === frameTypes.data)
    const bytes = dataBefore.reduce((sum, { length }) => sum + length, 0)
    assert.ok(bytes <= 256 * 1024 + maxFrameBytes, `${bytes} bytes were sent before the ping`)
  })

  it('closes one direction at a time, and reports a reset with its reason', async () => {
    let far!: MuxStream
    const { near } = pair((stream) => void (far = stream))
    const stream = near.open({})
    stream.write(text('question'))
    stream.end()
    await turns()
    const question = await collect(far)
    assert.equal(Buffer.from(question).toString(), 'question')
    const answer = collect(stream)
    far.write(text('answer'))
    far.end()
    await turns()
    assert.equal(Buffer.from(await answer).toString(), 'answer')
    assert.ok(stream.isClosed && far.isClosed)
    assert.equal(near.streamCount, 0)

    const other = near.open({})
    await turns()
    const ended = new Promise((resolve) => other.onReset(resolve))
    far.reset('forbidden', 'You can no longer use this machine.')
    await turns()
    assert.deepEqual(await ended, { code: 'forbidden', reason: 'You can no longer use this machine.' })
  })

  it('passes data and credit through a node that holds no more than the window', async () => {
    let inner!: MuxStream
    let machine!: MuxStream
    const toMachine = pair((stream) => void (machine = stream))
    const toNode = pair((stream) => {
      inner = toMachine.near.open(stream.header)
      splice(stream, inner)
    })
    const client = toNode.near.open({ kind: 'mcp' })
    client.write(new Uint8Array(5 * initialCredit))
    await turns()
    assert.equal(client.queuedBytes, 4 * initialCredit)
    assert.equal(inner.queuedBytes, 0)
    const received = collect(machine)
    client.end()
    await turns()
    assert.equal((await received).length, 5 * initialCredit)
    machine.reset('machine_stopped', 'The program ended.')
    const reset = new Promise((resolve) => client.onReset(resolve))
    await turns()
    assert.deepEqual(await reset, { code: 'machine_stopped', reason: 'The program ended.' })
  })

  it('sends lines of JSON, and resets a stream with a line that is too long or is not JSON', async () => {
    const lines: unknown[] = []
    const { near } = pair((stream) => readLines(stream, 100, (line) => void lines.push(line)))
    const stream = near.open({})
    sendLine(stream, { text: 'größer' })
    sendLine(stream, [1, 2])
    await turns()
    assert.deepEqual(lines, [{ text: 'größer' }, [1, 2]])
    for (const bad of ['x'.repeat(101), 'not JSON\n']) {
      const broken = near.open({})
      const reset = new Promise<{ code: string }>((resolve) => broken.onReset(resolve))
      broken.write(text(bad))
      await turns()
      assert.match((await reset).code, /^(line_too_long|invalid_line)$/)
    }
    assert.ok(!stream.isClosed)
  })

  for (const [attack, frames] of attacks())
    it(`closes the connection on ${attack}`, async () => {
      const { near, inject } = pair(() => {})
      near.open({})
      await turns()
      for (const frame of frames) inject(frame)
      assert.equal((await near.closed).code, 4400)
    })

  it('resets streams beyond the limit and keeps the connection', async () => {
    const { near, far } = pair(() => {}, 3)
    const streams = Array.from({ length: 4 }, () => near.open({}))
    await turns()
    assert.deepEqual(
      streams.map(({ isClosed }) => isClosed),
      [false, false, false, true],
    )
    streams[0]!.reset('done', 'Enough.')
    await turns()
    assert.ok(!near.open({}).isClosed)
    await turns()
    assert.equal(far.streamCount, 3)
  })
})

/** Frames of a client that breaks the protocol, as the accepting end receives them. Its own first stream has the id 1. */
function attacks(): [name: string, frames: Uint8Array[]][] {
  const open = frame(frameTypes.open, 3, text('{}'))
  return [
    ['a frame that is too long', [new Uint8Array(maxFrameBytes + 1)]],
    ['a frame without a head', [new Uint8Array(2)]],
    ['a frame of an unknown type', [open, frame(99, 3, text(''))]],
    [
      'more data than was granted',
      [open, ...Array(5).fill(frame(frameTypes.data, 3, new Uint8Array(65_000)))],
    ],
    [
      'data after the end of a stream',
      [open, frame(frameTypes.end, 3), frame(frameTypes.data, 3, text('x'))],
    ],
    ['credit that overflows', [open, ...Array(3).fill(frame(frameTypes.credit, 3, uint32(2 ** 31 - 1)))]],
    ['a stream with the id of the other end', [frame(frameTypes.open, 2, text('{}'))]],
    ['a stream that is opened twice', [open, open]],
    ['a header that is not an object', [frame(frameTypes.open, 3, text('[1]'))]],
  ]
}

function frame(type: number, id: number, payload: Uint8Array = new Uint8Array(0)): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from([type]), uint32(id), payload]))
}

/** Two ends in this process. Frames arrive in later turns of the event loop, as over a network. */
function pair(accept: (stream: MuxStream) => void, maxStreams?: number) {
  const [one, two] = [new TestTransport(), new TestTransport()]
  one.peer = two
  two.peer = one
  const far = new Multiplexer(two, { dialer: false, accept, ...(maxStreams && { maxStreams }) })
  const near = new Multiplexer(one, { dialer: true, accept })
  return { near, far, frames: one.sent, inject: (bytes: Uint8Array) => two.listener(bytes) }
}

class TestTransport implements Transport {
  peer!: TestTransport
  readonly sent: Uint8Array[] = []
  listener: (frame: Uint8Array) => void = () => {}
  #drain = () => {}
  #end: (code: number, reason: string) => void = () => {}
  #buffered = 0

  send(frame: Uint8Array, sent: () => void): void {
    const bytes = frame.slice()
    this.sent.push(bytes)
    this.#buffered += bytes.length
    setImmediate(() => {
      this.#buffered -= bytes.length
      sent()
      this.peer.listener(bytes)
      this.#drain()
    })
  }

  buffered = () => this.#buffered
  onMessage = (listener: (bytes: Uint8Array) => void) => void (this.listener = listener)
  onDrain = (listener: () => void) => void (this.#drain = listener)
  onClose = (listener: (code: number, reason: string) => void) => void (this.#end = listener)
  close = (code: number, reason: string) => this.peer.#end(code, reason)
}

function collect(stream: MuxStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve) => {
    stream.onData((chunk) => {
      chunks.push(chunk.slice())
      stream.consume(chunk.length)
    })
    stream.onEnd(() => resolve(Buffer.concat(chunks)))
  })
}

/** Waits until every frame and its answers have arrived. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}

function hashable(bytes: Uint8Array): string {
  return `${bytes.length} ${Buffer.from(bytes).toString('latin1')}`
}

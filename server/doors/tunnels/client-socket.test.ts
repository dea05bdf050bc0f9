import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { FakeMachine, TunnelClient, claimMachine } from '../../../test/fake-machine.ts'
import { type Person, type TestServer, startTestServer } from '../../../test/harness.ts'
import { initialCredit } from '../../platform/multiplexer.ts'
import { Tail } from './output.ts'

describe('the client socket of a machine', () => {
  let server: TestServer
  let ada: Person
  let machine: FakeMachine
  let client: TunnelClient
  let tunnel: string
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    const claimed = await claimMachine(server, ada)
    tunnel = claimed.id
    machine = await FakeMachine.connect(server, claimed.token)
    client = await TunnelClient.connect(server, tunnel, ada.token)
  })
  after(async () => {
    client.mux.close()
    machine.mux.close()
    await server.stop()
  })
  const build = { kind: 'run', action: 'run_command', target: 'build' }

  it('runs an action and sends its states and its output while it is written', async () => {
    const id = randomUUID()
    const stream = client.open({ ...build, id })
    assert.equal((await machine.nextRun()).id, id)
    machine.report(id, 'running')
    await stream.reaches('running')
    const output = machine.openOutput(id)
    const euro = Buffer.from('10 €\n')
    // A chunk can end within a character.
    output.write(euro.subarray(0, 4))
    assert.deepEqual(await stream.lines.next(({ type }) => type === 'output'), {
      type: 'output',
      offset: 0,
      text: '10 ',
    })
    output.write(euro.subarray(4))
    assert.deepEqual(await stream.lines.next(({ type }) => type === 'output'), {
      type: 'output',
      offset: 3,
      text: '€\n',
    })
    const watching = client.open({ kind: 'watch', run: id })
    await watching.reaches('running')
    output.end()
    machine.report(id, 'done', { result: { exitCode: 0 }, output: '10 €\n', outputBytes: euro.length })
    for (const each of [stream, watching, client.open({ kind: 'watch', run: id })]) {
      const run = await each.reaches('done')
      assert.deepEqual([run.output, run.outputBytes], ['10 €\n', euro.length])
      assert.equal(await each.ended, 'end')
    }
  })

  it('resets a stream with the code of the error', async () => {
    for (const [header, code] of [
      [{ ...build, target: 'erase' }, 'action_not_allowed'],
      [{ ...build, action: 'format_disk' }, 'invalid_input'],
      [{ kind: 'watch', run: randomUUID() }, 'not_found'],
      [{ kind: 'mcp', server: 'unknown' }, 'action_not_allowed'],
      [{ kind: 'http', server: 'notes', path: '/' }, 'invalid_input'],
    ] as const)
      assert.equal(await client.open(header).ended, code, JSON.stringify(header))
  })

  it('connects an MCP stream to the machine, and a slow reader stops its sender', async () => {
    const reader = client.mux.open({ kind: 'mcp', server: 'notes' })
    const sender = await machine.streams.next()
    const { kind, server: name, requester } = sender.header as Record<string, unknown>
    assert.deepEqual([kind, name, (requester as { userId: string }).userId], ['mcp', 'notes', ada.user.id])
    let received = 0
    const arrived = Promise.withResolvers<void>()
    reader.onData((chunk) => {
      received += chunk.length
      if (received === initialCredit) arrived.resolve()
    })
    const total = 4 * initialCredit
    sender.write(Buffer.alloc(total))
    await arrived.promise
    await machine.mux.ping()
    await client.mux.ping()
    assert.equal(received, initialCredit)
    assert.equal(sender.queuedBytes, total - initialCredit)

    const complete = Promise.withResolvers<void>()
    reader.onData((chunk) => {
      received += chunk.length
      reader.consume(chunk.length)
      if (received === total) complete.resolve()
    })
    reader.consume(initialCredit)
    await complete.promise
    const ended = new Promise<void>((resolve) => sender.onEnd(resolve))
    reader.end()
    await ended
    const reset = new Promise<string>((resolve) => reader.onReset(({ code }) => resolve(code)))
    sender.reset('stopped', 'The server stopped.')
    assert.equal(await reset, 'stopped')
  })

  it('keeps the last 64 KiB of an output and starts it with a whole character', () => {
    const tail = new Tail()
    for (let part = 0; part < 10; part++) tail.add(part * 30_000, Buffer.from('€'.repeat(10_000)))
    const { offset, text, end } = tail.textFrom(0)
    assert.equal(end, 300_000)
    assert.equal(offset + Buffer.byteLength(text), end)
    assert.match(text, /^€+$/)
    assert.ok(Buffer.byteLength(text) > 65_000)
    // The machine dropped a part.
    tail.add(400_000, Buffer.from('later'))
    assert.deepEqual(tail.textFrom(300_000), { offset: 400_000, text: 'later', end: 400_005 })
  })
})

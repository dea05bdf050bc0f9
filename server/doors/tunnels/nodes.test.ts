import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeMachine, TunnelClient, claimMachine } from '../../../test/fake-machine.ts'
import {
  type Person,
  type TestServer,
  runTestServer,
  startOwnServer,
  withoutPostgres,
} from '../../../test/harness.ts'
import { type RedisServer, startRedis, withoutRedis } from '../../../test/partners/redis.ts'
import { sql } from '../../database/sql.ts'
import { sendLine } from '../../platform/json-lines.ts'
import { initialCredit } from '../../platform/multiplexer.ts'

for (const wire of ['postgresql', 'redis'] as const) {
  const skip = withoutPostgres || (wire === 'redis' && withoutRedis)
  describe(`a machine at another node than its client, over ${wire}`, { skip }, () => {
    let redis: RedisServer | undefined
    let nodes: [TestServer, TestServer]
    let ada: Person
    let claimed: { id: string; token: string }
    let machine: FakeMachine
    let client: TunnelClient
    before(async () => {
      redis = wire === 'redis' ? await startRedis() : undefined
      const server = await startOwnServer('pgsql', redis ? { REDIS_URL: redis.url } : {})
      nodes = [server, await runTestServer(server.environment)]
      // Registered at the node that keeps running.
      ada = await nodes[1].register('Ada')
      claimed = await claimMachine(server, ada)
      machine = await FakeMachine.connect(nodes[0], claimed.token)
      client = await TunnelClient.connect(nodes[1], claimed.id, ada.token)
    })
    after(async () => {
      // A stopping node waits for its machines to leave.
      machine.ws.terminate()
      await nodes[1].stop()
      await redis?.remove()
    })
    const build = { kind: 'run', action: 'run_command', target: 'build' }

    it('runs an action and shows its output', async () => {
      const stream = client.open(build)
      const order = await machine.nextRun()
      machine.report(order.id, 'running')
      await stream.reaches('running')
      const output = machine.openOutput(order.id)
      output.write(Buffer.from('10 €'))
      assert.equal((await stream.lines.next(({ type }) => type === 'output')).text, '10 €')
      output.end()
      machine.report(order.id, 'done', { output: '10 €', outputBytes: 6 })
      await stream.reaches('done')
      await machine.next('acknowledge')
    })

    it('passes a stream in order, and a slow reader stops its sender', async () => {
      const reader = client.mux.open({ kind: 'mcp', server: 'notes' })
      const sender = await machine.streams.next()
      const total = 6 * initialCredit
      const sent = Buffer.from(Uint8Array.from({ length: total }, (_, at) => at % 251))
      const received: Uint8Array[] = []
      let size = 0
      const [stalled, complete] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      reader.onData((chunk) => {
        received.push(chunk)
        size += chunk.length
        if (size > initialCredit) reader.consume(chunk.length)
        if (size === initialCredit) stalled.resolve()
        if (size === total) complete.resolve()
      })
      sender.write(sent)
      await stalled.promise
      assert.equal(sender.queuedBytes, total - initialCredit)
      reader.consume(initialCredit)
      await complete.promise
      assert.ok(Buffer.concat(received).equals(sent))

      const echoed = new Promise<Uint8Array>((resolve) => sender.onData(resolve))
      reader.write(Buffer.from('to the machine'))
      assert.equal(Buffer.from(await echoed).toString(), 'to the machine')
      const reset = new Promise<string>((resolve) => sender.onReset(({ code }) => resolve(code)))
      reader.reset('cancelled', 'The client has what it needs.')
      assert.equal(await reset, 'cancelled')
    })

    it('passes streams while Redis is down', { skip: wire !== 'redis' && 'Redis is not used' }, async () => {
      await redis!.kill()
      const reader = client.open({ kind: 'mcp', server: 'notes' })
      const sender = await machine.streams.next()
      sendLine(sender, { type: 'result' })
      await reader.lines.next(({ type }) => type === 'result')
      reader.stream.reset('done', 'Done.')
      await redis!.start()
    })

    it('resets the streams of a machine that disconnects', async () => {
      const reader = client.open({ kind: 'mcp', server: 'notes' })
      await machine.streams.next()
      machine.ws.terminate()
      assert.equal(await reader.ended, 'connection_closed')
      assert.equal(await client.open({ kind: 'mcp', server: 'notes' }).ended, 'machine_offline')
      machine = await FakeMachine.connect(nodes[0], claimed.token)
    })

    it('continues a run at the other node when the node of the machine stops', async () => {
      const stream = client.open(build)
      const { id } = await machine.nextRun()
      machine.report(id, 'running')
      await stream.reaches('running')
      machine.openOutput(id).write(Buffer.from('before, '))
      await stream.lines.next(({ text }) => text === 'before, ')
      const stopped = nodes[0].stop()
      await machine.next('drain')
      const older = machine
      machine = await FakeMachine.connect(nodes[1], claimed.token)
      assert.equal((await machine.next('inquire')).run, id)
      assert.match(String((await older.mux.closed).code), /^(1012|4409)$/)
      await stopped
      machine.openOutput(id, 8).write(Buffer.from('after'))
      await stream.lines.next(({ text }) => text === 'after')
      while ((await ada.call('tunnels.getRun', { tunnel: claimed.id, run: id })).output !== 'before, after');
      machine.report(id, 'done', { result: { exitCode: 0 } })
      await machine.next('acknowledge')
      assert.deepEqual((await stream.reaches('done')).result, { exitCode: 0 })
      const reader = client.mux.open({ kind: 'mcp', server: 'notes' })
      await machine.streams.next()
      reader.reset('done', 'Done.')
      // Frames that were sent to the other node while it stopped remain until they are purged.
      const waiting = await nodes[1].app.database.run(
        sql`select 1 from tunnel_frames f join tunnels t on t.connection_id = f.recipient`,
      )
      assert.deepEqual(waiting, [])
    })
  })
}

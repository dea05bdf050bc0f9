import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  FakeMachine,
  TunnelClient,
  claimMachine,
  declaration,
  openSocket,
} from '../../../test/fake-machine.ts'
import { type Person, type TestServer, clientFor, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { type MuxStream, frameTypes } from '../../platform/multiplexer.ts'

describe('attacks on tunnels', () => {
  let server: TestServer
  let admin: Person
  let ada: Person
  /** Can use Ada's machine. */
  let bob: Person
  let claimed: { id: string; token: string }
  let machine: FakeMachine
  const build = { action: 'run_command', target: 'build' } as const
  before(async () => {
    server = await startOwnServer()
    admin = await server.register('Admin')
    ada = await server.register('Ada')
    bob = await addMember(server, ada, 'member')
    claimed = await claimMachine(server, ada)
    const requesters = { ...declaration.requesters, people: [bob.email] }
    machine = await FakeMachine.connect(server, claimed.token, { ...declaration, requesters })
  })
  after(() => server.stop())
  const execute = (person: Person) => person.call('tunnels.execute', { tunnel: claimed.id, ...build })

  it("rejects a tunnel's token at the API and at the client socket, and opens only its own tunnel with it", async () => {
    const other = await claimMachine(server, ada)
    const second = await FakeMachine.dial(server, other.token)
    second.hello()
    assert.equal((await second.next('welcome')).tunnel.id, other.id)
    second.mux.close()
    const call = clientFor(server.url, claimed.token)
    await assert.rejects(call('tunnels.list', {}), { status: 401 })
    await assert.rejects(call('accounts.getMe', {}), { status: 401 })
    await assert.rejects(TunnelClient.connect(server, claimed.id, claimed.token), /status 401/)
  })

  it("rejects an API key, a login and a guessed value as a tunnel's token", async () => {
    const key = await ada.call('credentials.createApiKey', { name: 'key' })
    const guessed = `${claimed.token.slice(0, -7)}0${claimed.token.slice(-6)}`
    for (const token of [key.value, ada.token, guessed])
      await assert.rejects(FakeMachine.dial(server, token), /status 401/)
    const response = await fetch(`${server.url}/api/tunnels/reverse`, {
      headers: { Authorization: `Bearer ${claimed.token}` },
    })
    assert.equal(response.status, 426)
  })

  it("ignores a machine that reports the state and the output of another machine's run", async () => {
    const other = await claimMachine(server, bob)
    const forger = await FakeMachine.connect(server, other.token)
    const { id } = await execute(ada)
    await machine.next('run')
    forger.report(id, 'done', { result: { exitCode: 0 }, output: 'forged' })
    await forger.next('acknowledge')
    const output = forger.openOutput(id)
    output.write(Buffer.from('forged'))
    output.end()
    await new Promise<void>((resolve) => output.onEnd(resolve))
    const run = await ada.call('tunnels.getRun', { tunnel: claimed.id, run: id })
    assert.deepEqual([run.state, run.output, run.result], ['queued', '', null])
    machine.report(id, 'done')
    await machine.next('acknowledge')
    forger.mux.close()
  })

  it('closes a connection with frames that are too long, not binary or not valid', async () => {
    const { token } = await claimMachine(server, ada)
    const raw =
      (attack: (machine: FakeMachine) => void, isWelcome = true) =>
      async () => {
        const attacker = await (isWelcome
          ? FakeMachine.connect(server, token)
          : FakeMachine.dial(server, token))
        attack(attacker)
        return (await attacker.mux.closed).code
      }
    // The reason of a close frame names the field, and has at most 123 bytes.
    const input = { ...declaration.actions[0]!.input, properties: { ['é'.repeat(200)]: { type: 'string' } } }
    const withLongKey = { ...declaration, actions: [{ ...declaration.actions[0], input }] }
    const attacks: [number, () => Promise<number>][] = [
      [1009, raw(({ ws }) => ws.send(Buffer.alloc(64 * 1024 + 1)))],
      [4400, raw(({ ws }) => ws.send('text'))],
      [4400, raw(({ ws }) => ws.send(Buffer.from([frameTypes.data])))],
      [4400, raw(({ ws }) => ws.send(Buffer.from([99, 0, 0, 0, 1])))],
      [4400, raw((attacker) => attacker.send({ type: 'state', run: 'x', state: 'done' }))],
      [4400, raw((attacker) => attacker.hello())],
      [4400, raw((attacker) => attacker.report(randomUUID(), 'done'), false)],
      [4400, raw((attacker) => attacker.hello({ ...declaration, requesters: 'everyone' }), false)],
      [4400, raw((attacker) => attacker.hello(withLongKey), false)],
      [4400, raw(({ control }) => control.write(Buffer.from('{not json\n')))],
      [4400, raw(({ mux }) => mux.open({ kind: 'control', protocol: 1 }))],
    ]
    for (const [code, attack] of attacks) assert.equal(await attack(), code, attack.toString())
  })

  it('rejects too many streams, and closes a client that sends more data than its credit', async () => {
    const { mux, ws } = await openSocket(server, `/api/tunnels/${claimed.id}/ws`, ada.token)
    const streams = Array.from({ length: 129 }, () => mux.open({ kind: 'mcp', server: 'notes' }))
    const code = await new Promise((resolve) => streams.at(-1)!.onReset((reset) => resolve(reset.code)))
    assert.equal(code, 'too_many_streams')
    const frame = Buffer.alloc(60_000)
    frame[0] = frameTypes.data
    frame.writeUInt32BE(streams[0]!.id, 1)
    for (let sent = 0; sent < 5; sent++) ws.send(frame)
    assert.equal((await mux.closed).code, 4400)
  })

  it('stops sending to a client that grants credit but never reads', async () => {
    const { mux, ws } = await openSocket(server, `/api/tunnels/${claimed.id}/ws`, ada.token)
    const reader = mux.open({ kind: 'mcp', server: 'notes' })
    const isReader = ({ header }: MuxStream) => 'requester' in header && isOf(header, ada)
    const sender = await machine.streams.next(isReader)
    const reset = new Promise<string>((resolve) => sender.onReset(({ code }) => resolve(code)))
    reader.consume(2 ** 30)
    await mux.ping()
    ws.pause()
    for (let sent = 0; sent < 64; sent++) {
      sender.write(Buffer.alloc(1024 * 1024))
      await sender.writable()
    }
    assert.match(await reset, /^(too_slow|connection_closed)$/)
    ws.terminate()
  })

  it('limits the sockets of a user', async () => {
    const clients: TunnelClient[] = []
    for (let open = 0; open < 16; open++)
      clients.push(await TunnelClient.connect(server, claimed.id, bob.token))
    await assert.rejects(TunnelClient.connect(server, claimed.id, bob.token), /status 429/)
    for (const { mux } of clients) mux.close()
  })

  it("hides another person's run and another person's machine", async () => {
    const eve = await addMember(server, ada, 'member')
    const { id } = await execute(ada)
    await machine.next('run')
    const client = await TunnelClient.connect(server, claimed.id, bob.token)
    assert.equal(await client.open({ kind: 'watch', run: id }).ended, 'not_found')
    client.mux.close()
    await assert.rejects(TunnelClient.connect(server, claimed.id, eve.token), /status 404/)
    machine.report(id, 'done')
    await machine.next('acknowledge')
  })

  it('lets a viewer of a shared workspace run nothing', async () => {
    const guest = await addMember(server, ada, 'guest')
    const requesters = { ...declaration.requesters, people: [bob.email, guest.email] }
    machine.send({ type: 'declared', declaration: { ...declaration, requesters } })
    while (!(await ada.call('tunnels.get', { tunnel: claimed.id })).requesters?.people.includes(guest.email));
    await assert.rejects(execute(guest), { status: 403 })
    await assert.rejects(TunnelClient.connect(server, claimed.id, guest.token), /status 40[34]/)
  })

  it('stops the runs, streams and sockets of a removed and of a suspended person', async () => {
    const carl = await addMember(server, ada, 'member')
    const requesters = { ...declaration.requesters, people: [bob.email, carl.email] }
    machine.send({ type: 'declared', declaration: { ...declaration, requesters } })
    while (!(await ada.call('tunnels.get', { tunnel: claimed.id })).requesters?.people.includes(carl.email));
    const stops: [Person, () => Promise<unknown>][] = [
      [carl, () => ada.call('members.remove', { member: carl.user.username })],
      [bob, () => admin.call('admin.suspendUser', { user: bob.user.username })],
    ]
    for (const [person, stop] of stops) {
      const { id } = await execute(person)
      await machine.next('run')
      machine.report(id, 'running')
      const client = await TunnelClient.connect(server, claimed.id, person.token)
      client.open({ kind: 'mcp', server: 'notes' })
      const stream = await machine.streams.next(({ header }) => 'requester' in header && isOf(header, person))
      const reset = new Promise<string>((resolve) => stream.onReset(({ code }) => resolve(code)))
      await stop()
      assert.equal((await machine.next('cancel')).run, id)
      assert.equal((await client.mux.closed).code, 4401)
      assert.match(await reset, /^(forbidden|connection_closed)$/)
      machine.report(id, 'cancelled')
      await machine.next('acknowledge')
    }
  })
})

function isOf(header: object, { user }: Person): boolean {
  return (header as { requester: { userId: string } }).requester.userId === user.id
}

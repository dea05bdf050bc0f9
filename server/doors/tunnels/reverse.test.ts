import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { FakeMachine, claimMachine, declaration } from '../../../test/fake-machine.ts'
import { type Person, type TestServer, startOwnServer } from '../../../test/harness.ts'

describe('the reverse socket of a machine', () => {
  let server: TestServer
  let ada: Person
  let claimed: { id: string; token: string }
  let machine: FakeMachine
  before(async () => {
    server = await startOwnServer()
    ada = await server.register('Ada')
    claimed = await claimMachine(server, ada)
    machine = await FakeMachine.connect(server, claimed.token)
  })
  after(() => server.stop())
  const execute = (target: string, id: string = randomUUID()) =>
    ada.call('tunnels.execute', { tunnel: claimed.id, id, action: 'run_command', target })
  const ended = (run: string) => ada.call('tunnels.getRun', { tunnel: claimed.id, run, waitSeconds: 10 })

  it('dispatches a run once, stores its states and acknowledges the stored outcome', async () => {
    const { status, machine: facts } = await ada.call('tunnels.get', { tunnel: claimed.id })
    assert.deepEqual([status, facts?.hostname], ['online', 'laptop'])
    const { id, state } = await execute('build')
    assert.equal(state, 'queued')
    const { id: ordered, requester } = await machine.nextRun()
    assert.equal(ordered, id)
    assert.deepEqual(requester, {
      userId: ada.user.id,
      name: ada.user.name,
      username: ada.user.username,
      email: ada.email,
      isOwner: true,
      agent: null,
    })
    machine.report(id, 'running')
    machine.send({ type: 'progress', run: id, done: 1, total: 2 })
    // A program can print anything, also characters that the database can't store.
    const outcome = { result: { exitCode: 0 }, output: 'built \0 \ud800', outputBytes: 10 }
    for (let time = 0; time < 2; time++) {
      machine.report(id, 'done', outcome)
      assert.equal((await machine.next('acknowledge')).run, id)
      const run = await ended(id)
      assert.equal(run.state, 'done')
      assert.deepEqual(run.result, { exitCode: 0 })
      assert.deepEqual(run.progress, { done: 1, total: 2 })
      assert.equal(run.output, 'built \uFFFD \uFFFD')
    }
    assert.equal((await execute('build', id)).state, 'done')
    const next = await execute('build')
    assert.equal((await machine.nextRun()).id, next.id)
    machine.report(next.id, 'failed', { reason: 'The command ended with exit code 1.' })
    await machine.next('acknowledge')
  })

  it('sends decisions and cancellations', async () => {
    const { id } = await execute('deploy')
    await machine.next('run')
    machine.report(id, 'asked')
    while ((await ada.call('tunnels.getRun', { tunnel: claimed.id, run: id })).state !== 'asked');
    await ada.call('tunnels.decide', { tunnel: claimed.id, run: id, decision: 'allow' })
    assert.deepEqual(await machine.next('decide'), {
      type: 'decide',
      run: id,
      decision: 'allow',
      by: ada.user.name,
    })
    machine.report(id, 'running')
    await ada.call('tunnels.cancel', { tunnel: claimed.id, run: id })
    assert.equal((await machine.next('cancel')).run, id)
    machine.report(id, 'cancelled', { reason: 'The requester cancelled the run.' })
    await machine.next('acknowledge')
    assert.equal((await ended(id)).state, 'cancelled')
  })

  it('asks about unfinished runs after a reconnect, repeats those that never arrived and loses none', async () => {
    const runs = [await execute('build'), await execute('build'), await execute('build')]
    const [arrived, missed, forgotten] = runs.map(({ id }) => id) as [string, string, string]
    for (const _ of runs) await machine.next('run')
    machine.report(forgotten, 'running')
    machine.report(arrived, 'running')
    while ((await ada.call('tunnels.getRun', { tunnel: claimed.id, run: arrived })).state !== 'running');
    machine.ws.terminate()

    machine = await FakeMachine.connect(server, claimed.token)
    const inquired = new Set<string>()
    for (const _ of runs) inquired.add((await machine.next('inquire')).run)
    assert.deepEqual(inquired, new Set([arrived, missed, forgotten]))
    machine.report(arrived, 'running')
    machine.report(missed, 'unknown')
    machine.report(forgotten, 'unknown')
    assert.equal((await machine.nextRun()).id, missed)
    assert.equal((await ended(forgotten)).state, 'lost')
    // A lost run gets its real outcome if the machine still reports one.
    machine.report(forgotten, 'done', { result: { exitCode: 0 } })
    machine.report(missed, 'done')
    machine.report(arrived, 'lost', { reason: 'The process of the machine ended.' })
    for (const _ of runs) await machine.next('acknowledge')
    assert.deepEqual(
      await Promise.all([arrived, missed, forgotten].map(async (run) => (await ended(run)).state)),
      ['lost', 'done', 'done'],
    )
  })

  it('gives new work to the newest connection and closes the older one after its streams', async () => {
    const { id } = await execute('build')
    await machine.next('run')
    const output = machine.openOutput(id)
    const older = machine
    machine = await FakeMachine.connect(server, claimed.token, {
      ...declaration,
      requesters: { me: true, agents: false, people: [] },
    })
    const { requesters } = await ada.call('tunnels.get', { tunnel: claimed.id })
    assert.equal(requesters?.agents, false)
    const next = await execute('build')
    assert.equal((await machine.nextRun()).id, next.id)
    output.write(Buffer.from('still here'))
    output.end()
    assert.equal((await older.mux.closed).code, 4409)
    while ((await ada.call('tunnels.getRun', { tunnel: claimed.id, run: id })).output !== 'still here');
    for (const run of [id, next.id]) machine.report(run, 'done')
    for (const _ of [id, next.id]) await machine.next('acknowledge')
    assert.equal((await ended(id)).output, 'still here')
  })

  it('closes the connection when its tunnel is revoked, and asks machines to leave a stopping server', async () => {
    const other = await claimMachine(server, ada)
    const revoked = await FakeMachine.connect(server, other.token)
    await ada.call('tunnels.delete', { tunnel: other.id })
    assert.equal((await revoked.mux.closed).code, 4401)
    await assert.rejects(FakeMachine.connect(server, other.token), /status 401/)
    const stopped = server.stop()
    await machine.next('drain')
    assert.equal((await machine.mux.closed).code, 1012)
    await stopped
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { endAbandoned } from './clean-up.ts'
import { saveTail } from './machine-work.ts'
import { cancelForbiddenRuns } from './stop-runs.ts'
import { TestMachine } from './test-machine.ts'

const getStatus = { action: 'get_status' } as const

for (const engine of engines) {
  describe(`the states of runs, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    let laptop: TestMachine
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
    })
    beforeEach(async () => {
      laptop = await TestMachine.connect(server, ada, {
        requesters: { me: true, agents: true, people: [bob.user.username] },
      })
    })
    after(() => server.stop())

    const execute = (person: Person, input: object = {}) =>
      person.call('tunnels.execute', { tunnel: laptop.id, ...getStatus, ...input })
    const show = (run: string) => ada.call('tunnels.getRun', { tunnel: laptop.id, run })
    const database = () => server.app.database

    it('are cancelled at once before the machine has them, and by the machine afterwards', async () => {
      const unsent = await execute(bob)
      assert.equal((await cancel(ada, unsent.id)).state, 'cancelled')
      assert.equal((await laptop.takeWork())?.start.length, 0)
      const sent = await execute(bob)
      await laptop.takeWork()
      assert.deepEqual(
        [(await cancel(bob, sent.id)).state, (await cancel(bob, sent.id)).state],
        ['queued', 'queued'],
      )
      assert.deepEqual((await laptop.takeWork())?.cancel, [
        { run: sent.id, reason: 'The requester cancelled the run.' },
      ])
      await laptop.report(sent.id, 'done', { result: {} })
      assert.equal((await show(sent.id)).state, 'done', 'the machine decides')
      const finished = await execute(bob)
      await laptop.takeWork()
      await laptop.report(finished.id, 'done')
      await assert.rejects(cancel(bob, finished.id), { code: 'run_ended' })
    })

    it('advance only: late, repeated and foreign reports change nothing', async () => {
      const { id: run } = await execute(bob)
      await laptop.takeWork()
      await saveTail(server.app, laptop.id, run, 'early', 5)
      await laptop.report(run, 'done', { result: 1 })
      for (const late of ['asked', 'running', 'failed', 'lost', 'unknown'])
        assert.equal(await laptop.report(run, late), 'saved')
      const shown = await show(run)
      assert.deepEqual([shown.state, shown.result, shown.output, shown.startedAt], ['done', 1, 'early', null])
      const other = await TestMachine.connect(server, bob)
      assert.equal(await other.report(run, 'failed'), 'unknown')
      const replaced = laptop.connectionId
      await laptop.attach()
      const { id: next } = await execute(ada)
      laptop.connectionId = replaced
      assert.equal(await laptop.takeWork(), undefined)
      assert.equal(await laptop.report(next, 'done'), 'replaced')
      assert.equal((await show(next)).state, 'queued')
      await assert.rejects(laptop.report(next, 'finished'), { code: 'invalid_input' })
    })

    it('are known after every loss of a connection', async () => {
      const ids = []
      for (const state of ['queued', 'running', 'done']) {
        const { id } = await execute(ada)
        await laptop.takeWork()
        if (state !== 'queued') await laptop.report(id, state)
        ids.push(id)
      }
      const [queued, running] = ids as [string, string]
      await laptop.attach()
      const work = await laptop.takeWork({ reconnected: true })
      assert.deepEqual([work?.start, work?.inquire], [[], [queued, running]])
      await laptop.report(queued, 'unknown')
      await laptop.report(running, 'unknown')
      assert.deepEqual(
        (await laptop.takeWork())?.start.map(({ id }) => id),
        [queued],
        'a run that the machine never accepted is sent again',
      )
      assert.equal((await show(running)).state, 'lost')
      await laptop.report(running, 'done', { result: 'late' })
      assert.deepEqual([(await show(running)).state, (await show(running)).result], ['done', 'late'])
    })

    it('end when the machine stays away', async () => {
      const { id: sent } = await execute(ada)
      await laptop.takeWork()
      const { id: unsent } = await execute(ada)
      await laptop.detach()
      const away = async (time: string) => {
        await database().run(
          sql`update tunnels set last_seen_at = now() - ${time}::text::interval where id = ${laptop.id}`,
        )
        await endAbandoned(server.app)
        return [(await show(sent)).state, (await show(unsent)).state]
      }
      await database().run(
        sql`update tunnel_runs set created_at = now() - interval '1 hour' where tunnel_id = ${laptop.id}`,
      )
      assert.deepEqual(await away('59 seconds'), ['queued', 'queued'])
      assert.deepEqual(await away('61 seconds'), ['queued', 'failed'])
      assert.deepEqual(await away('25 hours'), ['lost', 'failed'])
    })

    it('stop when their requester can no longer use the machine', async () => {
      const codex = await ada.call('agents.create', { name: `Codex ${randomUUID()}` })
      const token = await ada.call('credentials.createMcpToken', { name: 'codex', agent: codex.name })
      const cancelled = async (run: string) => {
        await cancelForbiddenRuns(server.app, [laptop.id])
        return (await show(run)).cancelledBy?.name
      }
      const asAgent = async () => {
        const { id } = await execute(ada)
        const requester = JSON.stringify({ kind: 'agent', id: codex.id, name: codex.name, onBehalfOf: null })
        await database().run(
          sql`update tunnel_runs set agent_id = ${codex.id}, credential_id = ${token.id}, requester = ${requester}
            where id = ${id}`,
        )
        return id
      }
      const ofAgent = await asAgent()
      assert.equal(await cancelled(ofAgent), undefined)
      await ada.call('agents.pause', { agent: codex.id })
      assert.equal(await cancelled(ofAgent), 'Baton')
      await ada.call('agents.resume', { agent: codex.id })
      const withToken = await asAgent()
      await ada.call('credentials.revokeMcpToken', { mcpToken: token.id })
      assert.equal(await cancelled(withToken), 'Baton')

      const ofBob = await execute(bob)
      await laptop.takeWork()
      assert.equal(await cancelled(ofBob.id), undefined)
      await database().run(sql`update users set suspended_at = now() where id = ${bob.user.id}`)
      assert.equal(await cancelled(ofBob.id), 'Baton')
      assert.equal((await laptop.takeWork())?.cancel[0]?.run, ofBob.id)
      await database().run(sql`update users set suspended_at = null where id = ${bob.user.id}`)
      const unnamed = await execute(bob)
      await laptop.declare({ requesters: { me: true, agents: true, people: [] } })
      assert.equal((await show(unnamed.id)).state, 'cancelled')
      await assert.rejects(execute(bob), { code: 'not_found', status: 404 })
    })

    function cancel(person: Person, run: string) {
      return person.call('tunnels.cancel', { tunnel: laptop.id, run })
    }
  })
}

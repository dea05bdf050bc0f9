import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Person, type TestServer, engines, notified, startTestServer } from '../../../test/harness.ts'
import { exampleDeclaration } from '../../../test/tunnel-things.ts'
import { addMember } from '../../../test/world.ts'
import { TestMachine } from './test-machine.ts'

const getStatus = { action: 'get_status' } as const
const runTests = { action: 'run_command', target: 'tests' } as const

for (const engine of engines) {
  describe(`runs on machines, on ${engine}`, () => {
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

    it('return the outcome to a requester who waits', async () => {
      const waiting = execute(bob, { waitSeconds: 60 })
      const start = await untilStarted()
      assert.deepEqual(
        [
          start.action,
          start.target,
          start.requester.username,
          start.requester.isOwner,
          start.requester.agent,
        ],
        ['get_status', null, bob.user.username, false, null],
      )
      assert.equal(await laptop.report(start.id, 'running'), 'saved')
      const result = { hostname: 'laptop\0', text: '\ud800' }
      assert.equal(await laptop.report(start.id, 'done', { result, output: 'ok', outputBytes: 2 }), 'saved')
      const run = await waiting
      assert.deepEqual(
        [run.state, run.output, run.result, run.requester.name],
        ['done', 'ok', { hostname: 'laptop\u{FFFD}', text: '\u{FFFD}' }, bob.user.name],
      )
      const { items } = await bob.call('activity.listEvents', { limit: 500 })
      const types = items.filter(({ subject }) => subject.id === run.id).map(({ type }) => type)
      assert.deepEqual(types, ['tunnel_run.requested', 'tunnel_run.started', 'tunnel_run.ended'])
    })

    it('end the wait of a reader whose key is revoked', async () => {
      const { id: run } = await execute(ada)
      const key = await ada.call('credentials.createApiKey', { name: 'reader' })
      const waiting = server.client(key.value)('tunnels.getRun', {
        tunnel: laptop.id,
        run,
        waitSeconds: 60,
      })
      const rejected = assert.rejects(waiting, { code: 'invalid_credential', status: 401 })
      await ada.call('credentials.revokeApiKey', { apiKey: key.id })
      await rejected
    })

    it('exist once for an id, also for racing requests', async () => {
      const id = randomUUID()
      const runs = await Promise.all(Array.from({ length: 8 }, () => execute(ada, { id })))
      assert.deepEqual([...new Set(runs.map((run) => run.id))], [id])
      assert.equal((await laptop.takeWork())?.start.length, 1)
      assert.equal((await laptop.takeWork())?.start.length, 0)
      const taken = { code: 'run_id_taken', status: 409 }
      await assert.rejects(execute(ada, { id, ...runTests }), taken)
      await assert.rejects(execute(bob, { id }), taken)
      await laptop.detach()
      assert.equal(
        (await execute(ada, { id })).id,
        id,
        'a repeated request works while the machine is offline',
      )
      await assert.rejects(execute(ada), { code: 'machine_offline', status: 502 })
      await laptop.attach()
      const key = { idempotencyKey: randomUUID() }
      const first = await ada.call('tunnels.execute', { tunnel: laptop.id, ...getStatus }, key)
      const second = await ada.call('tunnels.execute', { tunnel: laptop.id, ...getStatus }, key)
      assert.equal(first.id, second.id)
    })

    it('are rejected if the machine does not declare them, or the input does not fit', async () => {
      const field = { type: 'string', maxLength: 5 }
      const input = {
        type: 'object',
        properties: { path: field },
        required: ['path'],
        additionalProperties: false,
      }
      const action = { ...exampleDeclaration('x').actions[0]!, action: 'read_file', target: 'shop', input }
      await laptop.declare({ actions: [action, { ...action, target: 'secret', mode: 'reject' }] as never })
      const read = (more: object) => execute(ada, { action: 'read_file', target: 'shop', ...more })
      const forbidden = { code: 'action_not_allowed', status: 403 }
      await assert.rejects(read({ target: 'secret', input: { path: 'a' } }), forbidden)
      await assert.rejects(read({ target: 'other', input: { path: 'a' } }), forbidden)
      await assert.rejects(execute(ada), forbidden)
      for (const wrong of [{}, { path: 'too long' }, { path: 'a', more: 1 }, { path: 1 }])
        await assert.rejects(read({ input: wrong }), { code: 'invalid_input' })
      await assert.rejects(read({ input: { path: 'a' }, timeoutSeconds: 61 }), { code: 'invalid_input' })
      assert.equal((await read({ input: { path: 'a' }, timeoutSeconds: 5 })).timeoutSeconds, 5)
    })

    it('are limited per requester, so that no one floods the owner before consent', async () => {
      for (let count = 0; count < 5; count++) await execute(bob, runTests)
      const tooMany = { code: 'too_many_runs', status: 429 }
      await assert.rejects(execute(bob, runTests), tooMany)
      for (let count = 5; count < 20; count++) await execute(bob)
      await assert.rejects(execute(bob), tooMany)
      await execute(ada)
    })

    it('wait for the consent of the owner, signed in and in person', async () => {
      const codex = await ada.call('agents.create', { name: `Codex ${randomUUID()}` })
      const { value } = await ada.call('credentials.createMcpToken', { name: 'codex', agent: codex.name })
      const { id: run } = await execute(bob, runTests)
      await assert.rejects(decide(ada, run, 'allow'), { code: 'run_not_asked' })
      await laptop.takeWork()
      await laptop.report(run, 'asked')
      assert.equal((await ada.call('tunnels.get', { tunnel: laptop.id })).waiting, 1)
      await notified(server)
      const { items } = await ada.call('notifications.list', { kind: 'tunnel_asked' })
      assert.deepEqual(
        [items[0]?.title, items[0]?.body, items[0]?.link],
        [`${bob.name} asks for your consent to a run on "Laptop".`, 'Example', `/machines/${laptop.id}`],
      )
      const key = await ada.call('credentials.createApiKey', { name: 'cli' })
      const asked = { tunnel: laptop.id, run, decision: 'allow' } as const
      const byKey = server.client(key.value)('tunnels.decide', asked)
      await assert.rejects(byKey, { code: 'session_needed' })
      await assert.rejects(server.client(value)('tunnels.decide', asked), { status: 401 })
      await assert.rejects(decide(bob, run, 'allow'), { code: 'forbidden' })
      const allowed = await decide(ada, run, 'allow')
      assert.deepEqual([allowed.state, allowed.decidedBy?.name], ['asked', 'Ada'])
      await assert.rejects(decide(ada, run, 'refuse'), { code: 'run_not_asked' })
      assert.deepEqual((await laptop.takeWork())?.decide, [{ run, decision: 'allow', by: 'Ada' }])
      assert.deepEqual((await laptop.takeWork())?.decide, [])
      assert.equal((await laptop.takeWork({ reconnected: true }))?.decide.length, 1)
      await laptop.report(run, 'running')
      await laptop.report(run, 'failed', {
        reason: 'The command ended with exit code 1.',
        result: { exitCode: 1 },
      })
      await assert.rejects(decide(ada, run, 'allow'), { code: 'run_ended' })
      const refused = await execute(bob, runTests)
      await laptop.takeWork()
      await laptop.report(refused.id, 'asked')
      await laptop.report(refused.id, 'refused', { decidedIn: 'terminal' })
      const shown = await show(refused.id)
      assert.deepEqual([shown.state, shown.decision, shown.decidedBy?.name], ['refused', 'refuse', 'Ada'])
    })

    it('stay in a history with search, without the content of written files', async () => {
      const text = { type: 'string' }
      const input = {
        type: 'object',
        properties: { path: text, content: text },
        required: [],
        additionalProperties: false,
      }
      const write = { ...exampleDeclaration('x').actions[0]!, action: 'write_file', target: 'shop', input }
      await laptop.declare({
        requesters: { me: true, agents: true, people: [bob.user.username] },
        actions: [write, ...exampleDeclaration('x').actions] as never,
      })
      const written = await execute(ada, {
        action: 'write_file',
        target: 'shop',
        input: { path: 'a', content: 'héllo' },
      })
      const ofBob = await execute(bob)
      await laptop.takeWork()
      await laptop.report(written.id, 'failed', { reason: '50%_full disk', output: `${'é'.repeat(40_000)}!` })
      const history = async (person: Person, filter: object = {}) => {
        const { items } = await person.call('tunnels.listRuns', { tunnel: laptop.id, ...filter })
        return items.map(({ id }) => id)
      }
      assert.deepEqual(await history(ada), [ofBob.id, written.id])
      assert.deepEqual(await history(bob), [ofBob.id])
      assert.deepEqual(await history(ada, { query: '0%_F' }), [written.id])
      assert.deepEqual(await history(ada, { query: '%_%' }), [])
      assert.deepEqual(await history(ada, { query: 'shop', state: 'failed', action: 'write_file' }), [
        written.id,
      ])
      assert.deepEqual(await history(ada, { requester: bob.user.id }), [ofBob.id])
      const page = await ada.call('tunnels.listRuns', { tunnel: laptop.id, limit: 1 })
      assert.deepEqual(await history(ada, { limit: 1, cursor: page.nextCursor! }), [written.id])
      const run = await show(written.id)
      assert.deepEqual([run.input.path, run.input.content, run.input.size], ['a', undefined, 6])
      assert.ok(Buffer.byteLength(run.output) <= 65_536 && run.output.endsWith('é!'))
      await assert.rejects(bob.call('tunnels.getRun', { tunnel: laptop.id, run: written.id }), {
        code: 'not_found',
      })
    })

    function decide(person: Person, run: string, decision: 'allow' | 'refuse') {
      return person.call('tunnels.decide', { tunnel: laptop.id, run, decision })
    }

    async function untilStarted() {
      for (;;) {
        const [start] = (await laptop.takeWork())!.start
        if (start) return start
      }
    }
  })
}

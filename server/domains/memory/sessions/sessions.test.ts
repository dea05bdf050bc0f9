import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { InputOf, OutputOf } from '../../../assembly/client.ts'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { noteSignOfLife } from './sign-of-life.ts'

type Resumed = OutputOf<'sessions.resume'>

for (const engine of oneEngine) {
  describe(`sessions, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const silentFor = (id: string, minutes: number) =>
      server.app.database.run(
        sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}) where id = ${id}`,
      )
    const start = (more: InputOf<'sessions.create'> = {}) =>
      ada.call('sessions.create', {
        context: 'We move to the new invoice format.',
        goals: ['Convert'],
        ...more,
      })
    const resume = async (agent: Agent, input: Record<string, unknown> = {}) =>
      (await agent.call('resume_session', input)).data as unknown as Resumed

    it("stores what was learned in the agent's memory scope, plus one summary", async () => {
      const agent = await ada.agent({ agent: 'Learner' })
      const { data } = await agent.call('create_session', { context: 'x', goals: ['Learn'], project: 'web' })
      const ended = await agent.call('end_session', {
        session: data.id,
        summary: 'Learned it.',
        learned: [{ content: 'Water boils at 100 degrees.' }],
      })
      const { memories } = ended.data as unknown as OutputOf<'sessions.end'>
      await agent.close()
      const [learned, summary] = await Promise.all(
        memories.map((memory) => ada.call('memories.get', { memory })),
      )
      assert.deepEqual([learned!.scope, learned!.agent!.name, learned!.kind], ['agent', 'Learner', 'fact'])
      assert.equal(learned!.project!.slug, 'web')
      assert.equal(learned!.source!.id, data.id)
      assert.deepEqual([summary!.kind, summary!.content], ['summary', 'Learn: Learned it.\n- [ ] Learn'])
      const session = await ada.call('sessions.get', { session: data.id! })
      assert.deepEqual(session.learned, memories)
      assert.equal(session.status, 'ended')

      const own = await ada.call('sessions.create', { context: 'Of no project' })
      const done = await ada.call('sessions.end', {
        session: own.id,
        summary: 'Done',
        learned: [{ content: 'Only Ada knows this.' }],
      })
      const [mine] = done.memories
      assert.equal((await ada.call('memories.get', { memory: mine! })).scope, 'session')
      await assert.rejects(grace.call('memories.get', { memory: mine! }), { status: 404 })
      const events = await grace.call('activity.listEvents', { limit: 500 })
      assert.ok(!JSON.stringify(events).includes(own.id), 'a private session is hidden from others')
      const wrong = ada.call('sessions.end', { session: own.id, summary: 'Again' })
      await assert.rejects(wrong, { code: 'session_ended' })
    })

    it('saves checkpoints and returns the last ones', async () => {
      const { id } = await start({ project: 'web' })
      const checkpoint = (summary: string, more: object = {}) =>
        ada.call('sessions.checkpoint', { session: id, summary, ...more })
      await checkpoint('One', { state: { step: 1 } })
      const session = await checkpoint('Two', { goals: [{ text: 'Convert', done: true }] })
      assert.deepEqual([session.checkpoints, session.summary, session.state], [2, 'Two', { step: 1 }])
      assert.deepEqual(session.goals, [{ text: 'Convert', done: true }])
      const { lastCheckpoints } = await ada.call('sessions.get', { session: id })
      assert.deepEqual(
        lastCheckpoints.map(({ number, summary, goals }) => [number, summary, goals[0]!.done]),
        [
          [2, 'Two', true],
          [1, 'One', false],
        ],
      )
      const large = checkpoint('Three', { state: { text: 'x'.repeat(65_536) } })
      await assert.rejects(large, { status: 400 })
      await checkpoint('Four', { goals: [] })
      assert.deepEqual((await ada.call('sessions.get', { session: id })).goals, [])
    })

    it('pauses an inactive session and keeps it active on any call of its agent', async () => {
      const person = await server.register('Quiet')
      const agent = await person.agent()
      // Activity is noted at most once a minute per token, without waiting. Use that up before the session exists.
      await agent.call('list_projects')
      const { data } = await agent.call('create_session', { context: 'Quiet work' })
      const id = String(data.id)
      const shown = () => person.call('sessions.get', { session: id })
      const status = async () => (await shown()).status
      await silentFor(id, 29)
      const before = await shown()
      assert.equal(before.status, 'active')
      const credentialId = randomUUID()
      await server.app.database.run(sql`update sessions set credential_id = ${credentialId} where id = ${id}`)
      const caller = { credentialId, agent: null, user: person.user } as unknown as KnownCaller
      await noteSignOfLife(server.app, caller)
      const after = await shown()
      assert.ok(after.lastSeenAt > before.lastSeenAt)
      assert.equal(after.version, before.version, 'activity does not change the version')
      await silentFor(id, 31)
      assert.equal(await status(), 'paused')
      const paused = await person.call('sessions.list', { status: ['paused'] })
      assert.equal(paused.items[0]!.id, id)
      await noteSignOfLife(server.app, { ...caller, credentialId: agent.tokenId })
      assert.equal(await status(), 'paused', 'a paused session stays paused until it is resumed')
      assert.equal((await resume(agent)).session.id, id, 'resumes the latest session by default')
      assert.equal(await status(), 'active')
      await agent.call('end_session', { session: id, as: 'paused', summary: 'Lunch' })
      assert.equal(await status(), 'paused')
      await agent.call('end_session', { session: id, as: 'checkpoint', summary: 'Back' })
      assert.equal(await status(), 'active')
      await agent.call('end_session', { session: id, summary: 'Done' })
      assert.equal((await agent.call('resume_session')).data.code, 'no_session')
      assert.equal(
        (await resume(agent, { session: id })).session.status,
        'active',
        'resumes an ended session',
      )
      await agent.close()
    })

    it("lets a project's editors resume its sessions, and only the user those without a project", async () => {
      const [shared, own] = [await start({ project: 'web' }), await start()]
      const guest = await addMember(server, ada, 'guest')
      assert.deepEqual((await grace.call('sessions.get', { session: shared.id })).may, {
        edit: true,
        resume: true,
        delete: true,
      })
      await grace.call('sessions.resume', { session: shared.id })
      assert.equal((await grace.call('sessions.list', {})).items.length, 0)
      const seen = (await grace.call('sessions.list', { mine: false })).items.map(({ id }) => id)
      assert.ok(seen.includes(shared.id) && !seen.includes(own.id))
      for (const person of [grace, guest])
        await assert.rejects(person.call('sessions.get', { session: own.id }), { status: 404 })
      await assert.rejects(guest.call('sessions.create', { context: 'x' }), { status: 403 })
      await assert.rejects(guest.call('sessions.get', { session: shared.id }), { status: 404 })
      const hidden = await ada.call('projects.create', { name: 'Shown', visibility: 'private' })
      await ada.call('projects.share', { project: hidden.slug, user: guest.user.id, role: 'viewer' })
      const watched = await start({ project: hidden.slug })
      assert.equal((await guest.call('sessions.get', { session: watched.id })).may.edit, false)
      await assert.rejects(guest.call('sessions.resume', { session: watched.id }), { status: 403 })
    })

    it('deletes and restores a session together with its memory', async () => {
      const { id } = await start()
      const { memory } = await ada.call('memories.store', { session: id, content: 'Of this session alone' })
      await ada.call('sessions.delete', { session: id })
      await assert.rejects(ada.call('memories.get', { memory: memory.id }), { status: 404 })
      const found = await ada.call('memories.search', { query: 'Of this session alone' })
      assert.ok(found.items.every((each) => each.id !== memory.id))
      await ada.call('trash.restore', { kind: 'session', item: id })
      assert.equal((await ada.call('memories.get', { memory: memory.id })).id, memory.id)
    })

    it('updates title, context and goals, and undoes the change', async () => {
      const { id } = await start({ title: 'Before' })
      const changed = await ada.call('sessions.update', { session: id, title: 'After', goals: [] })
      assert.deepEqual([changed.title, changed.goals, changed.version], ['After', [], 2])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ type, subject }) => type === 'session.updated' && subject.id === id)!
      await ada.call('activity.undo', { event: event.id })
      const back = await ada.call('sessions.get', { session: id })
      assert.deepEqual([back.title, back.goals], ['Before', [{ text: 'Convert', done: false }]])
    })

    it("includes sessions and memory in the user's account export", async () => {
      const person = await server.register('Leaving')
      const session = await person.call('sessions.create', { context: 'Mine', goals: ['Take it along'] })
      await person.call('memories.store', { session: session.id, content: 'Mine too' })
      const exported = await person.call('accounts.export', {})
      assert.deepEqual(
        [exported.sessions.map(({ context }) => context), exported.memories.map(({ content }) => content)],
        [['Mine'], ['Mine too']],
      )
      const key = await person.call('credentials.createApiKey', { name: 'key' })
      const listed = await server.client(key.value)('sessions.list', {})
      assert.equal(listed.items[0]!.id, session.id)
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, indexed, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { purgeExpired } from './purge-expired.ts'

for (const engine of oneEngine) {
  describe(`memory scopes, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startOwnServer(engine, { BILLING_KEY: 'pk_of_the_test', DEFAULT_PLAN: 'unlimited' })
      // Loads the model, which on a busy machine takes longer than the timeout of a request.
      await server.app.embedder.embed(['warm'])
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const inWeb = (content: string, more: object = {}) =>
      ada.call('memories.store', { scope: 'project', project: 'web', content, ...more })

    it('clears memory permanently and returns the number of entries', async () => {
      const project = await ada.call('projects.create', { name: 'Short' })
      const store = (content: string) =>
        ada.call('memories.store', { scope: 'project', project: project.slug, content })
      const [one, another] = [await store('One thing'), await store('Another thing')]
      await ada.call('memories.update', { memory: one.memory.id, content: 'A secret thing' })
      const trashed = await store('A third thing')
      await ada.call('memories.delete', { memory: trashed.memory.id })
      const agent = await ada.agent()
      const empty = await agent.call('clear_memory', { scope: 'project' })
      assert.equal(empty.data.code, 'invalid_input')
      const cleared = await agent.call('clear_memory', { scope: 'project', project: project.slug })
      assert.deepEqual(cleared.data, { scope: 'project', id: project.id, removed: 3 })
      await agent.close()
      assert.deepEqual((await ada.call('memories.list', { project: project.slug })).items, [])
      const back = ada.call('trash.restore', { kind: 'memory', item: trashed.memory.id })
      await assert.rejects(back, { status: 404 })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const clearEvents = items.filter(({ type }) => type === 'memory.cleared')
      assert.deepEqual(
        clearEvents.map(({ data }) => data),
        [{ scope: 'project', entries: 3, ids: [one, another, trashed].map(({ memory }) => memory.id) }],
      )
      assert.ok(!JSON.stringify(items).includes('secret thing'), 'the journal no longer contains the content')
    })

    it('hides an expired entry, and deletes it permanently 30 days later', async () => {
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      const { memory } = await inWeb('The conference room is free this week.', { expiresAt })
      const past = inWeb('Too late', { expiresAt: '2020-01-01T00:00:00Z' })
      await assert.rejects(past, { status: 400 })
      const lateBy = (days: number) =>
        server.app.database.run(
          sql`update memories set expires_at = now() - make_interval(days => ${days}, mins => 1) where id = ${memory.id}`,
        )
      await lateBy(0)
      const listed = async (more: object = {}) =>
        (await ada.call('memories.list', { project: 'web', limit: 200, ...more })).items.map(({ id }) => id)
      assert.ok(!(await listed()).includes(memory.id))
      assert.ok((await listed({ includeExpired: true })).includes(memory.id))
      const found = await ada.call('memories.search', { query: 'conference room free' })
      assert.ok(found.items.every(({ id }) => id !== memory.id))
      assert.equal(await purgeExpired(server.app.database), 0)
      await lateBy(30)
      assert.equal(await purgeExpired(server.app.database), 1)
      assert.ok(!(await listed({ includeExpired: true })).includes(memory.id))
    })

    it('shows agent memory to every member, except entries of projects that they cannot see', async () => {
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const agent = await ada.agent({ agent: 'Scout' })
      const shared = (await agent.call('store_memory', { content: 'Scout likes short answers.' })).data
        .memory as unknown as { id: string; scope: string; agent: { name: string } }
      assert.deepEqual([shared.scope, shared.agent.name], ['agent', 'Scout'])
      const kept = await agent.call('store_memory', {
        scope: 'agent',
        project: hidden.slug,
        content: 'Scout knows a secret of the hidden project.',
      })
      const secret = (kept.data.memory as unknown as { id: string }).id
      const guest = await addMember(server, ada, 'guest')
      const seenBy = async ({ call }: Person) =>
        (await call('memories.list', { scope: 'agent' })).items.map(({ id }) => id)
      assert.deepEqual(await seenBy(ada), [secret, shared.id])
      assert.deepEqual(await seenBy(grace), [shared.id])
      assert.deepEqual(await seenBy(guest), [])
      await assert.rejects(grace.call('memories.get', { memory: secret }), { status: 404 })
      const cleared = await grace.call('memories.clear', { scope: 'agent', agent: 'Scout' })
      assert.equal(cleared.removed, 1, 'a member cannot clear entries that they cannot see')
      assert.deepEqual(await seenBy(ada), [secret])
      await agent.close()
    })

    it('stores in the default scope of the agent, and names a missing field', async () => {
      const agent = await ada.agent({ agent: 'Keeper' })
      const scopeOf = async (input: object = {}) => {
        const { data } = await agent.call('store_memory', { content: `Something ${Math.random()}`, ...input })
        return data.memory ? (data.memory as unknown as { scope: string }).scope : String(data.code)
      }
      const setDefaultScope = (scope: string) =>
        server.app.database.run(sql`update agents set memory_scope = ${scope} where name = 'Keeper'`)
      assert.equal(await scopeOf(), 'agent')
      await setDefaultScope('project')
      assert.equal(await scopeOf({ project: 'web' }), 'project')
      assert.equal(await scopeOf(), 'invalid_input')
      await setDefaultScope('session')
      assert.equal(await scopeOf(), 'no_session')
      await agent.call('create_session', { context: 'At work' })
      assert.equal(await scopeOf(), 'session')
      await agent.close()
      const nowhere = ada.call('memories.store', { content: 'Nowhere' })
      await assert.rejects(nowhere, (error: { errors: { path: string; message: string }[] }) => {
        assert.equal(error.errors[0]!.path, 'scope')
        assert.match(error.errors[0]!.message, /"scope": "project" with "project"/)
        return true
      })
    })

    it('stores an entry while the model is unavailable, and embeds it later', async () => {
      const { app } = server
      const { embedder } = app
      app.embedder = { ...embedder, embed: () => Promise.reject(new Error('The model is unavailable.')) }
      const { memory, similar } = await inWeb('The printer on the third floor is called Gutenberg.')
      assert.deepEqual(similar, [])
      const found = await ada.call('memories.search', { query: 'Gutenberg' })
      assert.equal(found.items[0]!.id, memory.id)
      app.embedder = embedder
      await indexed(server, { embedded: true })
      const [entry] = await app.database.run<{ model: string }>(
        sql`select model from search_entries where subject_id = ${memory.id}`,
      )
      assert.equal(entry!.model, embedder.model)
    })

    it('rejects entries beyond the limit of the plan', async () => {
      const person = await server.register('Full')
      await person.call('projects.create', { name: 'Full', slug: 'full' })
      const store = (content: string) =>
        person.call('memories.store', { scope: 'project', project: 'full', content })
      await store('The last one')
      await server.app.database.run(
        sql`insert into memories (id, organization_id, scope, project_id, content, created_by)
         select gen_random_uuid(), organization_id, 'project', id, 'one of many', '{}'
           from projects, generate_series(1, 9999) where slug = 'full'`,
      )
      await server.app.database.run(
        sql`update organizations set plan = 'free' where id = ${person.organization.id}`,
      )
      await assert.rejects(store('One too many'), { code: 'plan_limit' })
      assert.equal((await store('The last one')).existing, true, 'an existing entry does not count again')
    })

    it('archives or deletes memory with its agent, and restores it with the agent', async () => {
      const agent = await ada.agent({ agent: 'Leaver' })
      const entry = { content: 'Leaver prefers tabs over spaces.', detail: 'full' }
      const stored = await agent.call('store_memory', entry)
      const { id, agent: leaver } = stored.data.memory as unknown as { id: string; agent: { id: string } }
      await agent.close()
      const listed = async (more: object = {}) =>
        (await ada.call('memories.list', { agent: leaver.id, ...more })).items.map((each) => each.id)
      const found = async (more: object = {}) =>
        (await ada.call('memories.search', { query: 'tabs or spaces', ...more })).items.map((each) => each.id)
      await ada.call('agents.delete', { agent: 'Leaver' })
      assert.deepEqual([await listed(), await listed({ archived: true })], [[], [id]])
      assert.ok(!(await found()).includes(id))
      assert.ok((await found({ archived: true })).includes(id))
      await ada.call('trash.restore', { kind: 'agent', item: leaver.id })
      assert.deepEqual(await listed(), [id])
      await ada.call('agents.delete', { agent: 'Leaver', memory: 'delete' })
      assert.deepEqual(await listed({ archived: true }), [])
      assert.ok(!(await found({ archived: true })).includes(id))
      await ada.call('trash.restore', { kind: 'agent', item: leaver.id })
      assert.deepEqual(await listed(), [id])
      assert.ok((await found()).includes(id))
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  indexed,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`memory, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      // Loads the model, which on a busy machine takes longer than the timeout of a request.
      await server.app.embedder.embed(['warm'])
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const inWeb = (content: string, more: object = {}) =>
      ada.call('memories.store', { scope: 'project', project: 'web', content, ...more })
    const contents = ({ items }: { items: { content: string }[] }) => items.map(({ content }) => content)

    it('finds an entry by meaning and explains why, without a common word', async () => {
      const { memory } = await inWeb('Deployments to production happen on Tuesdays only.', {
        tags: ['Release', ' release '],
        kind: 'procedure',
        importance: 0.9,
      })
      await inWeb('The logo is drawn in dark blue.')
      assert.deepEqual(memory.tags, ['release'])
      assert.equal(memory.importance, 0.9)
      assert.equal(memory.project!.slug, 'web')
      const { items, leftOut, tokens } = await ada.call('memories.search', {
        query: 'When may we ship a new version?',
        explain: true,
      })
      const [best] = items
      assert.equal(best!.id, memory.id)
      assert.deepEqual(best!.memory, memory)
      assert.match(best!.why!, /similar in meaning/)
      assert.ok(best!.similarity > 0 && best!.similarity <= 1)
      assert.equal(leftOut, null)
      assert.ok(tokens > 0)
    })

    it('returns similar entries of the same scope only', async () => {
      const first = await inWeb('The staging database is reset every night at two.')
      await ada.call('projects.create', { name: 'Other', slug: 'other' })
      const elsewhere = await ada.call('memories.store', {
        scope: 'project',
        project: 'other',
        content: 'The staging database is reset each night at 3.',
      })
      assert.deepEqual(elsewhere.similar, [])
      const second = await inWeb('Every night at three the staging database is reset.', {
        supersedes: [first.memory.id],
      })
      assert.deepEqual(second.memory.supersedes, [first.memory.id])
      assert.deepEqual(second.similar, [], 'superseded entries are not current')
      const third = await inWeb('The staging database gets reset every single night.')
      assert.equal(third.similar[0]!.id, second.memory.id)
      assert.ok(third.similar[0]!.similarity > 0.7)
      const shown = await ada.call('memories.get', { memory: first.memory.id })
      assert.equal(shown.supersededBy, second.memory.id)
      assert.deepEqual(
        shown.chain.map(({ id }) => id),
        [second.memory.id],
      )
    })

    it('stores identical content once per scope, even in concurrent calls', async () => {
      const content = 'The office dog is called Turing.'
      const stored = await Promise.all(Array.from({ length: 8 }, () => inWeb(content)))
      assert.equal(new Set(stored.map(({ memory }) => memory.id)).size, 1)
      assert.equal(stored.filter(({ existing }) => !existing).length, 1)
      const other = await ada.call('memories.store', { scope: 'project', project: 'other', content })
      assert.equal(other.existing, false)
    })

    it('skips superseded entries and rejects supersession cycles', async () => {
      const [one, two] = [await inWeb('Tests run with Jest.'), await inWeb('Tests run with node:test.')]
      await ada.call('memories.update', { memory: one.memory.id, supersededBy: two.memory.id })
      const query = 'Which tool runs the tests?'
      const ids = async (more: object) =>
        (await ada.call('memories.search', { query, project: 'web', ...more })).items.map(({ id }) => id)
      assert.ok(!(await ids({})).includes(one.memory.id))
      assert.ok((await ids({ includeSuperseded: true })).includes(one.memory.id))
      const closing = ada.call('memories.update', { memory: two.memory.id, supersededBy: one.memory.id })
      await assert.rejects(closing, { status: 400 })
      const itself = ada.call('memories.update', { memory: two.memory.id, supersededBy: two.memory.id })
      await assert.rejects(itself, { status: 400 })
      await ada.call('memories.update', { memory: one.memory.id, supersededBy: null })
      assert.ok((await ids({})).includes(one.memory.id), 'the supersession can be undone')
    })

    it('finds a changed entry by its new words, and reverts it with undo', async () => {
      const { memory } = await inWeb('The cache lives in Redis.')
      const changed = await ada.call('memories.update', {
        memory: memory.id,
        content: 'The cache lives in Valkey.',
      })
      assert.equal(changed.version, 2)
      const find = async (query: string) =>
        (await ada.call('memories.search', { query, explain: true })).items.find(({ id }) => id === memory.id)
      assert.deepEqual((await find('Valkey'))!.matched, ['Valkey'])
      assert.deepEqual((await find('Redis'))?.matched ?? [], [])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ subject }) => subject.id === memory.id)!
      assert.equal(event.type, 'memory.updated')
      await ada.call('activity.undo', { event: event.id })
      assert.equal(
        (await ada.call('memories.get', { memory: memory.id })).content,
        'The cache lives in Redis.',
      )
      const stale = ada.call('memories.update', { memory: memory.id, content: 'x' }, { ifMatch: 1 })
      await assert.rejects(stale, { status: 412 })
    })

    it('moves an entry to the trash, and finds it again after a restore', async () => {
      const { memory } = await inWeb('Backups are kept in Reykjavik for ninety days.')
      const agent = await ada.agent()
      assert.equal((await agent.call('delete_memory', { memory: memory.id })).isError, false)
      const find = async () =>
        (await ada.call('memories.search', { query: 'Reykjavik backups' })).items.map(({ id }) => id)
      assert.ok(!(await find()).includes(memory.id))
      await assert.rejects(ada.call('memories.get', { memory: memory.id }), { status: 404 })
      const { items } = await ada.call('trash.list', { kind: ['memory'] })
      assert.equal(items[0]!.title, memory.content)
      await ada.call('trash.restore', { kind: 'memory', item: memory.id })
      assert.ok((await find()).includes(memory.id))
      await agent.close()
    })

    it('lists memory newest first, by tag, kind, scope and date, in pages', async () => {
      const project = (await ada.call('projects.create', { name: 'Listed' })).slug
      const store = (content: string, more: object = {}) =>
        ada.call('memories.store', { scope: 'project', project, content, ...more })
      await store('first', { tags: ['a', 'b'], kind: 'preference' })
      const { createdAt } = (await store('second', { tags: ['a'] })).memory
      await store('third')
      const list = async (filters: object) =>
        contents(await ada.call('memories.list', { project, ...filters }))
      assert.deepEqual(await list({}), ['third', 'second', 'first'])
      assert.deepEqual(await list({ tag: ['A'] }), ['second', 'first'])
      assert.deepEqual(await list({ tag: ['a', 'b'] }), ['first'])
      assert.deepEqual(await list({ kind: ['preference'] }), ['first'])
      assert.deepEqual(await list({ scope: 'agent' }), [])
      assert.deepEqual(await list({ until: createdAt }), ['first'])
      const page = await ada.call('memories.list', { project, limit: 2 })
      const rest = await ada.call('memories.list', { project, limit: 2, cursor: page.nextCursor! })
      assert.deepEqual([...contents(page), ...contents(rest)], ['third', 'second', 'first'])
    })

    it('limits a response to maxTokens and reports the omitted matches', async () => {
      const project = (await ada.call('projects.create', { name: 'Long' })).slug
      for (let number = 0; number < 6; number++)
        await ada.call('memories.store', {
          scope: 'project',
          project,
          content: `Release ${number} notes: ${'the build pipeline was changed again. '.repeat(20)}`,
        })
      const agent = await ada.agent()
      const search = async (maxTokens: number) => {
        const input = { query: 'build pipeline release', project, maxTokens }
        const { data } = await agent.call('search_memory', input)
        const { items, leftOut, tokens } = data as unknown as {
          items: unknown[]
          leftOut: { count: number; reason: string } | null
          tokens: number
        }
        assert.ok(JSON.stringify(data).length <= maxTokens * 4, 'the response stays within maxTokens')
        assert.equal(tokens, Math.ceil(JSON.stringify(data).length / 4))
        return { shown: items.length, left: leftOut?.count ?? 0, reason: leftOut?.reason }
      }
      const all = await search(20_000)
      assert.deepEqual([all.shown, all.left], [6, 0])
      const some = await search(1000)
      assert.ok(some.shown > 0 && some.shown < 6)
      assert.equal(some.shown + some.left, 6)
      assert.match(some.reason!, /larger maxTokens/)
      assert.equal((await search(300)).shown, 1, 'the best match is truncated, not omitted')
      await agent.close()
    })

    it('also searches notes, decisions, specs and tasks on request', async () => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Replace the turbine' })
      await inWeb('The turbine of the hangar is loud.')
      await indexed(server)
      const search = async (more: object) =>
        (await ada.call('memories.search', { query: 'turbine', ...more })).items
      assert.ok((await search({})).every(({ kind }) => kind === 'memory'))
      const found = (await search({ include: ['task'] })).find(({ kind }) => kind === 'task')!
      assert.deepEqual([found.key, found.title, found.memory], [task.key, 'Replace the turbine', undefined])
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  engines,
  runTestServer,
  startOwnServer,
} from '../../../../test/harness.ts'
import { assertReadsFew, connectLike, planAsServed } from '../../../../test/query-plans.ts'
import { queriesDuring } from '../../../../test/watched-queries.ts'
import { addMember } from '../../../../test/world.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { searchEntries } from '../search-table.ts'
import { vectorCacheOf } from './vector-cache.ts'

/** More entries than a search compares in the database. */
const entryCounts = { pglite: 2100, pgsql: 5100 }

for (const engine of engines) {
  describe(`search by meaning in the memory of a node, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let other: ReturnType<typeof clientFor>
    const undo: (() => Promise<unknown>)[] = []
    before(async () => {
      server = await startOwnServer(engine)
      undo.push(() => server.stop())
      ada = await server.register('Ada')
      for (const slug of ['web', 'app']) await ada.call('projects.create', { name: slug, slug })
      await fill('web', entryCounts[engine])
      await store(ada.call, 'The staging database is reset every night at two.')
      other = ada.call
      if (engine === 'pgsql') {
        const second = await runTestServer(server.environment)
        undo.unshift(() => second.stop())
        other = clientFor(second.url, ada.token)
      }
      await search()
      await settled()
    })
    after(async () => {
      for (const step of undo) await step()
    })

    const store = (call: Person['call'], content: string, project = 'web') =>
      call('memories.store', { scope: 'project', project, content })
    const question = 'When is the staging database reset?'
    const search = async (more: object = {}, query = question) =>
      (await ada.call('memories.search', { query, project: 'web', ...more })).items.map(
        ({ content }) => content,
      )
    const settled = () => vectorCacheOf(server.app).settled()
    const organizationId = async () =>
      (
        await server.app.database.run<{ id: string }>(sql`select organization_id as id from projects limit 1`)
      )[0]!.id
    /** Returns the statements that compare vectors: in memory, or in the whole table. */
    async function comparing(action: () => Promise<unknown>): Promise<{ inMemory: Sql[]; scans: Sql[] }> {
      const statements = await queriesDuring(server.app.database, action)
      return {
        inMemory: statements.filter(({ text }) => text.includes('is_known')),
        scans: statements.filter(({ text }) => text.includes('<~>')),
      }
    }
    /** Stores entries with random vectors, which no question resembles. */
    async function fill(project: string, count: number): Promise<void> {
      const { database, embedder } = server.app
      await database.run(sql`
        with filler as (
          insert into memories (id, organization_id, scope, project_id, content, created_by)
          select gen_random_uuid(), p.organization_id, 'project', p.id, 'Filler ' || n, '{}'
            from projects p, generate_series(1, ${count}::integer) n where p.slug = ${project} returning *)
        insert into search_entries (subject_id, subject_kind, organization_id, project_id, body, created_at, updated_at, model, embedding)
        select id, 'memory', organization_id, project_id, content, now(), now(), ${embedder.model},
               (select array_agg(random() - 0.5) from generate_series(1, 384) where content <> '')::halfvec
          from filler`)
      await database.run(sql`analyze search_entries`)
    }
    async function loadedGroup() {
      const { model } = server.app.embedder
      const key = { table: searchEntries, model, dimensions: 384, group: await organizationId() }
      await settled()
      return vectorCacheOf(server.app).use([key])?.[0]
    }

    it('compares few entries in the database, with one statement', async () => {
      const found = await search()
      assert.match(found[0]!, /every night at two/)
      const { inMemory, scans } = await comparing(() => search())
      assert.deepEqual([inMemory.length, scans.length], [1, 0])
      if (engine !== 'pgsql') return
      const client = await connectLike(server)
      const plan = await planAsServed(client, inMemory[0]!)
      await client.end()
      assertReadsFew(plan, ['search_entries'], 250, 'search by meaning')
    })

    it('finds an entry as soon as another node stores it, and not after it is deleted', async () => {
      const { memory } = await store(other, 'The staging database is also reset on Sunday at noon.')
      assert.ok((await search()).some((content) => content.includes('Sunday')))
      await other('memories.delete', { memory: memory.id })
      assert.ok(!(await search()).some((content) => content.includes('Sunday')))
    })

    it('searches entries of all kinds together with built-in content', async () => {
      const find = async () => (await ada.call('search.find', { q: question })).items
      await find()
      await settled()
      let items: Awaited<ReturnType<typeof find>> = []
      const { inMemory, scans } = await comparing(async () => (items = await find()))
      assert.deepEqual([inMemory.length, scans.length], [1, 0])
      assert.match(items[0]!.title, /every night at two/)
    })

    it('returns nothing to a caller who sees none of the entries', async () => {
      const bob = await server.register('Bob')
      const { items } = await bob.call('memories.search', { query: question })
      assert.deepEqual(items, [])
    })

    it('returns nothing to a guest of the organization without the project', async () => {
      const guest = await addMember(server, ada, 'guest')
      let items: unknown[] = []
      const { inMemory } = await comparing(
        async () => ({ items } = await guest.call('memories.search', { query: question })),
      )
      assert.equal(inMemory.length, 1)
      assert.deepEqual(items, [])
    })

    it('finds entries of a small project in memory, among many of another', async () => {
      await store(ada.call, 'The app database is reset every month.', 'app')
      const { items } = await ada.call('memories.search', { query: question, project: 'app' })
      assert.deepEqual(
        items.map(({ content }) => content),
        ['The app database is reset every month.'],
      )
    })

    it('compares entries in the database if the conditions leave too few hits', async () => {
      await ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        content: 'The staging database was moved.',
        tags: ['moved'],
      })
      let found: string[] = []
      const { scans } = await comparing(async () => (found = await search({ tag: ['moved'] })))
      assert.deepEqual(found, ['The staging database was moved.'])
      assert.ok(scans.length > 0)
    })

    it('reads changes into memory when there are many', async () => {
      const { entries, since } = (await loadedGroup())!
      const before = entries.count
      await fill('web', 400)
      const { scans } = await comparing(() => search())
      assert.equal(scans.length, 0)
      const group = (await loadedGroup())!
      assert.equal(group.entries, entries)
      assert.ok(entries.count >= before + 400)
      assert.ok(BigInt(group.since) > BigInt(since))
      assert.match((await search())[0]!, /every night at two/)
    })

    it('replaces the vectors of changed entries in memory', async () => {
      const { entries } = (await loadedGroup())!
      await server.app.database.run(
        sql`update search_entries set embedding = embedding + embedding where subject_id in (
          select subject_id from search_entries where body like 'Filler%' limit 400)`,
      )
      const before = entries.count
      await search()
      assert.equal((await loadedGroup())!.entries.count, before)
    })

    it('loads the vectors again after many entries were deleted, or the table was replaced', async () => {
      const { database } = server.app
      const { entries } = (await loadedGroup())!
      await database.run(sql.raw('vacuum full search_entries'))
      assert.match((await search())[0]!, /every night at two/)
      await search()
      const reloaded = (await loadedGroup())!
      assert.notEqual(reloaded.entries, entries)
      await database.run(
        sql`delete from search_entries where subject_id in (
          select subject_id from search_entries where body like 'Filler%' limit ${Math.round(entries.count * 0.4)}::integer)`,
      )
      await fill('web', 1)
      assert.match((await search())[0]!, /every night at two/)
      await search()
      assert.notEqual((await loadedGroup())?.entries, reloaded.entries)
    })

    it(
      'finds an entry of a transaction that started before the vectors were loaded',
      { skip: engine === 'pglite' && 'needs several connections: PostgreSQL' },
      async () => {
        const { database, embedder } = server.app
        const [vector] = await embedder.embed([question])
        const client = await database.connect()
        await client.query('begin')
        await client.query(
          `insert into memories (id, organization_id, scope, project_id, content, created_by)
           select '00000000-0000-7000-8000-00000000000a', organization_id, 'project', id, 'Late entry', '{}' from projects where slug = 'web'`,
        )
        await client.query(
          `insert into search_entries (subject_id, subject_kind, organization_id, project_id, body, created_at, updated_at, model, embedding)
           select id, 'memory', organization_id, project_id, content, now(), now(), $1, $2::halfvec from memories where content = 'Late entry'`,
          [embedder.model, JSON.stringify([...vector!])],
        )
        vectorCacheOf(server.app).drop([
          { table: searchEntries, model: embedder.model, dimensions: 384, group: await organizationId() },
        ])
        await search()
        assert.ok(await loadedGroup())
        await client.query('commit')
        client.release()
        const found = await search({}, question)
        assert.equal(found[0], 'Late entry')
      },
    )
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type TestServer,
  clientFor,
  engines,
  indexed,
  runTestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { type ModelServer, startModels } from '../../../test/partners/models.ts'
import { embedSome } from './keeper.ts'

for (const engine of engines) {
  describe(`a change of the model, on ${engine}`, () => {
    let models: ModelServer
    let server: TestServer
    let call: ReturnType<typeof clientFor>
    const status = () => call('search.getStatus', {})
    const titles = async (q: string) =>
      (await call('search.find', { q, kind: ['task'] })).items.map(({ title }) => title)

    before(async () => {
      models = await startModels(16)
      const other = {
        AI_EMBEDDINGS: 'openai',
        AI_EMBEDDINGS_URL: `${models.url}/v1`,
        AI_EMBEDDINGS_MODEL: 'first',
      }
      const first = await startOwnServer(engine, other)
      const ada = await first.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      const animals = [
        'heron',
        'stork',
        'crane',
        'egret',
        'ibis',
        'bittern',
        'spoonbill',
        'flamingo',
        'avocet',
        'curlew',
      ]
      for (const animal of animals)
        await ada.call('tasks.create', { project: 'web', title: `Count every ${animal}` })
      await indexed(first, { embedded: true })
      await first.stop()
      server = await runTestServer({ ...first.environment, AI_EMBEDDINGS_MODEL: 'second' })
      call = clientFor(server.url, ada.token)
    })
    after(async () => {
      await server.stop()
      await models.close()
    })

    it('is seen: nothing has a vector of the new one, and all is found by its words', async () => {
      const { model, entries, embedded } = await status()
      assert.deepEqual([model, entries, embedded], ['openai:second', 11, 0])
      assert.deepEqual(await titles('stork'), ['Count every stork'])
    })
    it('goes on when the server of the model fails, and searching goes on meanwhile', async () => {
      models.failures.push(400)
      await assert.rejects(embedSome(server.app, server.app.epoch), /responded with 400/)
      models.failures.push(400)
      assert.deepEqual(await titles('egret'), ['Count every egret'])
    })
    it('is done bit by bit, and what is done is found by its meaning too', async () => {
      const done = await embedSome(server.app, server.app.epoch)
      const { embedded, entries } = await status()
      // Some of it comes with Baton, and is nobody's.
      assert.ok(embedded > 0 && embedded <= done && done < entries)
      assert.deepEqual(await titles('flamingo'), ['Count every flamingo'])
    })
    it('is done by one node at a time', async () => {
      assert.equal(await embedSome(server.app, '00000000-0000-7000-8000-000000000000'), 0)
      while ((await embedSome(server.app, server.app.epoch)) > 0);
      const { embedded, entries } = await status()
      assert.equal(embedded, entries)
    })
    it('leaves no vector of the old one, and has an index of its own', async () => {
      const { database } = server.app
      assert.deepEqual(await database.run('select distinct model from search_entries'), [
        { model: 'openai:second' },
      ])
      const indexes = await database.run<{ indexdef: string }>(
        `select indexdef from pg_indexes where tablename = 'search_entries' and indexdef like '%openai:second%'`,
      )
      assert.match(indexes.map(({ indexdef }) => indexdef).join(), /hnsw.*bit\(16\)/)
    })
    it('does not overwrite what was changed while the model worked', async () => {
      const { database, embedder } = server.app
      await database.run(`update search_entries set model = null, embedding = null where title like '%ibis'`)
      const slow = {
        ...embedder,
        async embed(texts: string[]) {
          await database.run(`update search_entries set body = 'Sacred ones too.' where title like '%ibis'`)
          return embedder.embed(texts)
        },
      }
      await embedSome({ database, embedder: slow }, server.app.epoch)
      assert.deepEqual(await database.run(`select model from search_entries where title like '%ibis'`), [
        { model: null },
      ])
    })
  })
}

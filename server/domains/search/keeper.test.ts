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
import { sql } from '../../database/sql.ts'
import { embedBatch } from './keeper.ts'

for (const engine of engines) {
  describe(`change of the embedding model, on ${engine}`, () => {
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

    it('reports no vectors of the new model, and still finds entries by words', async () => {
      const { model, entries, embedded } = await status()
      assert.deepEqual([model, entries, embedded], ['openai:second', 11, 0])
      assert.deepEqual(await titles('stork'), ['Count every stork'])
    })
    it('keeps searching by words while the model server fails', async () => {
      models.failures.push(400)
      await assert.rejects(embedBatch(server.app, server.app.epoch), /responded with 400/)
      models.failures.push(400)
      assert.deepEqual(await titles('egret'), ['Count every egret'])
    })
    it('embeds entries in batches', async () => {
      const done = await embedBatch(server.app, server.app.epoch)
      const { embedded, entries } = await status()
      // Built-in entries do not belong to the organization.
      assert.ok(embedded > 0 && embedded <= done && done < entries)
      assert.deepEqual(await titles('flamingo'), ['Count every flamingo'])
    })
    it('lets one node at a time embed', async () => {
      assert.equal(await embedBatch(server.app, '00000000-0000-7000-8000-000000000000'), 0)
      while ((await embedBatch(server.app, server.app.epoch)) > 0);
      const { embedded, entries } = await status()
      assert.equal(embedded, entries)
    })
    it('replaces all old vectors', async () => {
      const { database } = server.app
      assert.deepEqual(await database.run(sql`select distinct model from search_entries`), [
        { model: 'openai:second' },
      ])
    })
    it('skips an entry that changed during embedding', async () => {
      const { database, embedder } = server.app
      await database.run(
        sql`update search_entries set model = null, embedding = null where title like '%ibis'`,
      )
      const slow = {
        ...embedder,
        async embed(texts: string[]) {
          await database.run(
            sql`update search_entries set body = 'Sacred ones too.' where title like '%ibis'`,
          )
          return embedder.embed(texts)
        },
      }
      await embedBatch({ database, embedder: slow }, server.app.epoch)
      assert.deepEqual(await database.run(sql`select model from search_entries where title like '%ibis'`), [
        { model: null },
      ])
    })
  })
}

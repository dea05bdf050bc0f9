import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { indexBuiltInContent } from './built-in-content.ts'
import { type Person, type TestServer, engines, indexed, startOwnServer } from '../../../test/harness.ts'

for (const engine of engines) {
  describe(`search on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', {
        name: 'Web shop',
        key: 'WEB',
        description: 'Where people buy things.',
      })
    })
    after(() => server.stop())

    const titles = async (q: string, more = {}) =>
      (await ada.call('search.find', { q, ...more })).items.map(({ title }) => title)

    it('finds a task by words and marks the matches', async () => {
      const task = await ada.call('tasks.create', {
        project: 'web-shop',
        title: 'Repair the checkout',
        description: 'The payment provider answers **twice** when the connection is slow.',
      })
      await indexed(server)
      const { items, facets } = await ada.call('search.find', { q: 'slow connections' })
      assert.deepEqual(
        items.map(({ key, kind, url, project }) => [key, kind, url, project?.slug]),
        [[task.key, 'task', `/items/${task.key}`, 'web-shop']],
      )
      assert.deepEqual(
        items[0]!.snippet.filter(({ match }) => match).map(({ text }) => text),
        ['connection', 'slow'],
      )
      assert.equal(
        items[0]!.snippet
          .map(({ text }) => text)
          .join('')
          .includes('**'),
        false,
      )
      assert.equal(facets.task, 1)
    })
    it('finds an item by meaning without a common word', async () => {
      await indexed(server, { embedded: true })
      assert.equal((await titles('customers are charged two times'))[0], 'Repair the checkout')
    })
    it('ranks an exact number first', async () => {
      assert.equal((await titles('web-1'))[0], 'Repair the checkout')
    })
    it('applies exact phrases and exclusions', async () => {
      await ada.call('tasks.create', { project: 'web-shop', title: 'Slow pages of the catalogue' })
      await indexed(server, { embedded: true })
      assert.deepEqual(await titles('"slow pages"'), ['Slow pages of the catalogue'])
      assert.deepEqual(await titles('slow -payment', { kind: ['task'] }), ['Slow pages of the catalogue'])
      await assert.rejects(ada.call('search.find', { q: '-payment' }), { code: 'invalid_input' })
    })
    it('suggests prefix matches and tolerates typos', async () => {
      const suggestionTitles = async (q: string) =>
        (await ada.call('search.suggest', { q })).items.map(({ title }) => title)
      assert.deepEqual((await suggestionTitles('sl'))[0], 'Slow pages of the catalogue')
      assert.deepEqual((await suggestionTitles('catal'))[0], 'Slow pages of the catalogue')
      assert.deepEqual((await suggestionTitles('chekout'))[0], 'Repair the checkout')
    })
    it('returns the status of the index', async () => {
      const status = await ada.call('search.getStatus', {})
      assert.equal(status.model, 'all-MiniLM-L6-v2')
      assert.equal(status.entries, status.embedded)
      assert.equal(status.following, true)
      assert.equal(status.languageModel, null)
    })
    it('returns passages and a note without a language model', async () => {
      const { answer, passages, note } = await ada.call('search.ask', {
        question: 'Why were customers charged twice?',
      })
      assert.equal(answer, null)
      assert.match(note!, /AI_CHAT/)
      assert.equal(passages[0]!.title, 'Repair the checkout')
    })
    it('continues after the previous page', async () => {
      const all = await titles('slow')
      const first = await ada.call('search.find', { q: 'slow', limit: 1 })
      const second = await ada.call('search.find', { q: 'slow', limit: 1, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...second.items].map(({ title }) => title),
        all.slice(0, 2),
      )
    })
    it('returns the handbook but no private items to the public', async () => {
      const { items } = await server.anonymous('search.findPublic', { q: 'checkout slow payment provider' })
      assert.deepEqual(items, [])
      await server.app.searchIndex.indexWhatComesWithBaton()
      const docs = await server.anonymous('search.findPublic', { q: 'backup and restore' })
      assert.ok(docs.items.some(({ url }) => url === '/docs/self-hosting'))
    })

    it('keeps published skills of users in the index when a server starts', async () => {
      await ada.call('skills.create', {
        name: 'Zeppelin repair',
        content: 'Patch the hull.',
        scope: 'public',
      })
      await indexed(server)
      await indexBuiltInContent(server.app.database)
      const { items } = await server.anonymous('search.findPublic', { q: 'zeppelin' })
      assert.deepEqual(
        items.map(({ kind, title }) => [kind, title]),
        [['skill', 'Zeppelin repair']],
      )
    })
  })
}

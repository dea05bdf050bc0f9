import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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

    it('finds a task by its words, with the place marked', async () => {
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
    it('finds by meaning what has none of the words', async () => {
      await indexed(server, { embedded: true })
      assert.equal((await titles('customers are charged two times'))[0], 'Repair the checkout')
    })
    it('finds a thing by its number before all others', async () => {
      assert.equal((await titles('web-1'))[0], 'Repair the checkout')
    })
    it('keeps to phrases, and leaves out what must not be there', async () => {
      await ada.call('tasks.create', { project: 'web-shop', title: 'Slow pages of the catalogue' })
      await indexed(server, { embedded: true })
      assert.deepEqual(await titles('"slow pages"'), ['Slow pages of the catalogue'])
      assert.deepEqual(await titles('slow -payment', { kind: ['task'] }), ['Slow pages of the catalogue'])
      await assert.rejects(ada.call('search.find', { q: '-payment' }), { code: 'invalid_input' })
    })
    it('suggests what begins so, and what is misspelled', async () => {
      const suggested = async (q: string) =>
        (await ada.call('search.suggest', { q })).items.map(({ title }) => title)
      assert.deepEqual((await suggested('sl'))[0], 'Slow pages of the catalogue')
      assert.deepEqual((await suggested('catal'))[0], 'Slow pages of the catalogue')
      assert.deepEqual((await suggested('chekout'))[0], 'Repair the checkout')
    })
    it('tells how far it is', async () => {
      const status = await ada.call('search.getStatus', {})
      assert.equal(status.model, 'all-MiniLM-L6-v2')
      assert.equal(status.entries, status.embedded)
      assert.equal(status.following, true)
      assert.equal(status.languageModel, null)
    })
    it('answers a question with passages, and says that no model is there to put it into words', async () => {
      const { answer, passages, note } = await ada.call('search.ask', {
        question: 'Why were customers charged twice?',
      })
      assert.equal(answer, null)
      assert.match(note!, /AI_CHAT/)
      assert.equal(passages[0]!.title, 'Repair the checkout')
    })
    it('goes on where the page before ended', async () => {
      const all = await titles('slow')
      const first = await ada.call('search.find', { q: 'slow', limit: 1 })
      const second = await ada.call('search.find', { q: 'slow', limit: 1, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...second.items].map(({ title }) => title),
        all.slice(0, 2),
      )
    })
    it('shows everybody the handbook, and nothing of the organization', async () => {
      const { items } = await server.anonymous('search.findPublic', { q: 'checkout slow payment provider' })
      assert.deepEqual(items, [])
      await server.app.searchIndex.indexWhatComesWithBaton()
      const docs = await server.anonymous('search.findPublic', { q: 'backup and restore' })
      assert.ok(docs.items.some(({ url }) => url === '/docs/self-hosting'))
    })
  })
}

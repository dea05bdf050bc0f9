import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  engines,
  indexed,
  settled,
  startOwnServer,
} from '../../../test/harness.ts'
import { followJournal } from '../../operations/follow-journal.ts'
import { sql } from '../../database/sql.ts'
import { indexChanges } from './index-changes.ts'

for (const engine of engines) {
  describe(`search index, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', key: 'WEB' })
    })
    after(() => server.stop())

    const found = async (q: string, kind?: 'task' | 'epic' | 'story' | 'comment' | 'project') =>
      (await ada.call('search.find', { q: `"${q}"`, ...(kind && { kind: [kind] }) })).items.map(
        ({ key }) => key,
      )
    const task = (title: string, more = {}) => ada.call('tasks.create', { project: 'web', title, ...more })
    /** Returns index entries, including hidden ones. */
    const entries = (title: string) =>
      server.app.database.run(sql`select 1 from search_entries where title = ${title}`)

    it('indexes an item when it is created, renamed, deleted and restored', async () => {
      const { key } = await task('Walrus')
      await indexed(server)
      assert.deepEqual(await found('walrus'), [key])
      await ada.call('tasks.update', { task: key, title: 'Narwhal' })
      await indexed(server)
      assert.deepEqual([await found('walrus'), await found('narwhal')], [[], [key]])
      await ada.call('tasks.delete', { task: key })
      await indexed(server)
      assert.deepEqual([await found('narwhal'), (await entries('Narwhal')).length], [[], 0])
      await ada.call('trash.restore', { kind: 'task', item: key })
      await indexed(server)
      assert.deepEqual(await found('narwhal'), [key])
    })
    it('hides a deleted item before the index is updated', async () => {
      const { key } = await task('Otter')
      await indexed(server)
      await ada.call('tasks.delete', { task: key })
      assert.equal((await entries('Otter')).length, 1)
      assert.deepEqual(await found('otter'), [])
    })
    it('removes and restores an epic with its stories, tasks and comments', async () => {
      const epic = await ada.call('epics.create', { project: 'web', title: 'Reptiles' })
      const story = await ada.call('stories.create', { project: 'web', epic: epic.key, title: 'Iguana' })
      const { key } = await task('Gecko', { story: story.key })
      await ada.call('comments.create', { item: key, body: 'A chameleon is one too.' })
      await indexed(server)
      assert.deepEqual(await found('chameleon'), [key])
      await ada.call('epics.delete', { project: 'web', epic: epic.key })
      await indexed(server)
      for (const word of ['reptiles', 'iguana', 'gecko', 'chameleon'])
        assert.deepEqual(await found(word), [], word)
      await ada.call('trash.restore', { kind: 'epic', item: epic.key })
      await indexed(server)
      assert.deepEqual(
        [await found('reptiles'), await found('iguana'), await found('gecko'), await found('chameleon')],
        [[epic.key], [story.key], [key], [key]],
      )
    })
    it('hides and shows the items of a project immediately with it', async () => {
      await ada.call('projects.create', { name: 'Zoo', key: 'ZOO' })
      const { key } = await ada.call('tasks.create', { project: 'zoo', title: 'Feed the pelican' })
      await indexed(server)
      await ada.call('projects.delete', { project: 'zoo' })
      assert.deepEqual(await found('pelican'), [])
      await ada.call('trash.restore', { kind: 'project', item: 'zoo' })
      assert.deepEqual(await found('pelican'), [key])
    })
    it('rebuilds the index from the start of the journal', async () => {
      const before = await found('gecko')
      await server.app.database.run(sql`delete from search_entries`)
      await server.app.database.run(sql`update journal_followers set xid = '0', seq = 0`)
      await indexed(server)
      assert.deepEqual(await found('gecko'), before)
      assert.deepEqual(await found('walrus'), [])
    })
    it('rebuilds the index after a restored backup', async () => {
      await server.app.database.run(sql`delete from search_entries`)
      await server.app.database.run(sql`update journal_followers set epoch = gen_random_uuid()`)
      assert.equal((await ada.call('search.getStatus', {})).following, false)
      await indexed(server)
      assert.equal((await ada.call('search.getStatus', {})).following, true)
      assert.equal((await found('gecko')).length, 1)
    })
    it('keeps the vector of an unchanged text', async () => {
      const { key } = await task('Axolotl', { description: 'Lives in a lake.' })
      await indexed(server, { embedded: true })
      await ada.call('tasks.update', { task: key, priority: 'high' })
      await indexed(server)
      const models = () =>
        server.app.database.run<{ model: string | null }>(
          sql`select model from search_entries where key = ${key}`,
        )
      assert.deepEqual(await models(), [{ model: server.app.embedder.model }])
      await ada.call('tasks.update', { task: key, description: 'Lives in two lakes.' })
      await indexed(server)
      assert.deepEqual(await models(), [{ model: null }])
    })
  })

  it(`lets one node at a time follow the journal, on ${engine}`, { skip: engine === 'pglite' }, async () => {
    const server = await startOwnServer(engine)
    const { app } = server
    try {
      const ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      await settled(app.database)
      await app.database.transaction(async (db) => {
        await db.run(sql`select 1 from journal_followers for update`)
        assert.equal(await followJournal(app, indexChanges), false)
      })
      assert.equal((await ada.call('search.getStatus', {})).following, false)
      await app.searchIndex.catchUp()
      assert.equal((await ada.call('search.getStatus', {})).following, true)
    } finally {
      await server.stop()
    }
  })
}

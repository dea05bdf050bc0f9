import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { type Person, type TestServer, engines, startOwnServer } from '../../../../test/harness.ts'
import { packetsDuring } from '../../../../test/watched-queries.ts'

for (const engine of engines) {
  describe(`statements of a claim, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      // Its own server, because one test renames a table. Without jobs, because their transactions would be counted too.
      server = await startOwnServer(engine, {}, { jobs: false })
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    async function createProject() {
      const name = `Project no. ${++projects}`
      const { slug, key, id, items } = await ada.call('projects.create', {
        name,
        tasks: [
          { title: 'Schema', ref: 'schema', priority: 'high' },
          { title: 'Endpoint', blockedBy: ['schema'] },
          ...['One', 'Two', 'Three', 'Four'].map((title) => ({ title })),
        ],
      })
      return { name, slug, key, id, keys: items!.map(({ key }) => key) as [string, string] }
    }

    it('finds the project and claims the task with one statement, and reads the rest with the commit', async () => {
      const { slug } = await createProject()
      const [transaction, ...others] = await packetsDuring(server.app.database, () =>
        ada.call('tasks.claim', { project: slug }),
      )
      assert.equal(others.length, 0)
      const { statements, withCommit } = transaction!
      assert.equal(statements.length, 1)
      assert.match(statements[0]!, /^with chosen as/)
      const tables = [
        'into journal',
        'tasks o',
        'tasks b',
        'from comments',
        'from questions',
        'specs s',
        'decisions d',
      ]
      assert.equal(withCommit.length, tables.length)
      for (const table of tables)
        assert.equal(withCommit.filter((text) => text.includes(table)).length, 1, table)
    })

    it('returns the tasks that it unblocks and the handover, also to a repeated request', async () => {
      const { slug, keys } = await createProject()
      await ada.call('comments.create', { item: keys[0], body: 'Mind the currency.' })
      const idempotencyKey = newId()
      const claim = () => ada.call('tasks.claim', { project: slug }, { idempotencyKey })
      const claimed = await claim()
      assert.deepEqual([claimed.task!.key, claimed.unblocks.map(({ key }) => key)], [keys[0], [keys[1]]])
      assert.equal(claimed.handover!.comments[0]!.body, 'Mind the currency.')
      assert.deepEqual(await claim(), claimed)
    })

    it('claims in a project that is passed by slug, key, id or name', async () => {
      const { name, slug, key, id } = await createProject()
      const { project } = (await ada.call('tasks.claim', { project: slug })).task!
      for (const ref of [key.toLowerCase(), id, name])
        assert.equal((await ada.call('tasks.claim', { project: ref })).task!.project, project, ref)
    })

    it('prefers the project with this slug to one with this key', async () => {
      const task = { title: 'Task' }
      await ada.call('projects.create', { name: 'Key', slug: 'other', key: 'BOTH', tasks: [task] })
      const { slug } = await ada.call('projects.create', { name: 'Slug', slug: 'both', tasks: [task] })
      assert.equal((await ada.call('tasks.claim', { project: 'both' })).task!.project, slug)
      assert.equal((await ada.call('tasks.claim', { project: 'both' })).task, null)
      assert.equal((await ada.call('tasks.claim', { project: 'BOTH' })).task!.project, 'other')
    })

    it('does not claim a task whose handover cannot be read', async () => {
      const { slug, keys } = await createProject()
      const { database } = server.app
      await database.run(sql`alter table questions rename to hidden_questions`)
      try {
        await assert.rejects(ada.call('tasks.claim', { project: slug }), { status: 500 })
      } finally {
        await database.run(sql`alter table hidden_questions rename to questions`)
      }
      const task = await ada.call('tasks.get', { task: keys[0] })
      assert.deepEqual([task.status, task.claim], ['todo', null])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.ok(!items.some(({ type, subject }) => type === 'task.claimed' && subject.id === task.id))
      assert.equal((await ada.call('tasks.claim', { project: slug })).claim, 1)
    })
  })
}

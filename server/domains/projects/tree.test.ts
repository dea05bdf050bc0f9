import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'

for (const engine of oneEngine) {
  describe(`project tree, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('returns epics, stories and tasks in order, with their progress', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Small', key: 'SM' })
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const later = await ada.call('epics.create', { project, title: 'Now first' })
      await ada.call('epics.update', { project, epic: later.key, place: 'first' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Story' })
      const make = (title: string, more: object = {}) => ada.call('tasks.create', { project, title, ...more })
      const done = await make('Done', { story: story.key, status: 'complete', assignee: 'me' })
      const open = await make('Open', { story: story.key, dueAt: '2026-12-24T17:00:00Z', labels: ['a'] })
      await ada.call('tasks.update', { task: open.key, before: done.key })
      const loose = await make('Loose')
      const deleted = await make('Gone', { story: story.key })
      await ada.call('tasks.delete', { task: deleted.key })

      const tree = await ada.call('projects.tree', { project })
      assert.deepEqual(
        tree.epics.map(({ key }) => key),
        [later.key, epic.key],
      )
      const [shown] = tree.epics[1]!.stories
      assert.deepEqual(
        shown!.tasks.map(({ key }) => key),
        [open.key, done.key],
      )
      assert.deepEqual(
        tree.tasks.map(({ key }) => key),
        [loose.key],
      )
      assert.deepEqual(shown!.progress, { total: 2, complete: 1, cancelled: 0, percent: 50 })
      assert.deepEqual(tree.epics[1]!.progress, shown!.progress)
      assert.deepEqual(tree.epics[0]!.progress, { total: 0, complete: 0, cancelled: 0, percent: 0 })
      assert.deepEqual(tree.progress, { total: 3, complete: 1, cancelled: 0, percent: 33 })
      const [first, second] = shown!.tasks
      assert.deepEqual([first!.dueAt, first!.labels], ['2026-12-24T17:00:00.000Z', ['a']])
      assert.deepEqual(second!.assignee, { kind: 'user', id: ada.user.id, name: 'Ada' })
      assert.equal(tree.may.edit, true)
    })

    it('returns 10,000 items in one query', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Large', key: 'LG' })
      const { database } = server.app
      const into = (table: string, more: string) =>
        sql.raw(
          `insert into ${table} (id, project_id, organization_id, number, key, title, created_by, position${more}`,
        )
      const item = (from: number) =>
        sql.raw(`gen_random_uuid(), p.id, p.organization_id, ${from} + n, 'LG-' || (${from} + n),
         'Item ' || n, '{"kind":"user","name":"Ada"}', position_of(${from} + n)`)
      await database.run(
        sql`${into('epics', '')}) select ${item(0)} from projects p, generate_series(1, 100) n where slug = ${project}`,
      )
      await database.run(
        sql`${into('stories', ', epic_id')}) select ${item(100)}, e.id from projects p, generate_series(1, 900) n
           join epics e on e.number = 1 + n % 100 where p.slug = ${project} and e.project_id = p.id`,
      )
      await database.run(
        sql`${into('tasks', ', story_id, status')})
         select ${item(1000)}, s.id, case when n % 3 = 0 then 'complete' else 'todo' end
           from projects p, generate_series(1, 9000) n join stories s on s.number = 101 + n % 900
          where p.slug = ${project} and s.project_id = p.id`,
      )
      let tree: Awaited<ReturnType<typeof show>> | undefined
      const show = () => ada.call('projects.tree', { project })
      const queries = await queriesDuring(database, async () => (tree = await show()))
      // The first query finds the project.
      assert.equal(queries.length, 2, queries.map(({ text }) => text).join('\n'))
      assert.equal(tree!.epics.length, 100)
      const stories = tree!.epics.flatMap((epic) => epic.stories)
      assert.equal(stories.length, 900)
      assert.equal(stories.flatMap(({ tasks }) => tasks).length, 9000)
      assert.deepEqual(tree!.progress, { total: 9000, complete: 3000, cancelled: 0, percent: 33 })
      for (const { progress } of stories) assert.equal(progress.total, 10)
    })
  })
}

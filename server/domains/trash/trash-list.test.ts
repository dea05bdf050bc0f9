import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { buildThings } from '../../../test/things.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`trash list, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const deletedTask = async (project: string, title: string, person = ada) => {
      const task = await person.call('tasks.create', { project, title })
      await person.call('tasks.delete', { task: task.id })
      return task
    }
    const titles = async ({ call }: Person, input: object = {}) =>
      (await call('trash.list', input)).items.map(({ title }) => title)
    const trash = async (table: string, id: string, more = sql.empty) =>
      server.app.database.run(
        sql`update ${sql.raw(table)} set deleted_at = now(), deleted_by = '{"kind":"user","id":null,"name":"Ada","onBehalfOf":null}'${more}
          where id = ${id}`,
      )

    it('lists items with author, time and deadline, most recently deleted first, in pages', async () => {
      const person = await server.register('Alone')
      await person.call('projects.create', { name: 'Own', slug: 'own' })
      const task = await deletedTask('own', 'First', person)
      const { key: about } = await person.call('tasks.create', { project: 'own', title: 'Talked about' })
      const comment = await person.call('comments.create', { item: about, body: 'Second' })
      await person.call('comments.delete', { comment: comment.id })
      const workspace = await person.call('workspaces.create', { name: 'Third' })
      await person.call('workspaces.delete', { workspace: workspace.id })
      const deleted = await person.call('projects.create', { name: 'Fourth' })
      await deletedTask(deleted.slug, 'Went with its project', person)
      await person.call('projects.delete', { project: deleted.slug })

      const { items } = await person.call('trash.list', {})
      assert.deepEqual(
        items.map(({ kind, key, title, project }) => [kind, key, title, project]),
        [
          ['project', deleted.slug, 'Fourth', deleted.slug],
          ['workspace', 'Third', 'Third', null],
          ['comment', about, 'Second', 'own'],
          ['task', task.key, 'First', 'own'],
        ],
      )
      const { deletedBy, deletedAt, restorableUntil } = items[3]!
      assert.equal(deletedBy!.name, 'Alone')
      assert.equal((Date.parse(restorableUntil) - Date.parse(deletedAt)) / 86_400_000, 30)
      const first = await person.call('trash.list', { limit: 3 })
      const rest = await person.call('trash.list', { limit: 3, cursor: first.nextCursor! })
      assert.deepEqual([...first.items, ...rest.items], items)
      assert.equal(rest.nextCursor, null)

      assert.deepEqual(await titles(person, { kind: ['task', 'comment'] }), ['Second', 'First'])
      assert.deepEqual(await titles(person, { project: 'own' }), ['Second', 'First'])
      for (const { kind, id } of items) await person.call('trash.restore', { kind, item: id })
      assert.deepEqual(await titles(person), ['Went with its project'])
    })

    it('counts children instead of listing them separately', async () => {
      const person = await server.register('Planner')
      const { epic, story } = await buildThings(server, person, { text: 'Big', only: ['story'] })
      const { project_id } = (
        await server.app.database.run<{ project_id: string }>(
          sql`select project_id from epics where id = ${epic!}`,
        )
      )[0]!
      const { id } = await person.call('tasks.create', { project: project_id, title: 'Small', story: story! })
      await trash('stories', story!, sql`, deleted_with = ${epic!}`)
      await trash('tasks', id, sql`, deleted_with = ${epic!}`)
      await trash('epics', epic!)
      const { items } = await person.call('trash.list', {})
      assert.deepEqual(
        items.map(({ kind, children }) => [kind, children]),
        [['epic', 2]],
      )
      assert.equal((await person.call('trash.restore', { kind: 'epic', item: epic! })).kind, 'epic')
    })

    it('filters by each kind', async () => {
      const { items } = await ada.call('trash.list', {})
      const kinds = ['project', 'epic', 'story', 'task', 'feature', 'evidence'] as const
      for (const kind of [...kinds, 'comment', 'workflow', 'workspace'] as const) {
        const alone = (await ada.call('trash.list', { kind: [kind] })).items
        assert.deepEqual(
          alone,
          items.filter((item) => item.kind === kind),
        )
        await grace.call('trash.list', { kind: [kind], project: 'web' })
      }
    })

    it('hides items after 30 days, and comments whose subject is in the trash', async () => {
      const person = await server.register('Late')
      await person.call('projects.create', { name: 'Own', slug: 'own' })
      const old = await deletedTask('own', 'Old', person)
      await server.app.database.run(
        sql`update tasks set deleted_at = now() - interval '31 days' where id = ${old.id}`,
      )
      const task = await person.call('tasks.create', { project: 'own', title: 'Deleted' })
      const comment = await person.call('comments.create', { item: task.key, body: 'About it' })
      await person.call('comments.delete', { comment: comment.id })
      await person.call('tasks.delete', { task: task.key })
      assert.deepEqual(await titles(person), ['Deleted'])
      const alone = person.call('trash.restore', { kind: 'comment', item: comment.id })
      await assert.rejects(alone, { code: 'not_found' })
    })

    it('shows each member only the items that they can restore', async () => {
      const [guest, outsider] = [await addMember(server, ada, 'guest'), await server.register('Outsider')]
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      await deletedTask(hidden.slug, 'Hidden task')
      await deletedTask('web', 'Seen by all')
      const mine = await ada.call('tasks.create', { project: 'web', title: 'Talked about' })
      const comment = await ada.call('comments.create', { item: mine.key, body: "Ada's words" })
      await ada.call('comments.delete', { comment: comment.id })
      const workspace = await ada.call('workspaces.create', { name: 'Her workspace' })
      await ada.call('workspaces.delete', { workspace: workspace.id })
      const shared = await ada.call('projects.create', { name: 'Shared project', visibility: 'private' })
      await deletedTask(shared.slug, 'Shared task')
      await ada.call('projects.share', { project: shared.slug, user: guest.user.id, role: 'viewer' })

      const all = ['Shared task', 'Her workspace', "Ada's words", 'Seen by all', 'Hidden task']
      assert.deepEqual(await titles(ada), all)
      assert.deepEqual(await titles(grace), ['Seen by all'])
      assert.deepEqual(
        [await titles(guest), await titles(outsider)],
        [[], []],
        'a viewer can restore nothing',
      )
      await ada.call('projects.share', { project: shared.slug, user: guest.user.id, role: 'editor' })
      assert.deepEqual(await titles(guest), ['Shared task'])
      const other = guest.call('trash.list', { project: hidden.slug })
      await assert.rejects(other, { status: 404 })

      const bound = await ada.call('credentials.createApiKey', { name: 'bound', project: shared.slug })
      const key = server.client(bound.value)
      assert.deepEqual(
        (await key('trash.list', {})).items.map(({ title }) => title),
        ['Shared task'],
      )
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      assert.deepEqual((await server.client(test.value)('trash.list', {})).items, [])
    })

    it('restores an item by its number through the tool', async () => {
      const { key } = await deletedTask('web', 'By number')
      const agent = await ada.agent()
      const restored = await agent.call('restore_item', { item: key, detail: 'full' })
      const item: { kind: string; key: string; version: number } = restored.data.item!
      assert.deepEqual([item.kind, item.key, item.version], ['task', key, 3])
      const twice = await agent.call('restore_item', { item: key })
      assert.equal(twice.data.code, 'not_deleted')
      for (const input of [{}, { kind: 'task' }, { item: key, activity: key }])
        assert.equal((await agent.call('restore_item', input)).data.code, 'invalid_input')
      await agent.close()
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { buildThings } from '../../../../test/things.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { purgeTrash } from '../../trash/purge-trash.ts'

for (const engine of oneEngine) {
  describe(`comments on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let guest: Person
    let outsider: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      guest = await addMember(server, ada, 'guest')
      outsider = await server.register('Outsider')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const notFound = { status: 404, code: 'not_found' }
    const forbidden = { status: 403, code: 'forbidden' }
    const newTask = async (title: string) => (await ada.call('tasks.create', { project: 'web', title })).key
    const bodies = async (item: string, person = ada) =>
      (await person.call('comments.list', { item })).items.map(({ body }) => body)

    it('creates, edits, deletes and restores a comment, and lets only the author edit', async () => {
      const item = await newTask('Talked about')
      const created = await grace.call('comments.create', { item, body: 'Is this still needed?' })
      assert.deepEqual(
        [created.item.kind, created.item.key, created.createdBy.name, created.editedAt, created.may],
        ['task', item, grace.user.name, null, { edit: true, delete: true }],
      )
      await ada.call('comments.create', { item: item.toLowerCase(), body: 'Yes.' })
      const edited = await grace.call('comments.update', { comment: created.id, body: 'Is it still needed?' })
      assert.ok(edited.editedAt)
      assert.deepEqual(await bodies(item), ['Is it still needed?', 'Yes.'])
      const same = await grace.call('comments.update', { comment: created.id, body: 'Is it still needed?' })
      assert.deepEqual(same, edited, 'a repeated edit changes nothing')

      const [seen] = (await ada.call('comments.list', { item })).items
      assert.deepEqual(seen!.may, { edit: false, delete: true }, 'Ada owns the organization')
      await assert.rejects(ada.call('comments.update', { comment: created.id, body: 'No' }), forbidden)
      const stale = grace.call('comments.update', { comment: created.id, body: 'x' }, { ifMatch: 1 })
      await assert.rejects(stale, { code: 'version_conflict' })

      await ada.call('comments.delete', { comment: created.id })
      assert.deepEqual(await bodies(item), ['Yes.'])
      await assert.rejects(grace.call('comments.update', { comment: created.id, body: 'x' }), notFound)
      await grace.call('trash.restore', { kind: 'comment', item: created.id })
      assert.deepEqual(await bodies(item), ['Is it still needed?', 'Yes.'])
    })

    it('accepts comments on epics, stories and features by number or id', async () => {
      const things = await buildThings(server, ada, { only: ['epic', 'story', 'feature'] })
      for (const kind of ['epic', 'story', 'feature'] as const) {
        const { item, id } = await ada.call('comments.create', { item: things[kind]!, body: `about ${kind}` })
        assert.equal(item.kind, kind)
        assert.deepEqual(await bodies(item.key), [`about ${kind}`])
        const { items } = await ada.call('activity.listHistory', { item: item.key })
        assert.deepEqual([items[0]!.type, items[0]!.subject.id], ['comment.created', id])
      }
    })

    it('lists comments in pages, oldest or newest first', async () => {
      const item = await newTask('Much to say')
      for (const body of ['one', 'two', 'three']) await ada.call('comments.create', { item, body })
      const first = await ada.call('comments.list', { item, limit: 2 })
      const rest = await ada.call('comments.list', { item, limit: 2, cursor: first.nextCursor! })
      const all = [...first.items, ...rest.items].map(({ body }) => body)
      assert.deepEqual([all, rest.nextCursor], [['one', 'two', 'three'], null])
      const newest = await ada.call('comments.list', { item, sort: '-createdAt', limit: 1 })
      assert.equal(newest.items[0]!.body, 'three')
    })

    it('includes comments in the task and accepts one with a task update from an agent', async () => {
      const task = await newTask('By an agent')
      const agent = await grace.agent({ agent: 'Scout' })
      const comment = 'Began with the tests.'
      const updated = await agent.call('update_task', { task, status: 'in_progress', comment })
      assert.equal(updated.isError, false)
      const shown = (await agent.call('get_task', { task, detail: 'full' })).data
      const comments: { body: string; createdBy: { name: string; onBehalfOf: { id: string } } }[] =
        shown.comments!
      assert.deepEqual(
        comments.map(({ body, createdBy }) => [body, createdBy.name, createdBy.onBehalfOf.id]),
        [[comment, 'Scout', grace.user.id]],
      )
      const history: { type: string; changes: object }[] = shown.history!
      assert.deepEqual(
        history.map(({ type }) => type),
        ['task.updated', 'comment.created', 'task.created'],
      )
      await agent.close()
      const [own] = (await grace.call('comments.list', { item: task })).items
      assert.equal(own!.may.edit, true, 'users can edit comments of their agents')
    })

    it('shows comments to project viewers and accepts them from editors only', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const { key: item } = await ada.call('tasks.create', { project: slug, title: 'Secret' })
      const { id } = await ada.call('comments.create', { item, body: 'CONFIDENTIAL' })
      const attempts = ({ call }: Person) => [
        () => call('comments.list', { item }),
        () => call('comments.create', { item, body: 'x' }),
        () => call('comments.update', { comment: id, body: 'x' }),
        () => call('comments.delete', { comment: id }),
        () => call('activity.listHistory', { item }),
        () => call('trash.restore', { kind: 'comment', item: id }),
      ]
      for (const person of [grace, guest, outsider])
        for (const attempt of attempts(person)) await assert.rejects(attempt, notFound)
      const bound = await ada.call('credentials.createApiKey', { name: 'of web', project: 'web' })
      await assert.rejects(server.client(bound.value)('comments.list', { item }), notFound)

      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'viewer' })
      assert.deepEqual(await bodies(item, guest), ['CONFIDENTIAL'])
      const [read] = (await guest.call('comments.list', { item })).items
      assert.deepEqual(read!.may, { edit: false, delete: false })
      for (const attempt of attempts(guest).slice(1, 4)) await assert.rejects(attempt, forbidden)

      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'editor' })
      const own = await guest.call('comments.create', { item, body: 'Mine' })
      await assert.rejects(guest.call('comments.delete', { comment: id }), forbidden)
      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'viewer' })
      await assert.rejects(guest.call('comments.update', { comment: own.id, body: 'x' }), forbidden)
    })

    it('hides, restores and purges comments with their item', async () => {
      const item = await newTask('Short-lived')
      const { id } = await ada.call('comments.create', { item, body: 'Here' })
      await ada.call('tasks.delete', { task: item })
      await assert.rejects(ada.call('comments.list', { item }), notFound)
      await assert.rejects(ada.call('comments.create', { item, body: 'x' }), notFound)
      await assert.rejects(ada.call('comments.delete', { comment: id }), notFound)
      await ada.call('trash.restore', { kind: 'task', item })
      assert.deepEqual(await bodies(item), ['Here'])

      await ada.call('tasks.delete', { task: item })
      const { database } = server.app
      await database.run(sql`update tasks set deleted_at = now() - interval '31 days' where key = ${item}`)
      await purgeTrash(server.app)
      assert.deepEqual(await database.run(sql`select 1 from comments where id = ${id}`), [])
    })

    it('publishes comment events with their item only to users who can view the project', async () => {
      const item = await newTask('Published')
      const { id } = await ada.call('comments.create', { item, body: 'Hear' })
      await ada.call('comments.delete', { comment: id })
      const events = (await grace.call('activity.listEvents', { limit: 500 })).items.filter(
        ({ subject }) => subject.id === id,
      )
      assert.deepEqual(
        events.map(({ type, subject, data }) => [type, subject.key, (data.item as { key: string }).key]),
        [
          ['comment.created', item, item],
          ['comment.deleted', item, item],
        ],
      )
      const visible = (await outsider.call('activity.listEvents', { limit: 500 })).items
      assert.ok(visible.every(({ type }) => !type.startsWith('comment.')))
    })
  })
}

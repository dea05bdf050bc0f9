import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  engines,
  notified,
  settled,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of engines) {
  describe(`watchers on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let stranger: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      stranger = await server.register('Stranger')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const newTask = async (title: string) => (await ada.call('tasks.create', { project: 'web', title })).key
    const watchersOf = async (task: string, person = ada) => {
      const { items, watching } = await person.call('watchers.list', { task })
      return { ids: items.map(({ id }) => id), watching }
    }
    const notices = async (person: Person, task: string) => {
      await notified(server)
      const { items } = await person.call('notifications.list', { kind: 'watched' })
      return items.filter(({ subject }) => subject.key === task)
    }

    it('lets people watch and unwatch a task, and records each change once', async () => {
      const task = await newTask('Watched')
      const first = await grace.call('watchers.add', { task })
      assert.deepEqual(first, { task, watching: true })
      assert.deepEqual(await grace.call('watchers.add', { task }), first, 'watching twice changes nothing')
      assert.deepEqual(await watchersOf(task), { ids: [grace.user.id], watching: false })
      assert.equal((await watchersOf(task, grace)).watching, true)

      await ada.call('watchers.add', { task })
      const { items, nextCursor } = await ada.call('watchers.list', { task, limit: 1 })
      const rest = await ada.call('watchers.list', { task, limit: 1, cursor: nextCursor! })
      const names = [...items, ...rest.items].map(({ name }) => name)
      assert.deepEqual([names, rest.nextCursor], [['Ada', grace.user.name], null])

      await grace.call('watchers.remove', { task })
      const gone = await grace.call('watchers.remove', { task })
      assert.deepEqual(gone, { task, watching: false })
      assert.deepEqual(await watchersOf(task), { ids: [ada.user.id], watching: true })
      await settled(server.app.database)
      const { items: events } = await ada.call('activity.list', { type: 'watcher.' })
      assert.deepEqual(
        events.map(({ description }) => description),
        [
          `${grace.user.name} stopped watching ${task} "Watched".`,
          `Ada started to watch ${task} "Watched".`,
          `${grace.user.name} started to watch ${task} "Watched".`,
        ],
      )
    })

    it('notifies watchers about comments, status changes and completion, but not about their own', async () => {
      const task = await newTask('Busy')
      for (const person of [ada, grace]) await person.call('watchers.add', { task })
      await ada.call('tasks.update', { task, title: 'Very busy', status: 'in_review' })
      const [moved] = await notices(grace, task)
      assert.deepEqual(
        [moved!.title, moved!.link],
        [`Ada moved ${task} "Very busy" to in review.`, `/items/${task}`],
      )
      await ada.call('tasks.update', { task, priority: 'high' })
      await ada.call('comments.create', { item: task, body: 'Done **soon**.' })
      const [commented] = await notices(grace, task)
      assert.deepEqual(
        [commented!.title, commented!.body, commented!.count],
        [`Ada commented on ${task} "Very busy".`, 'Done soon.', 2],
      )
      await ada.call('comments.create', { item: task, body: `Look, @${grace.user.username}.` })
      await ada.call('tasks.complete', { task, notes: 'It works.' })
      const [completed] = await notices(grace, task)
      assert.deepEqual(
        [completed!.title, completed!.count],
        [`Ada completed ${task} "Very busy".`, 3],
        'the mention has its own notification',
      )
      assert.deepEqual(await notices(ada, task), [])

      await grace.call('watchers.remove', { task })
      await ada.call('comments.create', { item: task, body: 'Unseen.' })
      assert.equal((await notices(grace, task))[0]!.count, 3)
    })

    it('notifies a watcher about the work of their own agent', async () => {
      const task = await newTask('For an agent')
      await grace.call('watchers.add', { task })
      const agent = await grace.agent({ agent: 'Scout' })
      await agent.call('claim_task', { task })
      await agent.close()
      const [claimed] = await notices(grace, task)
      assert.equal(claimed!.title, `Scout moved ${task} "For an agent" to in progress.`)
    })

    it('is limited to people who can see the task', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const { key: task } = await ada.call('tasks.create', { project: slug, title: 'Secret' })
      const notFound = { status: 404, code: 'not_found' }
      for (const person of [grace, stranger]) {
        await assert.rejects(person.call('watchers.add', { task }), notFound)
        await assert.rejects(person.call('watchers.list', { task }), notFound)
      }
      await ada.call('projects.share', { project: slug, user: grace.user.id, role: 'viewer' })
      await grace.call('watchers.add', { task })
      assert.deepEqual((await watchersOf(task)).ids, [grace.user.id])
      await ada.call('projects.unshare', { project: slug, user: grace.user.id })
      await ada.call('tasks.update', { task, status: 'in_progress' })
      assert.deepEqual((await watchersOf(task)).ids, [], 'a former viewer no longer watches')
      assert.deepEqual(await notices(grace, task), [])
    })
  })
}

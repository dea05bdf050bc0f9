import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`dependencies on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let agent: Agent
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      agent = await ada.agent()
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    const createTasks = async (project = 'web', count = 2) => {
      const keys: string[] = []
      for (let index = 0; index < count; index++)
        keys.push((await ada.call('tasks.create', { project, title: `Task ${index}` })).key)
      return keys as [string, string, string, string]
    }
    const linksOf = async (task: string, person = ada) =>
      (await person.call('dependencies.list', { task })).items.map(({ kind, task: { key } }) => [kind, key])
    const openBlockers = async (task: string) => (await ada.call('tasks.get', { task })).openBlockers
    const blocks = (task: string, other: string) =>
      ada.call('dependencies.add', { task, kind: 'blocks', other })
    const eventsOf = async (task: string) => {
      const { id } = await ada.call('tasks.get', { task })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ subject }) => subject.id === id)
    }

    it('shows links from both sides and stores a repeated link once', async () => {
      const [first, second, third] = await createTasks('web', 3)
      const added = await blocks(first, second)
      assert.deepEqual(
        [added.kind, added.task.key, added.task.project, added.added],
        ['blocks', second, 'web', true],
      )
      const again = await ada.call('dependencies.add', { task: second, kind: 'blocked_by', other: first })
      assert.deepEqual([again.kind, again.task.key, again.added], ['blocked_by', first, false])
      await ada.call('dependencies.add', { task: third, kind: 'relates', other: first })
      const same = await ada.call('dependencies.add', { task: first, kind: 'relates', other: third })
      assert.equal(same.added, false, 'the relation is symmetric')
      await ada.call('dependencies.add', { task: third, kind: 'duplicates', other: second })

      assert.deepEqual(await linksOf(first), [
        ['blocks', second],
        ['relates', third],
      ])
      assert.deepEqual(await linksOf(second), [
        ['blocked_by', first],
        ['duplicated_by', third],
      ])
      assert.deepEqual(await linksOf(third), [
        ['duplicates', second],
        ['relates', first],
      ])
      const { dependencies, status } = await ada.call('tasks.get', { task: third })
      assert.deepEqual(
        dependencies.map(({ kind, task }) => [kind, task.key]),
        [
          ['duplicates', second],
          ['relates', first],
        ],
      )
      assert.equal(status, 'todo', 'marking a duplicate does not close it')

      const removed = await ada.call('dependencies.remove', {
        task: second,
        kind: 'blocked_by',
        other: first,
      })
      assert.deepEqual([removed.removed, removed.unblocked.map(({ key }) => key)], [true, [second]])
      assert.deepEqual(
        await ada.call('dependencies.remove', { task: first, kind: 'blocks', other: second }),
        {
          removed: false,
          unblocked: [],
        },
      )
      assert.deepEqual(await linksOf(first), [['relates', third]])
    })

    it('lists links in pages', async () => {
      const [first, ...others] = await createTasks('web', 4)
      for (const other of others) await blocks(first, other)
      const page = await ada.call('dependencies.list', { task: first, limit: 2 })
      const rest = await ada.call('dependencies.list', { task: first, limit: 2, cursor: page.nextCursor! })
      assert.deepEqual(
        [...page.items, ...rest.items].map(({ task }) => task.key),
        others,
      )
      assert.equal(rest.nextCursor, null)
    })

    it('records link events on both tasks without changing their versions', async () => {
      const [first, second] = await createTasks()
      await blocks(first, second)
      await ada.call('dependencies.remove', { task: first, kind: 'blocks', other: second })
      const [id, otherId] = await Promise.all(
        [first, second].map(async (task) => (await ada.call('tasks.get', { task })).id),
      )
      const linkEvents = async (task: string) =>
        (await eventsOf(task)).slice(1).map(({ type, subject, data }) => [type, subject.version, data])
      assert.deepEqual(await linkEvents(first), [
        ['task.linked', 1, { kind: 'blocks', task: { id: otherId, key: second } }],
        ['task.unlinked', 1, { kind: 'blocks', task: { id: otherId, key: second } }],
      ])
      assert.deepEqual(await linkEvents(second), [
        ['task.linked', 1, { kind: 'blocked_by', task: { id, key: first } }],
        ['task.unblocked', 1, {}],
        ['task.unlinked', 1, { kind: 'blocked_by', task: { id, key: first } }],
      ])
      await assert.rejects(
        ada.call('dependencies.add', { task: first, kind: 'blocks', other: second }, { ifMatch: 2 }),
        { code: 'version_conflict' },
      )
    })

    it('rejects completing a blocked task unless forced', async () => {
      const [first, second, third] = await createTasks('web', 3)
      await blocks(first, third)
      await blocks(second, third)
      assert.equal(await openBlockers(third), 2)
      const rejected = await agent.call('complete_task', { task: third, detail: 'full' })
      assert.deepEqual([rejected.isError, rejected.data.code], [true, 'task_blocked'])
      assert.match(
        String(rejected.data.detail),
        new RegExp(`${third} is blocked by ${first} and ${second}\\.`),
      )
      assert.deepEqual(keysOf(rejected.data.blockers), [first, second])
      const forced = await agent.call('complete_task', { task: third, force: true })
      assert.deepEqual([forced.isError, forced.data.status], [false, 'complete'])
    })

    it('returns the tasks that a completion unblocked and records their assignees', async () => {
      const [first, second, third] = await createTasks('web', 3)
      await ada.call('tasks.update', { task: third, assignee: grace.user.username })
      await blocks(first, second)
      await blocks(first, third)
      await blocks(second, third)
      const done = await ada.call('tasks.complete', { task: first })
      assert.deepEqual(
        done.unblocked.map(({ key }) => key),
        [second],
        'the third waits for the second',
      )
      assert.deepEqual([await openBlockers(second), await openBlockers(third)], [0, 1])
      const { data } = await agent.call('complete_task', { task: second })
      assert.deepEqual(keysOf(data.unblocked), [third])
      const unblocked = (await eventsOf(third)).filter(({ type }) => type === 'task.unblocked')
      assert.deepEqual(
        unblocked.map((event) => event.data),
        [{ assignee: { kind: 'user', id: grace.user.id } }],
      )

      await ada.call('tasks.update', { task: second, status: 'todo' })
      assert.equal(await openBlockers(third), 1, 'a reopened task blocks again')
      await ada.call('tasks.delete', { task: second })
      assert.equal(await openBlockers(third), 0, 'a deleted task does not block')
      assert.deepEqual(await linksOf(third), [['blocked_by', first]])
      await ada.call('trash.restore', { kind: 'task', item: second })
      assert.equal(await openBlockers(third), 1, 'a restored task blocks again')
    })

    it('rejects a link that closes a cycle and names the cycle', async () => {
      const [first, second, third] = await createTasks('web', 3)
      await blocks(first, second)
      await blocks(second, third)
      const rejected = await agent.call('update_task', {
        task: third,
        link: [{ kind: 'blocks', task: first }],
        detail: 'full',
      })
      assert.deepEqual([rejected.data.status, rejected.data.code], [422, 'dependency_cycle'])
      assert.deepEqual(rejected.data.cycle, [third, first, second, third])
      assert.match(String(rejected.data.detail), new RegExp(`${third} → ${first} → ${second} → ${third}`))
      await assert.rejects(ada.call('dependencies.add', { task: first, kind: 'blocked_by', other: second }), {
        code: 'dependency_cycle',
        status: 422,
      })
      await assert.rejects(blocks(first, first), { code: 'invalid_input' })
      await ada.call('dependencies.add', { task: third, kind: 'duplicates', other: first })
      assert.equal(await openBlockers(first), 0, 'duplicates do not block')
      // Tasks in the trash count, because they can be restored.
      await ada.call('tasks.delete', { task: second })
      await assert.rejects(blocks(third, first), { message: new RegExp(`${second} \\(in the trash\\)`) })
      await ada.call('dependencies.remove', { task: first, kind: 'blocks', other: second })
      assert.equal((await blocks(third, first)).added, true)
    })

    it('adds and removes links atomically with other changes to a task', async () => {
      const [first, second, third] = await createTasks('web', 3)
      const link = [
        { kind: 'blocked_by' as const, task: second },
        { kind: 'relates' as const, task: third },
      ]
      const changed = await ada.call('tasks.update', { task: first, title: 'Linked', link })
      assert.deepEqual([changed.title, changed.openBlockers], ['Linked', 1])
      await assert.rejects(
        ada.call('tasks.update', {
          task: first,
          title: 'Lost',
          unlink: link,
          link: [{ kind: 'blocks', task: 'WEB-9999' }],
        }),
        { errors: [{ path: 'link.0.task', message: `Task "WEB-9999" doesn't exist, or you can't see it.` }] },
      )
      await assert.rejects(ada.call('tasks.update', { task: first, status: 'complete' }), {
        code: 'task_blocked',
      })
      assert.equal((await linksOf(first)).length, 2)
      const done = await ada.call('tasks.update', { task: first, unlink: link, status: 'complete' })
      assert.deepEqual([done.title, done.status, done.openBlockers], ['Linked', 'complete', 0])
      assert.deepEqual(await linksOf(first), [])
    })
  })
}

/** Returns the keys of items in a tool result. */
function keysOf(items: unknown): string[] {
  return (items as { key: string }[]).map(({ key }) => key)
}

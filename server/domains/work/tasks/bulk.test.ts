import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`bulk task operations, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    const createProject = async () => (await ada.call('projects.create', { name: `Web ${++projects}` })).slug
    const createTasks = async (project: string, titles: string[]) =>
      (await ada.call('tasks.createMany', { project, tasks: titles.map((title) => ({ title })) })).tasks
    const keysOf = (tasks: { key: string }[]) => tasks.map(({ key }) => key)
    const order = async (project: string) =>
      (await ada.call('tasks.list', { project, sort: 'position' })).items.map(({ title }) => title).join('')

    it('creates a hundred tasks with consecutive numbers in input order, and journals each', async () => {
      const project = await createProject()
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Story' })
      const input = Array.from({ length: 100 }, (_, index) => ({
        title: `Task ${index}`,
        story: index % 2 ? story.key : undefined,
        assignee: index % 3 ? 'me' : undefined,
      }))
      const { tasks } = await ada.call('tasks.createMany', { project, tasks: input })
      const numbers = tasks.map(({ key }) => Number(key.split('-')[1]))
      assert.deepEqual(
        numbers,
        Array.from({ length: 100 }, (_, index) => 3 + index),
      )
      assert.deepEqual(
        tasks.map(({ title }) => title),
        input.map(({ title }) => title),
      )
      const positions = tasks.map(({ position }) => position)
      assert.deepEqual(positions, positions.toSorted())
      assert.equal(tasks[1]!.story?.key, story.key)
      assert.equal(tasks[1]!.assignee?.name, 'Ada')
      const [journaled] = await server.app.database.run<{ count: number }>(
        sql`select count(*)::int as count from journal where type = 'task.created' and subject_id = any(${tasks.map(({ id }) => id)})`,
      )
      assert.equal(journaled!.count, 100)
    })

    it('creates nothing if one task is invalid, and names that task', async () => {
      const project = await createProject()
      const wrong = ada.call('tasks.createMany', {
        project,
        tasks: [{ title: 'Fine' }, { title: 'Not', assignee: 'unknown-username' }],
      })
      await assert.rejects(wrong, (error: { status: number; errors: { path: string }[] }) => {
        assert.deepEqual([error.status, error.errors[0]!.path], [400, 'tasks.1.assignee'])
        return true
      })
      assert.equal((await ada.call('tasks.list', { project })).items.length, 0)
      const many = Array.from({ length: 101 }, () => ({ title: 'x' }))
      await assert.rejects(ada.call('tasks.createMany', { project, tasks: many }), { status: 400 })
      await assert.rejects(ada.call('tasks.createMany', { project, tasks: [] }), { status: 400 })
    })

    it('applies the same change to many tasks and journals each', async () => {
      const project = await createProject()
      const tasks = await createTasks(project, ['A', 'B', 'C'])
      const [a, b, c] = tasks as [(typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0]]
      const { tasks: changed } = await ada.call('tasks.updateMany', {
        tasks: [c.key.toLowerCase(), a.id, b.key, a.key],
        set: { status: 'in_progress', labels: ['now'], assignee: 'me', dueAt: '2026-12-24T17:00:00Z' },
      })
      assert.deepEqual(keysOf(changed), [c.key, a.key, b.key], 'in input order, without duplicates')
      for (const task of changed) {
        assert.deepEqual([task.status, task.labels, task.version], ['in_progress', ['now'], 2])
        assert.deepEqual(task, await ada.call('tasks.get', { task: task.id }).then(pickTask(task)))
      }
      const [journaled] = await server.app.database.run<{ count: number }>(
        sql`select count(*)::int as count from journal where type = 'task.updated' and subject_id = any(${[a.id, b.id, c.id]})`,
      )
      assert.equal(journaled!.count, 3)
    })

    it('moves tasks together in the order of the input', async () => {
      const project = await createProject()
      const tasks = await createTasks(project, ['A', 'B', 'C', 'D', 'E'])
      const key = (title: string) => tasks.find((task) => task.title === title)!.key
      const move = (titles: string, set: object) =>
        ada.call('tasks.updateMany', { tasks: titles.split('').map(key), set })
      await move('CA', { place: 'first' })
      assert.equal(await order(project), 'CABDE')
      await move('EB', { after: key('C') })
      assert.equal(await order(project), 'CEBAD')
      await move('DC', { before: key('A') })
      assert.equal(await order(project), 'EBDCA')
      await move('BE', { place: 'last' })
      assert.equal(await order(project), 'DCABE')
    })

    it('changes nothing if one task is blocked, does not exist or is not visible', async () => {
      const project = await createProject()
      const [first, second] = await createTasks(project, ['A', 'B'])
      const [a, b] = [first!, second!]
      await blocks(a.id, b.id)
      const outside = await ada.call('tasks.create', { project, title: 'Blocks too' })
      const complete = (refs: string[], more: object = {}) =>
        ada.call('tasks.updateMany', { tasks: refs, set: { status: 'complete', ...more } })
      await assert.rejects(complete([outside.key, b.key]), {
        code: 'task_blocked',
        message: new RegExp(`^${b.key} is blocked by ${a.key}`),
      })
      assert.equal((await ada.call('tasks.get', { task: outside.key })).status, 'todo', 'nothing was written')
      await assert.rejects(complete([a.key, 'NOPE-1']), {
        code: 'not_found',
        message: /"NOPE-1"/,
      })
      const story = ada.call('tasks.updateMany', { tasks: [a.key, b.key], set: { story: 'NOPE-1' } })
      await assert.rejects(story, (error: { errors: { path: string; message: string }[] }) => {
        assert.equal(error.errors[0]!.path, 'set.story')
        assert.match(error.errors[0]!.message, new RegExp(`^${a.key}: `))
        return true
      })
      const bob = await server.register('Bob')
      await assert.rejects(bob.call('tasks.updateMany', { tasks: [a.key], set: {} }), { status: 404 })
    })

    it('completes a chain of tasks that block each other, in any input order', async () => {
      const project = await createProject()
      const tasks = await createTasks(project, ['A', 'B', 'C', 'D'])
      const [a, b, c, d] = tasks.map(({ id }) => id) as [string, string, string, string]
      await blocks(a, b)
      await blocks(b, c)
      await blocks(c, d)
      const done = await ada.call('tasks.updateMany', { tasks: [c, b, a], set: { status: 'complete' } })
      assert.deepEqual(
        done.tasks.map(({ status }) => status),
        ['complete', 'complete', 'complete'],
      )
      assert.deepEqual(
        done.unblocked.map(({ id }) => id),
        [d],
      )
    })

    it('changes each of 200 tasks with fields of its own in one request', async () => {
      const project = await createProject()
      const keys = [
        ...keysOf(await createTasks(project, Array.from({ length: 100 }, String))),
        ...keysOf(await createTasks(project, Array.from({ length: 100 }, String))),
      ]
      const each = keys.map((key) => ({ labels: [key.toLowerCase()] }))
      const { tasks } = await ada.call('tasks.updateMany', { tasks: keys, set: { priority: 'high' }, each })
      assert.deepEqual(
        tasks.map(({ key, labels, priority }) => `${labels.join()} ${key} ${priority}`),
        keys.map((key) => `${key.toLowerCase()} ${key} high`),
      )
      const short = ada.call('tasks.updateMany', { tasks: keys.slice(0, 3), each: each.slice(0, 2) })
      await assert.rejects(short, (error: { errors: { path: string }[] }) => error.errors[0]!.path === 'each')
      const [key] = keys
      const tooMany = ada.call('tasks.updateMany', { tasks: [...keys, key!], set: {} })
      await assert.rejects(tooMany, { code: 'invalid_input' })
    })

    it('changes all tasks that match a filter, and returns the values that undo it', async () => {
      const project = await createProject()
      const input = Array.from({ length: 90 }, (_, index) => ({
        title: `Task ${index}`,
        labels: index < 60 ? ['web', `own-${index}`] : ['app'],
        ...(index % 2 && { priority: 'low' as const }),
      }))
      for (let round = 0; round < 3; round++) await ada.call('tasks.createMany', { project, tasks: input })
      const web = { project, filter: { label: ['web'] } }
      const set = { priority: 'urgent' as const, assignee: 'me', addLabels: ['soon'] }
      const change = { ...web, set }
      for (const expected of [179, 181])
        await assert.rejects(ada.call('tasks.updateMatching', { ...change, expected }), {
          code: 'matches_changed',
          status: 409,
          message: new RegExp(`is now 180 instead of ${expected}`),
        })
      const { tasks } = await ada.call('tasks.updateMatching', { ...change, expected: 180 })
      assert.equal(tasks.length, 180)
      const own = tasks[3]!
      assert.deepEqual(own.previous, { priority: 'low', labels: ['web', 'own-3'], assignee: null })
      const { labels, priority, assignee } = await ada.call('tasks.get', { task: own.key })
      assert.deepEqual([labels, priority, assignee?.name], [['web', 'own-3', 'soon'], 'urgent', 'Ada'])
      const count = async (filter: object) =>
        (await ada.call('tasks.group', { project, by: 'none', ...filter })).total
      assert.deepEqual(
        [await count({ priority: ['urgent'] }), await count({ label: ['app'], priority: ['urgent'] })],
        [180, 0],
      )
      const refs = keysOf(tasks)
      await ada.call('tasks.updateMany', { tasks: refs, each: tasks.map(({ previous }) => previous) })
      assert.deepEqual([await count({ priority: ['urgent'] }), await count({ label: ['soon'] })], [0, 0])
      const both = ada.call('tasks.updateMatching', {
        ...web,
        expected: 180,
        set: { labels: [], addLabels: ['soon'] },
      })
      await assert.rejects(both, { code: 'invalid_input' })
      const wrong: object[] = [{ expected: 2001 }, { filter: { page: 1 } }, { set: { title: 'Same' } }]
      for (const each of wrong)
        await assert.rejects(ada.call('tasks.updateMatching', { ...change, expected: 180, ...each }), {
          code: 'invalid_input',
        })
    })

    it('changes no matching task if one of them is blocked by another task', async () => {
      const project = await createProject()
      const [first, second] = await createTasks(project, ['A', 'B'])
      const [a, b] = [first!, second!]
      await blocks(a.id, b.id)
      const complete = { project, expected: 1, set: { status: 'complete' } } as const
      await assert.rejects(ada.call('tasks.updateMatching', { ...complete, filter: { search: 'B' } }), {
        code: 'task_blocked',
      })
      const { tasks } = await ada.call('tasks.updateMatching', { ...complete, expected: 2 })
      assert.deepEqual(keysOf(tasks), [a.key, b.key], 'completes the blocker first')
    })

    it('deletes many tasks or none, and restores them in one request', async () => {
      const project = await createProject()
      const keys = keysOf(await createTasks(project, ['A', 'B', 'C']))
      const [a, b, c] = keys as [string, string, string]
      await assert.rejects(ada.call('tasks.deleteMany', { tasks: [a, 'NOPE-1'] }), { code: 'not_found' })
      assert.equal(await order(project), 'ABC', 'nothing was deleted')
      const { tasks } = await ada.call('tasks.deleteMany', { tasks: [b, a, b] })
      assert.deepEqual(keysOf(tasks), [b, a])
      assert.equal(await order(project), 'C')
      const restoring = ada.call('trash.restoreMany', { kind: 'task', items: [a, c] })
      await assert.rejects(restoring, { code: 'not_deleted' })
      assert.equal(await order(project), 'C', 'nothing was restored')
      const { items } = await ada.call('trash.restoreMany', { kind: 'task', items: [a, b] })
      assert.deepEqual(keysOf(items), [a, b])
      assert.equal(await order(project), 'ABC')
    })

    it('rejects bulk changes by a viewer', async () => {
      const project = await createProject()
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project, user: guest.user.id, role: 'viewer' })
      const [task] = await createTasks(project, ['A'])
      const change = guest.call('tasks.updateMany', { tasks: [task!.key], set: { title: 'Mine' } })
      await assert.rejects(change, { code: 'forbidden', status: 403 })
      const matching = guest.call('tasks.updateMatching', { project, expected: 1, set: { priority: 'low' } })
      await assert.rejects(matching, { code: 'forbidden', status: 403 })
      const remove = guest.call('tasks.deleteMany', { tasks: [task!.key] })
      await assert.rejects(remove, { code: 'forbidden', status: 403 })
      const create = guest.call('tasks.createMany', { project, tasks: [{ title: 'Mine' }] })
      await assert.rejects(create, { code: 'forbidden', status: 403 })
    })

    it('applies two concurrent changes of the same tasks without a deadlock', async () => {
      const project = await createProject()
      const keys = keysOf(await createTasks(project, ['A', 'B', 'C', 'D', 'E', 'F']))
      await Promise.all([
        ada.call('tasks.updateMany', { tasks: keys, set: { priority: 'high' } }),
        ada.call('tasks.updateMany', { tasks: keys.toReversed(), set: { labels: ['both'] } }),
      ])
      const { items } = await ada.call('tasks.list', { project, priority: ['high'], label: ['both'] })
      assert.equal(items.length, 6)
    })

    async function blocks(task: string, other: string): Promise<void> {
      await server.app.database.run(
        sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
         select id, ${other}, organization_id, 'blocks', created_by from tasks where id = ${task}`,
      )
      await server.app.database.run(sql`update tasks set open_blockers = 1 where id = ${other}`)
    }
  })
}

/** Returns a function that picks the fields of `like` from a task. */
function pickTask(like: object) {
  return (task: object) =>
    Object.fromEntries(Object.entries(task).filter(([name]) => name in like)) as typeof like
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`many tasks at once, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    const aProject = async () => (await ada.call('projects.create', { name: `Web ${++projects}` })).slug
    const some = async (project: string, titles: string[]) =>
      (await ada.call('tasks.createMany', { project, tasks: titles.map((title) => ({ title })) })).tasks
    const keysOf = (tasks: { key: string }[]) => tasks.map(({ key }) => key)
    const order = async (project: string) =>
      (await ada.call('tasks.list', { project, sort: 'position' })).items.map(({ title }) => title).join('')

    it('a hundred are made with numbers that follow each other, in their order, each in the journal', async () => {
      const project = await aProject()
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Story' })
      const wanted = Array.from({ length: 100 }, (_, index) => ({
        title: `Task ${index}`,
        story: index % 2 ? story.key : undefined,
        assignee: index % 3 ? 'me' : undefined,
      }))
      const { tasks } = await ada.call('tasks.createMany', { project, tasks: wanted })
      const numbers = tasks.map(({ key }) => Number(key.split('-')[1]))
      assert.deepEqual(
        numbers,
        Array.from({ length: 100 }, (_, index) => 3 + index),
      )
      assert.deepEqual(
        tasks.map(({ title }) => title),
        wanted.map(({ title }) => title),
      )
      const positions = tasks.map(({ position }) => position)
      assert.deepEqual(positions, positions.toSorted())
      assert.equal(tasks[1]!.story?.key, story.key)
      assert.equal(tasks[1]!.assignee?.name, 'Ada')
      const [told] = await server.app.database.run<{ count: number }>(
        `select count(*)::int as count from journal where type = 'task.created' and subject_id = any($1)`,
        [tasks.map(({ id }) => id)],
      )
      assert.equal(told!.count, 100)
    })

    it('one that is wrong stops all, and is named', async () => {
      const project = await aProject()
      const wrong = ada.call('tasks.createMany', {
        project,
        tasks: [{ title: 'Fine' }, { title: 'Not', assignee: 'nobody-of-that-name' }],
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

    it('many get the same change, and each is told of', async () => {
      const project = await aProject()
      const tasks = await some(project, ['A', 'B', 'C'])
      const [a, b, c] = tasks as [(typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0]]
      const { tasks: changed } = await ada.call('tasks.updateMany', {
        tasks: [c.key.toLowerCase(), a.id, b.key, a.key],
        set: { status: 'in_progress', labels: ['now'], assignee: 'me', dueAt: '2026-12-24T17:00:00Z' },
      })
      assert.deepEqual(keysOf(changed), [c.key, a.key, b.key], 'each once, as they were named')
      for (const task of changed) {
        assert.deepEqual([task.status, task.labels, task.version], ['in_progress', ['now'], 2])
        assert.deepEqual(task, await ada.call('tasks.get', { task: task.id }).then(pickTask(task)))
      }
      const [told] = await server.app.database.run<{ count: number }>(
        `select count(*)::int as count from journal where type = 'task.updated' and subject_id = any($1)`,
        [[a.id, b.id, c.id]],
      )
      assert.equal(told!.count, 3)
    })

    it('moved together they stand in the order in which they were named', async () => {
      const project = await aProject()
      const tasks = await some(project, ['A', 'B', 'C', 'D', 'E'])
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

    it('one that is refused stops all: what is blocked, what is not there, what is not seen', async () => {
      const project = await aProject()
      const [first, second] = await some(project, ['A', 'B'])
      const [a, b] = [first!, second!]
      await blocks(a.id, b.id)
      const outside = await ada.call('tasks.create', { project, title: 'Blocks too' })
      const complete = (refs: string[], more: object = {}) =>
        ada.call('tasks.updateMany', { tasks: refs, set: { status: 'complete', ...more } })
      await assert.rejects(complete([outside.key, b.key]), {
        code: 'task_blocked',
        message: new RegExp(`^${b.key} is blocked by ${a.key}`),
      })
      assert.equal((await ada.call('tasks.get', { task: outside.key })).status, 'todo', 'nothing was done')
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

    it('a chain of tasks that block each other is completed together, whatever comes first', async () => {
      const project = await aProject()
      const tasks = await some(project, ['A', 'B', 'C', 'D'])
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

    it('whoever may only look changes nothing', async () => {
      const project = await aProject()
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project, user: guest.user.id, role: 'viewer' })
      const [task] = await some(project, ['A'])
      const change = guest.call('tasks.updateMany', { tasks: [task!.key], set: { title: 'Mine' } })
      await assert.rejects(change, { code: 'forbidden', status: 403 })
      const make = guest.call('tasks.createMany', { project, tasks: [{ title: 'Mine' }] })
      await assert.rejects(make, { code: 'forbidden', status: 403 })
    })

    it('two who change the same tasks at once both come through', async () => {
      const project = await aProject()
      const keys = keysOf(await some(project, ['A', 'B', 'C', 'D', 'E', 'F']))
      await Promise.all([
        ada.call('tasks.updateMany', { tasks: keys, set: { priority: 'high' } }),
        ada.call('tasks.updateMany', { tasks: keys.toReversed(), set: { labels: ['both'] } }),
      ])
      const { items } = await ada.call('tasks.list', { project, priority: ['high'], label: ['both'] })
      assert.equal(items.length, 6)
    })

    async function blocks(task: string, other: string): Promise<void> {
      await server.app.database.run(
        `insert into dependencies (task_id, other_id, organization_id, kind, created_by)
         select id, $2, organization_id, 'blocks', created_by from tasks where id = $1`,
        [task, other],
      )
      await server.app.database.run('update tasks set open_blockers = 1 where id = $1', [other])
    }
  })
}

/** What a list and a change show of a task, of what the task itself shows. */
function pickTask(like: object) {
  return (task: object) =>
    Object.fromEntries(Object.entries(task).filter(([name]) => name in like)) as typeof like
}

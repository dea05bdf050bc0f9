import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`epics and stories on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    /** Creates a project with an epic and a story. */
    async function createProject() {
      const { slug: project } = await ada.call('projects.create', { name: `Web ${++projects}` })
      const { key: epic } = await ada.call('epics.create', { project, title: 'Checkout' })
      const { key: story } = await ada.call('stories.create', { project, epic, title: 'Pay by card' })
      return { project, epic, story }
    }
    const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

    it('numbers epics, stories and tasks of a project with one counter', async () => {
      const project = await ada.call('projects.create', { name: 'Numbers', key: 'NUM' })
      const epic = await ada.call('epics.create', { project: 'NUM', title: 'Epic', labels: ['q4'] })
      const story = await ada.call('stories.create', {
        project: project.slug,
        epic: epic.key,
        title: 'Story',
      })
      const task = await ada.call('tasks.create', { project: 'NUM', title: 'Task', story: story.key })
      assert.deepEqual([epic.key, story.key, task.key], ['NUM-1', 'NUM-2', 'NUM-3'])
      assert.deepEqual(task.story, { id: story.id, key: 'NUM-2', title: 'Story' })
      assert.deepEqual(story.epic, { id: epic.id, key: 'NUM-1', title: 'Epic' })
      assert.equal(epic.status, 'planned')
      assert.deepEqual(epic.labels, ['q4'])
      assert.deepEqual(epic.may, { edit: true })
      const found = await ada.call('items.find', { item: 'num-3' })
      assert.deepEqual(found, {
        kind: 'task',
        id: task.id,
        key: 'NUM-3',
        title: 'Task',
        status: 'todo',
        project: project.slug,
        story: { id: story.id, key: 'NUM-2', title: 'Story' },
        epic: { id: epic.id, key: 'NUM-1', title: 'Epic' },
      })
      assert.equal((await ada.call('items.find', { item: story.id })).kind, 'story')
      assert.equal((await ada.call('items.find', { item: 'NUM-1' })).epic, null)
      await assert.rejects(ada.call('items.find', { item: 'NUM-4' }), { code: 'not_found', status: 404 })
    })

    it('computes progress from the tasks below, without cancelled tasks', async () => {
      const { project, epic, story } = await createProject()
      const other = await ada.call('stories.create', { project, epic, title: 'Pay by invoice' })
      for (const status of ['complete', 'complete', 'todo', 'cancelled'] as const)
        await ada.call('tasks.create', { project, story, title: status, status })
      const deletedTask = await ada.call('tasks.create', { project, story: other.key, title: 'Gone' })
      await ada.call('tasks.delete', { task: deletedTask.key })
      await ada.call('tasks.create', { project, title: 'Of no story', status: 'complete' })
      const progress = { total: 4, complete: 2, cancelled: 1, percent: 66 }
      const nothing = { total: 0, complete: 0, cancelled: 0, percent: 0 }
      assert.deepEqual((await ada.call('epics.get', { project, epic })).progress, progress)
      assert.deepEqual((await ada.call('stories.get', { project, epic, story })).progress, progress)
      const listed = await ada.call('stories.list', { project, epic })
      assert.deepEqual(
        listed.items.map((each) => each.progress),
        [progress, nothing],
      )
      assert.deepEqual((await ada.call('epics.list', { project })).items[0]!.progress, progress)
    })

    it('changes fields with PUT and PATCH and rejects a stale version', async () => {
      const { project, epic, story } = await createProject()
      const changed = await ada.call(
        'epics.update',
        { project, epic, status: 'active', dueAt: '2026-12-24T17:00:00Z', description: 'All of it.' },
        { ifMatch: 1 },
      )
      assert.equal(changed.version, 2)
      assert.equal(changed.dueAt, '2026-12-24T17:00:00.000Z')
      const late = ada.call('epics.update', { project, epic, title: 'x' }, { ifMatch: 1 })
      await assert.rejects(late, { code: 'version_conflict', status: 412 })
      const cleared = await ada.call('epics.update', { project, epic, dueAt: null })
      assert.deepEqual([cleared.dueAt, cleared.status], [null, 'active'])
      for (const method of ['PUT', 'PATCH']) {
        const response = await fetch(`${server.url}/api/projects/${project}/epics/${epic}/stories/${story}`, {
          method,
          headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ title: `By ${method}` }),
        })
        assert.equal(((await response.json()) as { title: string }).title, `By ${method}`)
      }
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const types = items.filter(({ subject }) => subject.key === story).map(({ type }) => type)
      assert.deepEqual(types, ['story.created', 'story.updated', 'story.updated'])
    })

    it('moves epics to any position and skips a move to the current one', async () => {
      const { project } = await createProject()
      const keys: string[] = []
      for (const title of ['A', 'B', 'C', 'D'])
        keys.push((await ada.call('epics.create', { project, title })).key)
      const [a, b, c, d] = keys as [string, string, string, string]
      const order = async () => titles(await ada.call('epics.list', { project })).join('')
      assert.equal(await order(), 'CheckoutABCD')
      const move = (epic: string, to: object) => ada.call('epics.update', { project, epic, ...to })
      await move(d, { place: 'first' })
      await move(a, { place: 'last' })
      await move(b, { after: d })
      assert.equal(await order(), 'DBCheckoutCA')
      await move(c, { before: b })
      assert.equal(await order(), 'DCBCheckoutA')
      const before = await versions()
      await move(c, { before: b })
      assert.deepEqual(await versions(), before, 'already at this position')
      await assert.rejects(move(c, { before: c }), { code: 'invalid_input' })
      await assert.rejects(move(c, { before: b, place: 'first' }), { code: 'invalid_input' })
      await assert.rejects(move(c, { after: 'NOPE-1' }), { code: 'invalid_input' })

      async function versions() {
        return (await ada.call('epics.list', { project })).items.map(({ key, version }) => [key, version])
      }
    })

    it('restores a deleted story next to one that was moved to its position', async () => {
      const { project, epic } = await createProject()
      const make = async (title: string) => (await ada.call('stories.create', { project, epic, title })).key
      const [a, b, c] = [await make('A'), await make('B'), await make('C')]
      await ada.call('stories.delete', { project, epic, story: b })
      await ada.call('stories.update', { project, epic, story: c, after: a })
      await ada.call('trash.restore', { kind: 'story', item: b })
      assert.deepEqual(titles(await ada.call('stories.list', { project, epic })), [
        'Pay by card',
        'A',
        'C',
        'B',
      ])
    })

    it('lists epics and stories in order, in pages and filtered by status', async () => {
      const { project, epic } = await createProject()
      for (const title of ['A', 'B', 'C', 'D'])
        await ada.call('stories.create', { project, epic, title, status: title < 'C' ? 'active' : 'planned' })
      const first = await ada.call('stories.list', { project, epic, limit: 3 })
      const rest = await ada.call('stories.list', { project, epic, limit: 3, cursor: first.nextCursor! })
      assert.deepEqual([...titles(first), ...titles(rest)], ['Pay by card', 'A', 'B', 'C', 'D'])
      assert.equal(rest.nextCursor, null)
      const active = await ada.call('stories.list', { project, epic, status: ['active'] })
      assert.deepEqual(titles(active), ['A', 'B'])
      assert.deepEqual(titles(await ada.call('epics.list', { project, status: ['complete'] })), [])
    })

    it('moves a story to another epic of its project only', async () => {
      const { project, epic, story } = await createProject()
      const other = await ada.call('epics.create', { project, title: 'Returns' })
      await ada.call('tasks.create', { project, story, title: 'Done', status: 'complete' })
      const moved = await ada.call('stories.update', { project, epic, story, moveTo: other.key })
      assert.equal(moved.epic.key, other.key)
      await assert.rejects(ada.call('stories.get', { project, epic, story }), { code: 'not_found' })
      const there = await ada.call('stories.get', { project, epic: other.key, story })
      assert.equal(there.progress.percent, 100)
      const elsewhere = await createProject()
      const beyond = ada.call('stories.update', {
        project,
        epic: other.key,
        story,
        moveTo: elsewhere.epic,
      })
      await assert.rejects(beyond, { code: 'invalid_input', status: 400 })
    })

    it('serves the tasks of a story under the path of the story', async () => {
      const { project, epic, story } = await createProject()
      const at = { project, epic, story }
      const created = await ada.call('stories.createStoryTask', { ...at, title: 'Form', priority: 'high' })
      const second = await ada.call('stories.createStoryTask', { ...at, title: 'Receipt' })
      assert.equal(created.story?.key, story)
      const get = await ada.call('stories.getStoryTask', { ...at, task: created.key })
      assert.deepEqual(get, await ada.call('tasks.get', { task: created.key }))
      await ada.call('stories.updateStoryTask', { ...at, task: second.key, before: created.key, estimate: 3 })
      assert.deepEqual(titles(await ada.call('stories.listStoryTasks', at)), ['Receipt', 'Form'])
      const high = await ada.call('stories.listStoryTasks', { ...at, priority: ['high'] })
      assert.deepEqual(titles(high), ['Form'])
      const other = await ada.call('stories.create', { project, epic, title: 'Other' })
      await ada.call('stories.updateStoryTask', { ...at, task: created.key, moveTo: other.key })
      await assert.rejects(ada.call('stories.getStoryTask', { ...at, task: created.key }), { status: 404 })
      const deleted = await ada.call('stories.deleteStoryTask', { ...at, task: second.key })
      assert.equal(deleted.kind, 'task')
      assert.deepEqual(titles(await ada.call('stories.listStoryTasks', at)), [])
    })

    it('returns 404 for a path whose parts do not belong together', async () => {
      const [here, there] = [await createProject(), await createProject()]
      const task = (await ada.call('stories.createStoryTask', { ...here, title: 'Here' })).key
      const second = await ada.call('epics.create', { project: here.project, title: 'Second' })
      const wrong = [
        { ...here, project: there.project },
        { ...here, epic: there.epic },
        { ...here, epic: second.key },
        { ...here, story: there.story },
      ]
      for (const at of wrong) {
        const calls = [
          () => ada.call('stories.get', at),
          () => ada.call('stories.update', { ...at, title: 'x' }),
          () => ada.call('stories.delete', at),
          () => ada.call('stories.listStoryTasks', at),
          () => ada.call('stories.createStoryTask', { ...at, title: 'x' }),
          () => ada.call('stories.getStoryTask', { ...at, task }),
          () => ada.call('stories.updateStoryTask', { ...at, task, title: 'x' }),
          () => ada.call('stories.deleteStoryTask', { ...at, task }),
        ]
        for (const call of calls) await assert.rejects(call, { code: 'not_found', status: 404 })
      }
      const elsewhere = ada.call('stories.getStoryTask', { ...there, task })
      await assert.rejects(elsewhere, { code: 'not_found', status: 404 })
      assert.equal((await ada.call('stories.getStoryTask', { ...here, task })).title, 'Here')
    })

    it('rejects creating items in an archived project or under a deleted epic', async () => {
      const { project, epic, story } = await createProject()
      await ada.call('projects.archive', { project })
      for (const make of [
        () => ada.call('epics.create', { project, title: 'x' }),
        () => ada.call('stories.create', { project, epic, title: 'x' }),
        () => ada.call('stories.createStoryTask', { project, epic, story, title: 'x' }),
      ])
        await assert.rejects(make, { code: 'project_archived', status: 422 })
      await ada.call('projects.unarchive', { project })
      await ada.call('epics.delete', { project, epic })
      await assert.rejects(ada.call('stories.create', { project, epic, title: 'x' }), { status: 404 })
    })
  })
}

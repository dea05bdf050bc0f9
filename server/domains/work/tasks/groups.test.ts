import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import type { InputOf } from '../../../assembly/client.ts'

for (const engine of oneEngine) {
  describe(`task groups, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let project: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      project = (await ada.call('projects.create', { name: 'Groups' })).slug
    })
    after(() => server.stop())

    const create = async (project: string, count: number, more: object = {}) =>
      (
        await ada.call('tasks.createMany', {
          project,
          tasks: Array.from({ length: count }, (_, index) => ({ title: `Task ${index}`, ...more })),
        })
      ).tasks
    const group = (by: InputOf<'tasks.group'>['by'], more: object = {}) =>
      ada.call('tasks.group', { project, by, ...more })
    const counts = async (by: InputOf<'tasks.group'>['by'], more: object = {}) =>
      (await group(by, more)).groups.map(({ value, name, count }) => `${name || value || '–'} ${count}`)

    it('counts every group and pages through each, beyond the size of one list page', async () => {
      await create(project, 100)
      await create(project, 100)
      await create(project, 60)
      await create(project, 3, { status: 'in_progress' })
      await create(project, 2, { status: 'cancelled' })
      const first = await group('status', { limit: 50, collapsed: ['cancelled'] })
      assert.equal(first.total, 265)
      assert.deepEqual(
        first.groups.map(({ value, count, items }) => [value, count, items.length]),
        [
          ['in_progress', 3, 3],
          ['todo', 260, 50],
          ['cancelled', 2, 0],
        ],
        'active work first, and a collapsed group is only counted',
      )
      const [, todo] = first.groups
      const keys = todo!.items.map(({ key }) => key)
      for (let cursor = todo!.nextCursor; cursor;) {
        const { groups } = await group('status', { group: 'todo', limit: 100, cursor })
        assert.equal(groups.length, 1)
        keys.push(...groups[0]!.items.map(({ key }) => key))
        cursor = groups[0]!.nextCursor
      }
      const { items } = await ada.call('tasks.list', { project, status: ['todo'], limit: 200 })
      assert.deepEqual(
        keys.slice(0, 200),
        items.map(({ key }) => key),
        'in the order of the list',
      )
      assert.deepEqual([keys.length, new Set(keys).size], [260, 260])
    })

    it('groups by every property, with the tasks that have no value last', async () => {
      project = (await ada.call('projects.create', { name: 'Properties' })).slug
      const epic = await ada.call('epics.create', { project, title: 'Checkout' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Pay' })
      const feature = await ada.call('features.create', { project, title: 'Cards' })
      const agent = await ada.call('agents.create', { name: 'Weaver' })
      await create(project, 1, { priority: 'urgent', assignee: 'me', labels: ['web', 'api'] })
      await create(project, 1, { priority: 'low', assignee: agent.id, labels: ['web'], story: story.key })
      await create(project, 2, { feature: feature.key, status: 'complete' })
      assert.deepEqual(await counts('status'), ['todo 2', 'complete 2'])
      assert.deepEqual(await counts('priority'), ['urgent 1', 'low 1', 'none 2'])
      assert.deepEqual(await counts('assignee'), ['Ada 1', 'Weaver 1', '– 2'])
      assert.deepEqual(await counts('agent'), ['Weaver 1', '– 3'])
      assert.deepEqual(await counts('label'), ['api 1', 'web 2', '– 2'])
      assert.deepEqual(await counts('epic'), ['Checkout 1', '– 3'])
      assert.deepEqual(await counts('feature'), ['Cards 2', '– 2'])
      assert.deepEqual(await counts('none'), ['– 4'])
      const byLabel = await group('label', { status: ['todo'] })
      assert.deepEqual(
        [byLabel.total, byLabel.groups.map(({ items }) => items.length)],
        [2, [1, 2]],
        'the filter applies, and a task with two labels counts once in the total',
      )
      const missing = await group('epic', { group: '' })
      assert.deepEqual(
        missing.groups.map(({ value, items }) => [value, items.length]),
        [['', 3]],
      )
      assert.equal((await group('epic')).groups[0]!.value, epic.key)
    })

    it('rejects a cursor without its group, an unknown grouping and a project of another organization', async () => {
      await assert.rejects(group('status', { cursor: 'x' }), { code: 'invalid_input' })
      await assert.rejects(group('status', { group: 'todo', cursor: 'x' }), { code: 'invalid_cursor' })
      await assert.rejects(group('color' as 'status'), { code: 'invalid_input' })
      const bob = await server.register('Bob')
      await assert.rejects(bob.call('tasks.group', { project, by: 'status' }), { status: 404 })
    })
  })
}

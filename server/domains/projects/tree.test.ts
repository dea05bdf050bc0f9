import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fillTree } from '../../../test/fill-tree.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { ofKind, wholeTree } from '../../../test/whole-tree.ts'
import type { OutputOf } from '../../assembly/client.ts'

/** Each epic has 9 stories, each story 10 tasks. */
const large = { epics: 100, stories: 900, tasks: 9000, loose: 600 }

type Node = OutputOf<'projects.tree'>['items'][number]

for (const engine of oneEngine) {
  describe(`project tree, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      const { id } = await ada.call('projects.create', { name: 'Large', key: 'LG', slug: 'large' })
      await fillTree(server.app.database, id, large)
    })
    after(() => server.stop())

    it('returns a small project in one response, in order and with progress and counts', async () => {
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
        tree.items.map(({ kind, key }) => [kind, key]),
        [
          ['epic', later.key],
          ['epic', epic.key],
          ['task', loose.key],
        ],
      )
      assert.equal(tree.nextCursor, null)
      const [empty, shownEpic] = ofKind(tree.items, 'epic')
      assert.deepEqual([empty!.childCount, empty!.children], [0, []])
      assert.deepEqual(empty!.progress, { total: 0, complete: 0, cancelled: 0, percent: 0 })
      const [shown] = shownEpic!.children!
      assert.deepEqual(shown!.progress, { total: 2, complete: 1, cancelled: 0, percent: 50 })
      assert.deepEqual(shownEpic!.progress, shown!.progress)
      assert.deepEqual([shownEpic!.childCount, shown!.childCount], [1, 2])
      const [first, second] = shown!.children!
      assert.deepEqual([first!.key, second!.key], [open.key, done.key])
      assert.deepEqual([first!.dueAt, first!.labels], ['2026-12-24T17:00:00.000Z', ['a']])
      assert.deepEqual(second!.assignee, { kind: 'user', id: ada.user.id, name: 'Ada' })
    })

    it('lists the stories below an epic and the tasks below a story, by number or id', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Levels', key: 'LV' })
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const story = await ada.call('stories.create', { project, epic: epic.key, title: 'Story' })
      const task = await ada.call('tasks.create', { project, title: 'Task', story: story.key })
      const keysBelow = async (below: string) =>
        (await ada.call('projects.tree', { project, below })).items.map(({ key }) => key)
      assert.deepEqual(await keysBelow(epic.key.toLowerCase()), [story.key])
      assert.deepEqual(await keysBelow(epic.id), [story.key])
      assert.deepEqual(await keysBelow(story.key), [task.key])
      assert.deepEqual(await keysBelow(story.id), [task.key])
    })

    it('rejects "below" for another project, another organization, a deleted epic and a task', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Mine', key: 'MI' })
      const { slug: other } = await ada.call('projects.create', { name: 'Other', key: 'OT' })
      const elsewhere = await ada.call('epics.create', { project: other, title: 'Elsewhere' })
      const deleted = await ada.call('epics.create', { project, title: 'Deleted' })
      await ada.call('epics.delete', { project, epic: deleted.key })
      const task = await ada.call('tasks.create', { project, title: 'Task' })
      const grace = await server.register('Grace')
      await grace.call('projects.create', { name: 'Foreign', key: 'FO', slug: 'foreign' })
      const foreign = await grace.call('epics.create', { project: 'foreign', title: 'Foreign' })
      for (const below of [
        elsewhere.key,
        elsewhere.id,
        foreign.key,
        foreign.id,
        deleted.key,
        task.key,
        'MI-99',
      ])
        await assert.rejects(ada.call('projects.tree', { project, below }), {
          code: 'not_found',
          status: 404,
        })
    })

    it('returns every item once and in order, page by page', async () => {
      const { id } = await ada.call('projects.create', { name: 'Medium', key: 'MD', slug: 'medium' })
      const medium = { epics: 15, stories: 45, tasks: 450, loose: 20 }
      await fillTree(server.app.database, id, medium)
      for (const [project, counts, limit] of [
        ['medium', medium, 7],
        ['medium', medium, 5],
        ['large', large, 200],
      ] as const) {
        const { epics, tasks } = await wholeTree(ada, project, limit)
        const stories = epics.flatMap((epic) => epic.stories)
        const below = stories.flatMap((story) => story.tasks)
        const levels = [
          epics,
          tasks,
          ...epics.map((epic) => epic.stories),
          ...stories.map((story) => story.tasks),
        ]
        for (const siblings of levels) assertInOrder(siblings)
        assert.deepEqual(
          { epics: epics.length, stories: stories.length, tasks: below.length, loose: tasks.length },
          counts,
        )
        const all = [...epics, ...stories, ...below, ...tasks]
        assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
        for (const { progress, childCount, tasks: ofStory } of stories)
          assert.deepEqual([progress.complete, childCount], [completeIn(ofStory), ofStory.length])
        for (const { progress, childCount, stories: ofEpic } of epics) {
          const ofAll = ofEpic.flatMap((story) => story.tasks)
          assert.deepEqual([progress.total, progress.complete], [ofAll.length, completeIn(ofAll)])
          assert.equal(childCount, ofEpic.length)
        }
      }
    })

    it('includes the levels below a page only as far as the response has at most 500 items', async () => {
      const read = (input: object) => ada.call('projects.tree', { project: 'large', ...input })
      // 100 epics and their 900 stories are too many.
      const epics = (await read({ limit: 200 })).items
      assert.ok(
        ofKind(epics, 'epic').every(({ childCount, children }) => childCount === 9 && children === null),
      )
      // 50 epics with 450 stories fit, their tasks don't.
      const { items: half } = await read({})
      assert.equal(sizeOf(half), 500)
      assert.ok(stories(half).every(({ childCount, children }) => childCount === 10 && children === null))
      // 2 epics with 18 stories and 180 tasks fit.
      const { items: two } = await read({ limit: 2 })
      assert.equal(sizeOf(two), 200)
      assert.ok(stories(two).every(({ children }) => children!.length === 10))
    })

    it('never returns more than 500 items, with a constant number of statements', async () => {
      const { items } = await ada.call('projects.tree', { project: 'large', limit: 1 })
      const { id } = items[0]!
      for (const below of [undefined, id])
        for (const limit of [1, 5, 50, 200]) {
          let response: OutputOf<'projects.tree'> | undefined
          const queries = await queriesDuring(server.app.database, async () => {
            response = await ada.call('projects.tree', { project: 'large', limit, ...(below && { below }) })
          })
          assert.ok(response!.items.length <= limit)
          assert.ok(sizeOf(response!.items) <= 500)
          assert.ok(queries.length <= 9, queries.map(({ text }) => text).join('\n'))
        }
    })

    it('rejects a cursor of another level', async () => {
      const { items, nextCursor } = await ada.call('projects.tree', { project: 'large', limit: 1 })
      const below = items[0]!.key
      for (const cursor of [nextCursor!, 'x'])
        await assert.rejects(ada.call('projects.tree', { project: 'large', below, cursor }), {
          code: 'invalid_cursor',
        })
    })

    const stories = (items: Node[]) => ofKind(items, 'epic').flatMap(({ children }) => children!)
  })
}

/** Counts the items of a response, with the included ones. */
function sizeOf(nodes: Node[]): number {
  return nodes.reduce((sum, node) => sum + 1 + (node.kind === 'task' ? 0 : sizeOf(node.children ?? [])), 0)
}

function completeIn(tasks: { status: string }[]): number {
  return tasks.filter(({ status }) => status === 'complete').length
}

function assertInOrder(nodes: { position: string }[]): void {
  for (const [index, { position }] of nodes.entries())
    assert.ok(index === 0 || nodes[index - 1]!.position < position, 'in order')
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, settled, startOwnServer } from '../../../test/harness.ts'
import { wholeTree } from '../../../test/whole-tree.ts'
import { sql } from '../../database/sql.ts'
import { purgeTrash } from './purge-trash.ts'

for (const engine of oneEngine) {
  describe(`deleting an epic or a story with its children, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    /** Creates an epic with two stories of two tasks each. */
    async function createEpic() {
      const { slug: project } = await ada.call('projects.create', { name: `Web ${++projects}` })
      const { key: epic } = await ada.call('epics.create', { project, title: 'Checkout' })
      const stories: string[] = []
      const tasks: string[] = []
      for (const title of ['Card', 'Invoice']) {
        const { key } = await ada.call('stories.create', { project, epic, title })
        stories.push(key)
        for (const part of ['form', 'mail'])
          tasks.push((await ada.call('tasks.create', { project, story: key, title: `${title} ${part}` })).key)
      }
      return { project, epic, stories, tasks }
    }
    const existingKeys = async (project: string) => {
      const tree = await wholeTree(ada, project)
      return tree.epics.flatMap(({ key, stories }) => [
        key,
        ...stories.flatMap((story) => [story.key, ...story.tasks.map((task) => task.key)]),
      ])
    }
    const eventsOf = async (keys: string[], action: string) => {
      const rows = await server.app.database.run<{ subject_key: string; version: number; changes: object }>(
        sql`select subject_key, version, changes from journal where subject_key = any(${keys}) and type like ${`%.${action}`}
          order by subject_key`,
      )
      return rows
    }

    it('deletes an epic with its stories and tasks, and restores exactly those', async () => {
      const { project, epic, stories, tasks } = await createEpic()
      const [separate, ...others] = tasks as [string, ...string[]]
      await ada.call('tasks.delete', { task: separate })
      const deleted = await ada.call('epics.delete', { project, epic })
      assert.deepEqual(deleted.children, { stories: 2, tasks: 3 })
      assert.deepEqual(await existingKeys(project), [])
      for (const task of tasks)
        await assert.rejects(ada.call('tasks.get', { task }), { code: 'not_found', status: 404 })
      const deletions = await eventsOf([epic, ...stories, ...tasks], 'deleted')
      assert.equal(deletions.length, 7, 'one event for each item')
      assert.ok(deletions.every(({ version }) => version === 2))

      const restored = await ada.call('trash.restore', { kind: 'epic', item: epic })
      assert.deepEqual(restored.children, { stories: 2, tasks: 3 })
      assert.deepEqual((await existingKeys(project)).toSorted(), [epic, ...stories, ...others].toSorted())
      const restores = await eventsOf([epic, ...stories, ...tasks], 'restored')
      assert.equal(restores.length, 6)
      assert.ok(restores.every(({ version }) => version === 3))
      await assert.rejects(ada.call('tasks.get', { task: separate }), { code: 'not_found' })
      await ada.call('trash.restore', { kind: 'task', item: separate })
      assert.equal((await ada.call('tasks.get', { task: separate })).story?.key, stories[0])
    })

    it('keeps a separately deleted story in the trash when its epic is deleted and restored', async () => {
      const { project, epic, stories, tasks } = await createEpic()
      const [card, invoice] = stories as [string, string]
      const deleted = await ada.call('stories.delete', { project, epic, story: card })
      assert.deepEqual(deleted.children, { stories: 0, tasks: 2 })
      assert.equal((await ada.call('epics.get', { project, epic })).progress.total, 2)
      await ada.call('epics.delete', { project, epic })
      await ada.call('trash.restore', { kind: 'epic', item: epic })
      assert.deepEqual(await existingKeys(project), [epic, invoice, ...tasks.slice(2)])
      await ada.call('trash.restore', { kind: 'story', item: card })
      assert.deepEqual((await existingKeys(project)).length, 7)
    })

    it('rejects restoring an item whose parent is in the trash, and names the parent', async () => {
      const { project, epic, stories, tasks } = await createEpic()
      await ada.call('epics.delete', { project, epic })
      const story = ada.call('trash.restore', { kind: 'story', item: stories[0]! })
      await assert.rejects(story, (error: Error & { code: string; status: number }) => {
        assert.deepEqual([error.code, error.status], ['parent_deleted', 422])
        assert.match(error.message, new RegExp(`epic ${epic} \\("Checkout"\\)`))
        return true
      })
      const task = ada.call('trash.restore', { kind: 'task', item: tasks[0]! })
      await assert.rejects(task, { code: 'parent_deleted', message: new RegExp(`story ${stories[0]!}`) })
    })

    it('restores an epic with its children through the tool', async () => {
      const { project, epic } = await createEpic()
      await ada.call('epics.delete', { project, epic })
      const agent = await ada.agent()
      const { data, isError } = await agent.call('restore_item', { kind: 'epic', item: epic })
      await agent.close()
      assert.equal(isError, false)
      const item: { children: object } = data.item!
      assert.deepEqual(item.children, { stories: 2, tasks: 4 })
    })

    it('unblocks tasks when their blockers are deleted, and blocks them again on restore', async () => {
      const { project, epic, stories, tasks } = await createEpic()
      const waiting = await ada.call('tasks.create', { project, title: 'Waits' })
      await block(tasks[0]!, waiting.id)
      const blockers = async () => (await ada.call('tasks.get', { task: waiting.id })).openBlockers
      assert.equal(await blockers(), 1)
      await ada.call('stories.delete', { project, epic, story: stories[0]! })
      assert.equal(await blockers(), 0)
      const [unblocked] = await eventsOf([waiting.key], 'unblocked')
      assert.ok(unblocked)
      await ada.call('trash.restore', { kind: 'story', item: stories[0]! })
      assert.equal(await blockers(), 1)
      await ada.call('tasks.delete', { task: tasks[0]! })
      assert.equal(await blockers(), 0)
      await ada.call('trash.restore', { kind: 'task', item: tasks[0]! })
      assert.equal(await blockers(), 1)
    })

    it('purges children before parents and records an event for each item', async () => {
      const { project, epic, stories, tasks } = await createEpic()
      await ada.call('epics.delete', { project, epic })
      for (const table of ['epics', 'stories', 'tasks'])
        await server.app.database.run(
          sql`update ${sql.raw(table)} set deleted_at = now() - interval '31 days' where deleted_at is not null`,
        )
      await purgeTrash(server.app)
      const purged = await eventsOf([epic, ...stories, ...tasks], 'purged')
      assert.equal(purged.length, 7)
      const rejected = ada.call('trash.restore', { kind: 'epic', item: epic })
      await assert.rejects(rejected, { code: 'not_found' })
    })

    it('records an event for each of a thousand tasks deleted with their epic', async () => {
      const { project, epic, stories } = await createEpic()
      await server.app.database.run(
        sql`insert into tasks (id, project_id, organization_id, number, key, title, story_id, position, created_by)
         select gen_random_uuid(), s.project_id, s.organization_id, 1000 + n, 'MANY-' || n, 'One of many', s.id,
                position_of(600000000 + n), s.created_by
           from stories s, generate_series(1, 1000) n where s.key = ${stories[0]!}`,
      )
      const deleted = await ada.call('epics.delete', { project, epic })
      assert.deepEqual(deleted.children, { stories: 2, tasks: 1004 })
      await settled(server.app.database)
      const [recorded] = await server.app.database.run<{ count: number; orders: number }>(
        sql`select count(*)::int as count, count(distinct seq)::int as orders from journal
          where type = 'task.deleted' and subject_key like 'MANY-%'
            and changes -> 'deletedWith' ->> 'to' is not null and version = 2`,
      )
      assert.deepEqual(recorded, { count: 1000, orders: 1000 })
      const restored = await ada.call('trash.restore', { kind: 'epic', item: epic })
      assert.deepEqual(restored.children, { stories: 2, tasks: 1004 })
    })

    it('leaves no orphans when items are added and deleted concurrently', async () => {
      for (let round = 0; round < (engine === 'pgsql' ? 8 : 2); round++) {
        const { project, epic, stories, tasks } = await createEpic()
        const [card, invoice] = stories as [string, string]
        const loose = await ada.call('tasks.create', { project, title: 'Loose' })
        await ada.call('tasks.delete', { task: tasks[0]! })
        const actions = [
          () => ada.call('tasks.create', { project, story: card, title: 'New' }),
          () => ada.call('stories.create', { project, epic, title: 'New' }),
          () => ada.call('tasks.update', { task: loose.key, story: invoice }),
          () => ada.call('epics.delete', { project, epic }),
          () => ada.call('tasks.update', { task: tasks[3]!, story: card }),
          () => ada.call('trash.restore', { kind: 'task', item: tasks[0]! }),
          () => ada.call('tasks.createMany', { project, tasks: [{ title: 'One', story: invoice }] }),
        ]
        const rotated = [
          ...actions.slice(round % actions.length),
          ...actions.slice(0, round % actions.length),
        ]
        const results = await Promise.allSettled(rotated.map((run) => run()))
        for (const each of results)
          if (each.status === 'rejected') assert.ok((each.reason as { status: number }).status < 500)
        const orphans = await server.app.database.run(
          sql`select t.key from tasks t join stories s on s.id = t.story_id
            where t.deleted_at is null and s.deleted_at is not null
           union all
           select s.key from stories s join epics e on e.id = s.epic_id
            where s.deleted_at is null and e.deleted_at is not null`,
        )
        assert.deepEqual(orphans, [])
      }
    })

    async function block(task: string, other: string): Promise<void> {
      await server.app.database.run(
        sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
         select id, ${other}, organization_id, 'blocks', created_by from tasks where key = ${task}`,
      )
      await server.app.database.run(sql`update tasks set open_blockers = 1 where id = ${other}`)
    }
  })
}

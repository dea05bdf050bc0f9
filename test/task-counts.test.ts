import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from '../server/database/sql.ts'
import { randomUUID } from 'node:crypto'
import { eachOf } from './each-of.ts'
import { type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { itemsOf, perform, purgeNow, steps, writeNames } from './task-count-writes.ts'
import { checkTaskCounts, foldAllTaskCounts } from './task-counts.ts'

/*
 * The counts of tasks equal a real count after every kind of write. test/work-invariants.test.ts checks them after
 * concurrent changes of epics, stories and tasks too.
 */
for (const engine of engines) {
  describe(`task counts, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let device: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      device = (await ada.call('devices.register', { machine: randomUUID(), name: 'Laptop' })).id
    })
    after(() => server.stop())

    it('equal a count of the tasks after any sequence of writes', async () => {
      const done = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(steps, async (performed) => {
          const project = await startProject()
          await ada.call('tasks.createMany', { project, tasks: manyTasks(10) })
          for (const step of performed) {
            try {
              await perform(server, ada, { project, device }, step)
              done.set(step.write, (done.get(step.write) ?? 0) + 1)
            } catch (error) {
              assert.ok((error as { status?: number }).status! < 500, String(error))
            }
            await checkTaskCounts(server.app.database, sql`p.organization_id = ${ada.organization.id}`)
          }
        }),
        // Always the same sequences, with which every kind of write succeeds. COUNTS_SEED chooses others.
        { numRuns: engine === 'pgsql' ? 10 : 6, seed: Number(process.env.COUNTS_SEED ?? 4) },
      )
      console.log(`# writes on ${engine}: ${[...done].map((each) => each.join(' ')).join(', ')}`)
      assert.deepEqual([...done.keys()].toSorted(), writeNames.toSorted(), 'every kind of write succeeded')
    })

    it('equal a count of the tasks when writes and folds are concurrent', async () => {
      const project = await startProject()
      const ids = (await ada.call('tasks.createMany', { project, tasks: manyTasks(40) })).tasks.map(
        ({ id }) => id,
      )
      const { epics, stories } = await itemsOf(server, ada, project)
      await eachOf(Array.from([...ids, ...ids].entries()), async ([index, task]) => {
        const story = stories[index % stories.length]!
        if (index % 3 === 0) await ada.call('tasks.update', { task, story: story.id, force: true })
        else if (index % 3 === 1) await ada.call('tasks.complete', { task, force: true })
        else await ada.call('tasks.update', { task, status: 'cancelled', force: true })
        if (index % 5 === 0) await foldAllTaskCounts(server.app.database)
        if (index % 7 === 0) {
          const moveTo = epics[index % epics.length]!.id
          // Another request may have moved it since.
          await ada
            .call('stories.update', { project, epic: story.epic_id, story: story.id, moveTo })
            .catch(() => {})
        }
      })
      await checkTaskCounts(server.app.database)
      await foldAllTaskCounts(server.app.database)
      await checkTaskCounts(server.app.database)
      const pending = await server.app.database.run(sql`select 1 from task_count_changes`)
      assert.deepEqual(pending, [])
    })

    it('show in the overview, in lists and in single epics and stories, pending or folded', async () => {
      const project = await startProject()
      const { epics, stories } = await itemsOf(server, ada, project)
      const story = stories[0]!
      const created = await ada.call('tasks.createMany', { project, tasks: manyTasks(4, story.id) })
      await ada.call('tasks.complete', { task: created.tasks[0]!.id })
      await ada.call('tasks.update', { task: created.tasks[1]!.id, status: 'cancelled' })
      const expected = { total: 4, complete: 1, cancelled: 1, percent: 33 }
      const none = { total: 0, complete: 0, cancelled: 0, percent: 0 }
      for (const fold of [false, true]) {
        if (fold) await foldAllTaskCounts(server.app.database)
        const of = { project, epic: story.epic_id }
        const listed = await ada.call('epics.list', { project })
        for (const { id, progress } of listed.items)
          assert.deepEqual(progress, id === story.epic_id ? expected : none)
        assert.deepEqual((await ada.call('epics.get', of)).progress, expected)
        assert.deepEqual((await ada.call('stories.list', of)).items[0]!.progress, expected)
        assert.deepEqual((await ada.call('stories.get', { ...of, story: story.id })).progress, expected)
        const { stats } = await ada.call('projects.get', { project })
        assert.deepEqual([stats.total, stats.open, stats.completedLast7Days], [4, 2, 1])
        const moveTo = epics.find(({ id }) => id !== story.epic_id)!.id
        await ada.call('stories.update', { ...of, story: story.id, moveTo })
        assert.deepEqual((await ada.call('epics.get', of)).progress, none)
        assert.deepEqual((await ada.call('epics.get', { project, epic: moveTo })).progress, expected)
        await ada.call('stories.update', { project, epic: moveTo, story: story.id, moveTo: story.epic_id })
      }
    })

    it('leave no rows of a purged project', async () => {
      const project = await startProject()
      const { id } = await ada.call('projects.get', { project })
      await foldAllTaskCounts(server.app.database)
      await ada.call('tasks.createMany', { project, tasks: manyTasks(3) })
      await ada.call('projects.delete', { project })
      await purgeNow(server)
      const tables = ['projects', 'task_counts', 'group_counts', 'task_count_changes']
      for (const table of tables) {
        const column = sql.raw(table === 'projects' ? 'id' : 'project_id')
        const rows = await server.app.database.run(
          sql`select 1 from ${sql.raw(table)} where ${column} = ${id}`,
        )
        assert.deepEqual(rows, [], table)
      }
    })

    const manyTasks = (count: number, story?: string) =>
      Array.from({ length: count }, (_, index) => ({ title: `Task ${index}`, ...(story && { story }) }))

    /** Creates a project with two epics and three stories. Returns its slug. */
    async function startProject(): Promise<string> {
      const { slug: project } = await ada.call('projects.create', { name: 'Counted' })
      for (const title of ['One', 'Two']) {
        const { id: epic } = await ada.call('epics.create', { project, title })
        await ada.call('stories.create', { project, epic, title })
        if (title === 'One') await ada.call('stories.create', { project, epic, title })
      }
      return project
    }
  })
}

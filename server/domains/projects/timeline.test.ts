import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

const day = 24 * 3_600_000

for (const engine of oneEngine) {
  describe(`the timeline of a project, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let project: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      project = (await ada.call('projects.create', { name: 'Dated' })).slug
    })
    after(() => server.stop())

    const at = (days: number) => new Date(Math.floor(Date.now() / day + days) * day).toISOString()
    /** Moves the times of an item into the past. */
    const move = async (table: string, id: string, times: Record<string, number>) => {
      for (const [column, days] of Object.entries(times))
        await server.app.database.run(
          sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${at(days)} where id = ${id}`,
        )
    }
    const epic = async (title: string, more: object = {}) => {
      const created = await ada.call('epics.create', { project, title, status: 'active', ...more })
      const { key: story } = await ada.call('stories.create', { project, epic: created.key, title: 'Part' })
      await move('epics', created.id, { created_at: -20 })
      return { ...created, story }
    }
    const task = async (times: Record<string, number>, fields: object) => {
      const { id, key } = await ada.call('tasks.create', { project, title: 'A task', ...fields })
      await move('tasks', id, times)
      return key
    }
    const shown = async () => {
      const { epics, features, omitted } = await ada.call('projects.getTimeline', { project })
      assert.equal(omitted, 0)
      const byTitle = [...epics, ...features].map((item) => {
        const { start, end, basis, overdue, done, total } = item
        return [item.title, { start, end, basis, overdue, done, total }] as const
      })
      return Object.fromEntries(byTitle)
    }

    it('uses the due date of an epic, and otherwise the dates of its tasks', async () => {
      const own = await epic('Own', { dueAt: at(9) })
      await task({ created_at: -15 }, { story: own.story, dueAt: at(30) })
      const late = await epic('Late', { dueAt: at(-2) })
      await task({ created_at: -15, completed_at: -3 }, { story: late.story, status: 'complete' })
      const derived = await epic('Derived')
      await task({ created_at: -12 }, { story: derived.story, dueAt: at(5) })
      await task({ created_at: -14, completed_at: -8 }, { story: derived.story, status: 'complete' })
      await task({ created_at: -40 }, { story: derived.story, status: 'cancelled', dueAt: at(60) })
      const deleted = await task({ created_at: -50 }, { story: derived.story, dueAt: at(70) })
      await ada.call('tasks.delete', { task: deleted })
      const endless = await epic('Endless')
      await task({ created_at: -6 }, { story: endless.story })
      await epic('Empty')
      assert.deepEqual(await shown(), {
        Own: { start: at(-20), end: at(9), basis: 'own', overdue: false, done: 0, total: 1 },
        Late: { start: at(-20), end: at(-2), basis: 'own', overdue: true, done: 1, total: 1 },
        // From the first creation to the last due date. Cancelled and deleted tasks don't count.
        Derived: { start: at(-14), end: at(5), basis: 'tasks', overdue: false, done: 1, total: 2 },
        Endless: { start: at(-6), end: null, basis: 'tasks', overdue: false, done: 0, total: 1 },
        Empty: { start: at(-20), end: null, basis: 'created', overdue: false, done: 0, total: 0 },
      })
    })

    it('derives the dates of a feature from its tasks, and its progress from its gates', async () => {
      const { key, id } = await ada.call('features.create', { project, title: 'Feature' })
      await move('features', id, { created_at: -7 })
      const created = (await shown()).Feature!
      assert.deepEqual([created.start, created.end, created.basis], [at(-7), null, 'created'])
      await task({ created_at: -5, completed_at: -1 }, { feature: key, status: 'complete' })
      const derived = (await shown()).Feature!
      // It is still open, although all of its tasks are complete.
      assert.deepEqual([derived.start, derived.end, derived.basis, derived.done], [at(-5), null, 'tasks', 0])
      assert.ok(derived.total > 0)
      await server.app.database.run(sql`update features set status = 'done', gate = null where id = ${id}`)
      const done = (await shown()).Feature!
      assert.deepEqual([done.end, done.done], [at(-1), done.total])
      const { features } = await ada.call('projects.getTimeline', { project })
      assert.deepEqual([features[0]!.kind, features[0]!.status], ['feature', 'done'])
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { buildThings } from '../../../test/things.ts'
import { sql } from '../../database/sql.ts'
import { weeksUpTo } from '../teams/analytics/weeks.ts'

const day = 86_400_000

for (const engine of oneEngine) {
  describe(`project statistics, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let project: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      project = (await ada.call('projects.create', { name: 'Counted' })).slug
    })
    after(() => server.stop())

    const make = (title: string, more: object = {}) => ada.call('tasks.create', { project, title, ...more })
    const statsOf = async () => (await ada.call('projects.get', { project })).stats

    it('returns zeros for a new project', async () => {
      const stats = await statsOf()
      assert.deepEqual([stats.total, stats.open, stats.blocked, stats.completedLast30Days], [0, 0, 0, 0])
      assert.equal(stats.throughput.length, 8)
      assert.ok(stats.throughput.every(({ created, completed }) => created + completed === 0))
    })

    it('counts open, blocked, overdue and unassigned tasks, without the trash', async () => {
      const { id: blocker } = await make('Blocks')
      const { id: blocked } = await make('Waits', { assignee: 'me' })
      await server.app.database.run(sql`update tasks set open_blockers = 1 where id = ${blocked}`)
      await make('Marked', { status: 'blocked' })
      await make('Late', { dueAt: new Date(Date.now() - day).toISOString(), assignee: 'me' })
      await make('Late, but done', { dueAt: new Date(Date.now() - day).toISOString(), status: 'complete' })
      await make('Soon', { dueAt: new Date(Date.now() + day).toISOString(), status: 'in_progress' })
      await make('Given up', { status: 'cancelled' })
      const { id: deleted } = await make('Gone')
      await ada.call('tasks.delete', { task: deleted })
      const stats = await statsOf()
      assert.deepEqual([stats.total, stats.open], [7, 5])
      assert.deepEqual([stats.blocked, stats.overdue, stats.unassigned], [2, 1, 3])
      const { todo, in_progress, blocked: marked, complete, cancelled } = stats.byStatus
      assert.deepEqual([todo, in_progress, marked, complete, cancelled], [3, 1, 1, 1, 1])
      assert.deepEqual([stats.completedLast7Days, stats.throughput.at(-1)!.completed], [1, 1])
      assert.equal(stats.throughput.at(-1)!.created, 7)
      await ada.call('tasks.delete', { task: blocker })
    })

    it('counts created and completed tasks per week', async () => {
      const weeks = weeksUpTo(Date.now(), 8, 'UTC')
      const { id } = await make('Long ago')
      await server.app.database.run(
        sql`update tasks set created_at = ${new Date(weeks[2]!.start + day).toISOString()}, completed_at = ${new Date(weeks[3]!.start).toISOString()}, status = 'complete'
          where id = ${id}`,
      )
      const { throughput } = await statsOf()
      assert.deepEqual(
        throughput.map(({ week }) => week),
        weeks.map(({ week }) => week),
      )
      assert.deepEqual([throughput[2]!.created, throughput[3]!.completed, throughput[3]!.created], [1, 1, 0])
    })

    it('counts features by status', async () => {
      const { project: other } = await buildThings(server, ada, { only: ['feature'] })
      const { stats } = await ada.call('projects.get', { project: other! })
      assert.deepEqual([stats.featuresByStatus.planned, stats.featuresByStatus.done], [1, 0])
    })

    it('returns the statistics to an agent', async () => {
      const agent = await ada.agent()
      const statsIn = async (detail?: string) => {
        const { data } = await agent.call('get_project', { project, ...(detail && { detail }) })
        return Object.keys((data as unknown as { stats: object }).stats)
      }
      const all = Object.keys(await statsOf())
      assert.deepEqual(await statsIn('full'), all)
      const lean = await statsIn()
      assert.ok(lean.includes('open') && !lean.includes('throughput'))
      await agent.close()
    })
  })
}

import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { workUntilDone } from './agents-at-work.ts'
import { planOfClaim } from './claim-plan.ts'
import { type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { seed } from './seed.ts'
import { plantWork, randomFrom } from './work-graph.ts'

/*
 * Many agents work on tasks that block each other, and some agents die. No two agents hold the same task, no task is
 * lost, and another agent continues a dead agent's task without interference. `npm run bench claims` does the same
 * with 32 agents and 10,000 tasks.
 */

for (const engine of engines) {
  describe(`concurrent claims of many agents, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it(
      `completes every task once although some agents are killed (TEST_SEED=${seed})`,
      { timeout: 200_000 },
      async () => {
        const random = randomFrom(seed)
        const { slug } = await ada.call('projects.create', { name: 'Web' })
        // Fewer tasks on the embedded database: its single connection causes fewer conflicts. More agents are killed
        // there, so that some of them certainly held a task.
        const [tasks, edges, killed] = engine === 'pgsql' ? [200, 700, 0.15] : [80, 280, 0.3]
        const graph = { tasks, edges, layers: 8, random }
        await plantWork(server.app.database, slug, graph)
        const tokens = []
        for (let agent = 1; agent <= 8; agent++)
          tokens.push(await ada.call('credentials.createMcpToken', { name: 'work', agent: `Agent ${agent}` }))
        const done = await workUntilDone({
          url: server.url,
          db: server.app.database,
          project: slug,
          tasks: graph.tasks,
          tokens,
          random,
          killed,
        })
        assert.equal(done.completions.length, graph.tasks)
        assert.ok(done.killed > 0, 'some agents were killed')
        assert.ok(done.staleWrites > 0, 'killed agents tried to continue')
      },
    )

    it('finds a task in the first entries of an index, in one project and in all', async () => {
      const { slug, id } = await ada.call('projects.create', { name: 'Large' })
      const { database } = server.app
      await plantWork(database, slug, { tasks: 3000, edges: 0, layers: 1, random: randomFrom(1) })
      await database.run(sql`analyze tasks`)
      const { user, organization } = ada
      const context = { caller: { kind: 'session', user, projectId: null }, user, organization }
      for (const project of [id, undefined]) {
        const plan = await planOfClaim(database, context as never, project)
        assert.match(plan, /Index Scan using tasks_ready .*rows=\d{1,2}(\.00)? /)
        assert.doesNotMatch(plan, /Seq Scan on tasks/)
      }
    })
  })
}

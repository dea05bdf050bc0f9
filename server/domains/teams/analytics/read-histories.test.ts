import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { type Measured, measure } from './measure.ts'
import { type Now, readHistories, readNow } from './read-histories.ts'
import { weeksUpTo } from './weeks.ts'

for (const engine of oneEngine) {
  describe(`reading histories, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let projects: string[]
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      projects = []
      for (const slug of ['web', 'quiet', 'app'])
        projects.push((await ada.call('projects.create', { name: slug, slug })).id)
      for (const project of ['web', 'app', 'web', 'app', 'web']) {
        const { id: task } = await ada.call('tasks.create', { project, title: 'A task', estimate: 2 })
        await ada.call('tasks.update', { task, status: 'in_progress' })
        // Any number of irrelevant events can surround the relevant ones.
        for (const title of ['Another name', 'And another']) await ada.call('tasks.update', { task, title })
        await ada.call('tasks.complete', { task })
        await ada.call('tasks.update', { task, labels: ['done'] })
      }
    })
    after(() => server.stop())

    async function measured(now: Now, batchSize?: number): Promise<Map<string, Measured>> {
      const found = new Map<string, Measured>()
      const weeks = weeksUpTo(Date.parse(now.at), 1, 'UTC')
      const start = weeks[0]!.start
      for await (const { project, state } of readHistories(
        server.app.database,
        projects,
        now,
        start,
        batchSize,
      )) {
        assert.ok(!found.has(project), 'each project once')
        found.set(project, measure(state.histories.values(), weeks, Date.parse(now.at)))
      }
      return found
    }

    it('returns the same result for any batch size', async () => {
      const now = await readNow(server.app.database)
      const whole = await measured(now)
      assert.deepEqual(
        projects.map((id) => whole.get(id)?.completions.length),
        [3, undefined, 2],
      )
      for (const batchSize of [1, 2, 3, 5, 16]) assert.deepEqual(await measured(now, batchSize), whole)
    })

    it('ignores rows that are committed while it reads', async () => {
      const now = await readNow(server.app.database)
      const whole = await measured(now)
      await ada.call('tasks.create', { project: 'web', title: 'Concurrent', status: 'complete' })
      assert.deepEqual(await measured(now), whole)
      assert.notDeepEqual(await measured(await readNow(server.app.database)), whole)
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { readsDuring } from '../../../../test/watched-queries.ts'

for (const engine of oneEngine) {
  describe(`statements that read tasks, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      // Without jobs, because their statements would be counted too.
      server = await startTestServer(engine, {}, { jobs: false })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      for (const title of ['Rewrite the form', 'Test the form'])
        await ada.call('tasks.create', { project: 'web', title })
    })
    after(() => server.stop())

    const statementsOf = (read: () => Promise<unknown>) => readsDuring(server.app.database, read)

    it('list a page with one statement', async () => {
      const [texts, ...more] = await statementsOf(() => ada.call('tasks.list', {}))
      assert.deepEqual([texts?.length, more], [1, []])
    })

    it('read the parts of a task with seven statements in one batch, at both doors', async () => {
      const agent = await ada.agent()
      for (const read of [
        () => ada.call('tasks.get', { task: 'WEB-1' }),
        () => agent.call('get_task', { task: 'WEB-1' }),
      ]) {
        const [texts, ...more] = await statementsOf(read)
        assert.deepEqual([texts?.length, more], [7, []])
      }
      await agent.close()
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'

for (const engine of oneEngine) {
  describe(`the budget of an agent, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('is counted for all its tokens together, and what is beyond it is refused until midnight', async () => {
      await ada.call('agents.create', { name: 'Thrifty', dailyBudget: 3 })
      const [first, second] = [
        await ada.agent({ agent: 'Thrifty' }),
        await ada.agent({ agent: 'Thrifty', transport: 'sse' }),
      ]
      for (const agent of [first, second, first])
        assert.equal((await agent.call('list_projects')).isError, false)
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 3)

      for (const agent of [first, second]) {
        const { isError, data } = await agent.call('list_projects')
        const { status, code, detail, retryAt, retryAfter } = data as Record<string, unknown>
        assert.deepEqual([isError, status, code], [true, 429, 'budget_spent'])
        assert.match(String(detail), /^Thrifty has used its daily budget of 3 calls/)
        assert.match(String(retryAt), /T00:00:00.000Z$/)
        assert.ok(Number(retryAfter) > 0 && Number(retryAfter) <= 86_400)
      }
      assert.equal(
        (await ada.call('agents.get', { agent: 'Thrifty' })).usedToday,
        3,
        'a refused call costs nothing',
      )
      await first.client.listTools()

      await ada.call('agents.update', { agent: 'Thrifty', dailyBudget: 4 })
      assert.equal((await first.call('list_projects')).isError, false, 'from the next call on')
      assert.equal((await second.call('list_projects')).isError, true)
      await server.app.database.run(`update agent_usage set day = day - 1`)
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 0)
      assert.equal((await second.call('list_projects')).isError, false, 'another day, another budget')
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 1)
      for (const agent of [first, second]) await agent.close()
    })

    it('holds for calls that come at the same moment', async () => {
      await ada.call('agents.create', { name: 'Hasty', dailyBudget: 5 })
      const hasty = await ada.agent({ agent: 'Hasty' })
      const answers = await Promise.all(Array.from({ length: 12 }, () => hasty.call('list_projects')))
      assert.equal(answers.filter(({ isError }) => !isError).length, 5)
      await hasty.close()
    })

    it('whoever has none is asked nothing of the database for it', async () => {
      const free = await ada.agent({ agent: 'Free' })
      await free.call('list_projects')
      const queries = await queriesDuring(server.app.database, () => free.call('list_projects'))
      assert.ok(queries.every(({ sql }) => !sql.includes('agent_usage')))
      assert.equal((await ada.call('agents.get', { agent: 'Free' })).usedToday, null)
      await free.close()
    })
  })
}

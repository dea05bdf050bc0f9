import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`agent budget on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('counts calls of all tokens together and rejects calls over the budget until midnight', async () => {
      await ada.call('agents.create', { name: 'Thrifty', dailyBudget: 3 })
      const [first, second] = [
        await ada.agent({ agent: 'Thrifty' }),
        await ada.agent({ agent: 'Thrifty', transport: 'sse' }),
      ]
      for (const agent of [first, second, first])
        assert.equal((await agent.call('list_projects')).isError, false)
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 3)

      for (const agent of [first, second]) {
        const { isError, data } = await agent.call('list_projects', { detail: 'full' })
        const { status, code, detail, retryAt, retryAfter } = data as Record<string, unknown>
        assert.deepEqual([isError, status, code], [true, 429, 'budget_spent'])
        assert.match(String(detail), /^Thrifty has used its daily budget of 3 calls/)
        assert.match(String(retryAt), /T00:00:00.000Z$/)
        assert.ok(Number(retryAfter) > 0 && Number(retryAfter) <= 86_400)
      }
      assert.equal(
        (await ada.call('agents.get', { agent: 'Thrifty' })).usedToday,
        3,
        'a rejected call is not counted',
      )
      await first.client.listTools()

      await ada.call('agents.update', { agent: 'Thrifty', dailyBudget: 4 })
      assert.equal(
        (await first.call('list_projects')).isError,
        false,
        'the new budget applies to the next call',
      )
      assert.equal((await second.call('list_projects')).isError, true)
      await server.app.database.run(sql`update agent_usage set day = day - 1`)
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 0)
      assert.equal((await second.call('list_projects')).isError, false, 'the budget resets each day')
      assert.equal((await ada.call('agents.get', { agent: 'Thrifty' })).usedToday, 1)
      for (const agent of [first, second]) await agent.close()
    })

    it('enforces the budget for concurrent calls', async () => {
      await ada.call('agents.create', { name: 'Hasty', dailyBudget: 5 })
      const hasty = await ada.agent({ agent: 'Hasty' })
      const results = await Promise.all(Array.from({ length: 12 }, () => hasty.call('list_projects')))
      assert.equal(results.filter(({ isError }) => !isError).length, 5)
      await hasty.close()
    })

    it('runs no usage query for an agent without a budget', async () => {
      const free = await ada.agent({ agent: 'Free' })
      await free.call('list_projects')
      const queries = await queriesDuring(server.app.database, () => free.call('list_projects'))
      assert.ok(queries.every(({ text }) => !text.includes('agent_usage')))
      assert.equal((await ada.call('agents.get', { agent: 'Free' })).usedToday, null)
      await free.close()
    })
  })
}

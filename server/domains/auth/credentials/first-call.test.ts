import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`the first call of a token, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const name = 'test 1'
    for (const transport of ['sse', 'http'] as const) {
      for (const mode of ['live', 'test'] as const) {
        it(`records the first call of a ${mode} token once over ${transport}`, async () => {
          const agent = await ada.agent({ transport, mode })
          await agent.client.listTools()
          assert.equal((await findToken(agent.tokenId)).firstCallAt, null, 'listing the tools is not a call')
          assert.deepEqual(await findEvents(agent.tokenId), [])

          await Promise.all(Array.from({ length: 5 }, () => agent.call('list_projects')))
          const { firstCallAt, client } = await findToken(agent.tokenId)
          assert.ok(firstCallAt)
          assert.equal(client, name)
          await agent.call('list_projects')
          assert.equal((await findToken(agent.tokenId)).firstCallAt, firstCallAt)
          const [event, ...more] = await findEvents(agent.tokenId)
          assert.deepEqual([event!.data, more], [{ client: name }, []])
          await agent.close()
        })
      }
    }

    it('counts a rejected call, because the agent is connected', async () => {
      const agent = await ada.agent()
      assert.equal((await agent.call('get_task', { task: 'NONE-1' })).isError, true)
      assert.ok((await findToken(agent.tokenId)).firstCallAt)
      await agent.close()
    })

    async function findToken(id: string) {
      const { items } = await ada.call('credentials.listMcpTokens', {})
      return items.find((token) => token.id === id)!
    }

    async function findEvents(id: string) {
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ type, subject }) => type === 'mcp_token.connected' && subject.id === id)
    }
  })
}

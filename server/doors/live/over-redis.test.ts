import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  runTestServer,
  startOwnServer,
  withoutPostgres,
} from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { type RedisServer, startRedis, withoutRedis } from '../../../test/partners/redis.ts'
import { addMember } from '../../../test/world.ts'

const skip = withoutPostgres || withoutRedis

describe('live connections on two nodes with Redis', { skip }, () => {
  let redis: RedisServer
  let nodes: TestServer[]
  let ada: Person
  before(async () => {
    redis = await startRedis()
    const server = await startOwnServer('pgsql', { REDIS_URL: redis.url })
    nodes = [server, await runTestServer(server.environment)]
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Website' })
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await redis.remove()
  })
  const openAll = (token: string) => Promise.all(nodes.map((node) => LiveClient.open(node, token)))

  it('sends events and presence of one node to clients on both nodes', async () => {
    const clients = await openAll(ada.token)
    for (const client of clients) await client.follow('organization')
    const { id } = await ada.call('tasks.create', { project: 'website', title: 'New' })
    for (const client of clients) {
      const events = await client.eventsUntil(({ subject }) => subject.id === id)
      assert.equal(events.filter(({ subject }) => subject.id === id).length, 1)
      await client.next('presence', ({ people }) => people.some(({ user }) => user.id === ada.user.id))
      client.ws.terminate()
    }
  })

  for (const [how, prepare] of [
    ['while Redis is up', async () => {}],
    ['while Redis is down', () => redis.kill()],
    ['after Redis restarts', () => redis.start()],
  ] as const) {
    it(`closes revoked connections and hides lost projects on every node, ${how}`, async () => {
      await prepare()
      const grace = await addMember(nodes[0]!, ada, 'member')
      const token = await ada.call('credentials.createMcpToken', { name: 'token' })
      const [ended, following] = [await openAll(token.value), await openAll(grace.token)]
      for (const client of following) await client.follow('project:website')
      await ada.call('credentials.revokeMcpToken', { mcpToken: token.id })
      for (const client of ended) assert.equal((await client.end()).code, 4401)

      await ada.call('projects.update', { project: 'website', visibility: 'private' })
      await ada.call('tasks.create', { project: 'website', title: 'Not for Grace' })
      for (const client of following) {
        const { reason } = await client.next('unsubscribed')
        assert.equal(reason, 'access')
        client.send({ type: 'ping' })
        await client.next('pong')
        assert.deepEqual(
          client.events.filter(({ type }) => type === 'task.created'),
          [],
        )
        client.ws.terminate()
      }
      await ada.call('projects.update', { project: 'website', visibility: 'organization' })
    })
  }
})

import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  type TestServer,
  clientFor,
  engines,
  freshDatabase,
  runTestServer,
  startOwnServer,
  deliverWebhooks,
  withoutPostgres,
} from '../../../test/harness.ts'
import { type Receiver, startReceiver } from '../../../test/partners/receiver.ts'
import { freePort } from '../../../test/partners/postgres.ts'
import { startServerProcess } from '../../../test/partners/server-process.ts'
import { claimDueDeliveries } from './claim-due.ts'
import { startWebhookWorld } from './test-receiver.ts'
import { signUp } from '../../../test/sign-up.ts'
import { sql } from '../../database/sql.ts'

const afterLeaseMs = 11_000
const afterHourMs = 3_610_000

for (const engine of engines) {
  describe(`webhook delivery in the background, on ${engine}`, () => {
    let receiver: Receiver
    before(async () => void (receiver = await startReceiver()))
    after(() => receiver.close())

    it('delivers events soon and finishes before the server stops', async () => {
      receiver.reset()
      const server = await startOwnServer(engine, { WEBHOOK_HOSTS: receiver.host }, { webhooks: {} })
      const ada = await server.register('Ada')
      await server.app.webhooks.catchUp()
      await ada.call('projects.create', { name: 'Web', slug: 'web' })
      const { id: webhook } = await ada.call('webhooks.create', {
        name: 'CI',
        url: receiver.url(),
        events: ['task.*'],
      })
      const responses: (() => void)[] = []
      receiver.respondWith((response) => void responses.push(() => response.writeHead(200).end()))
      await ada.call('tasks.create', { project: 'web', title: 'Write it' })
      await receiver.arrived(1)
      const stopped = server.stop()
      for (const respond of responses) respond()
      await stopped
      const again = await runTestServer(server.environment)
      const call = clientFor(again.url, ada.token)
      const { items } = await call('webhooks.listDeliveries', { webhook })
      assert.deepEqual(
        items.map(({ status }) => status),
        ['delivered'],
      )
      await deliverWebhooks(again)
      assert.equal(receiver.received.length, 1)
      await again.stop()
    })

    it('redelivers with the same id what a killed server was sending', async () => {
      receiver.reset()
      const settings: Record<string, string> = {
        ...(await freshDatabase(engine)),
        WEBHOOK_HOSTS: receiver.host,
        PORT: String(await freePort()),
      }
      const output = path.join(settings.DATA_DIR!, 'server.log')
      const killed = await startServerProcess(settings, { output })
      const { token } = await signUp(clientFor(killed.url, null), {
        name: 'Ada',
        email: 'ada@example.com',
        password: 'the password of Ada',
      })
      const call = clientFor(killed.url, token)
      const { id: webhook } = await call('webhooks.create', {
        name: 'CI',
        url: receiver.url(),
        events: ['*'],
      })
      receiver.respondWith(() => {})
      const { id: delivery } = await call('webhooks.ping', { webhook })
      const pinged = () => receiver.received.filter(({ event }) => event.type === 'webhook.ping')
      for (let count = 1; pinged().length === 0; count++) await receiver.arrived(count)
      await killed.kill()

      receiver.respondWith(200)
      const [first] = pinged()
      receiver.received.length = 0
      const server = await runTestServer(
        { ...settings, LOG_LEVEL: 'silent', PORT: '0' },
        { webhooks: { run: false, ahead: () => afterLeaseMs } },
      )
      await deliverWebhooks(server)
      const [second, ...others] = pinged()
      assert.equal(others.length, 0)
      assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
      const shown = await server.client(token)('webhooks.getDelivery', { webhook, delivery })
      assert.deepEqual([shown.status, shown.attempts], ['delivered', 1])
      await server.stop()
    })

    it('claims retries on one node only, at most two, and again when their lease expires', async () => {
      const world = await startWebhookWorld(engine)
      const { id: webhook } = await world.createWebhook()
      world.receiver.respondWith(500)
      const claim = async (ahead: number) => {
        const claimed = await claimDueDeliveries(world.server.app.database, { limit: 10, ahead })
        return claimed.map(({ id }) => id).toSorted()
      }
      const fail = async () => {
        const { id } = await world.ada.call('webhooks.ping', { webhook })
        await world.deliver()
        // Prevents a retry during the test.
        await world.server.app.database.run(
          sql`update webhook_deliveries set due_at = now() + interval '1 hour' where id = ${id}`,
        )
        return id
      }
      const first = await fail()
      assert.deepEqual(await claim(afterHourMs), [first])
      assert.deepEqual(await claim(afterHourMs), [], 'another node has claimed it')
      const second = await fail()
      await fail()
      assert.deepEqual(await claim(afterHourMs), [second])
      assert.deepEqual(await claim(afterHourMs), [], 'two are in flight')
      assert.deepEqual(await claim(afterHourMs + afterLeaseMs), [first, second])
      await world.stop()
    })
  })
}

describe('webhooks of two nodes', { skip: withoutPostgres }, () => {
  let receiver: Receiver
  let nodes: TestServer[]
  before(async () => {
    receiver = await startReceiver()
    const one = await startOwnServer('pgsql', { WEBHOOK_HOSTS: receiver.host })
    nodes = [one, await runTestServer(one.environment)]
  })
  after(async () => {
    for (const node of nodes) await node.stop()
    await receiver.close()
  })

  it('sends every event exactly once and in order across two nodes', async () => {
    const [one] = nodes
    const ada = await one!.register('Ada')
    await one!.app.webhooks.catchUp()
    await ada.call('projects.create', { name: 'Web', slug: 'web' })
    const hooks = [1, 2, 3].map((number) =>
      ada.call('webhooks.create', {
        name: 'CI',
        url: receiver.url(`/${number}`),
        events: ['task.created'],
      }),
    )
    await Promise.all(hooks)
    const busy = new Map<string, number>()
    let maxConcurrent = 0
    receiver.respondWith((response, { path: to }) => {
      busy.set(to, (busy.get(to) ?? 0) + 1)
      maxConcurrent = Math.max(maxConcurrent, busy.get(to)!)
      setImmediate(() => {
        busy.set(to, busy.get(to)! - 1)
        response.writeHead(200).end()
      })
    })
    const keys: string[] = []
    for (let count = 0; count < 20; count++)
      keys.push((await ada.call('tasks.create', { project: 'web', title: 'Write it' })).key)
    const expected = 3 * keys.length
    while (receiver.received.length < expected) await Promise.all(nodes.map(deliverWebhooks))
    await Promise.all(nodes.map(deliverWebhooks))
    assert.equal(receiver.received.length, expected)
    for (const to of ['/1', '/2', '/3'])
      assert.deepEqual(
        receiver.received.filter((each) => each.path === to).map(({ event }) => event.subject.key),
        keys,
      )
    assert.equal(maxConcurrent, 1, 'never two at the same time to one webhook')
  })
})

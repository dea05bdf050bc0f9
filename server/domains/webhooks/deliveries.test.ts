import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { type Received, verify } from '../../../test/partners/receiver.ts'
import type { OutputOf } from '../../assembly/client.ts'
import { retryDelays } from './record-outcome.ts'
import { type WebhookWorld, startWebhookWorld } from './test-receiver.ts'

for (const engine of oneEngine) {
  describe(`webhook deliveries, on ${engine}`, () => {
    let world: WebhookWorld
    let webhook: OutputOf<'webhooks.create'>
    before(async () => {
      world = await startWebhookWorld(engine)
      await world.ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    beforeEach(async () => {
      world.reset()
      webhook = await world.createWebhook()
    })
    afterEach(async () => {
      delete world.options.milliseconds
      await world.ada.call('webhooks.delete', { webhook: webhook.id })
    })
    after(() => world.stop())

    const createTask = (title = 'Write it') => world.ada.call('tasks.create', { project: 'web', title })
    const delivery = () => world.onlyDelivery(webhook)

    it('sends the event as the API returns it, signed by Standard Webhooks', async () => {
      const { key } = await createTask()
      await world.deliver()
      const [received, ...others] = world.receiver.received
      assert.equal(others.length, 0)
      assert.deepEqual(verify(received!, webhook.secret), received!.event)
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      const event = items.find(({ subject }) => subject.key === key)
      assert.deepEqual(received!.event, event)
      assert.equal(received!.headers['webhook-id'], `${event!.id}_${webhook.id}`)
      assert.equal(received!.headers['content-type'], 'application/json')

      const signed = [
        received!.headers['webhook-id'],
        received!.headers['webhook-timestamp'],
        received!.body,
      ].join('.')
      const secret = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
      const signature = createHmac('sha256', secret).update(signed).digest('base64')
      assert.equal(received!.headers['webhook-signature'], `v1,${signature}`)
      assert.throws(() =>
        verify({ ...received!, body: received!.body.replace('Write', 'Wrote') }, webhook.secret),
      )
    })

    it('passes the verification code in the handbook', async () => {
      await createTask()
      await world.deliver()
      const { isFromBaton } = await codeInHandbook()
      const [{ body, headers }] = world.receiver.received as [Received]
      assert.equal(isFromBaton(body, headers, webhook.secret), true)
      assert.equal(isFromBaton(`${body} `, headers, webhook.secret), false)
      assert.equal(isFromBaton(body, headers, `whsec_${'A'.repeat(43)}=`), false)
      const old = { ...headers, 'webhook-timestamp': '1' }
      assert.equal(isFromBaton(body, old, webhook.secret), false)
    })

    it('logs a delivery without the secret', async () => {
      world.receiver.respondWith((response) => response.writeHead(200).end(`thanks for ${webhook.secret} \0`))
      const { key } = await createTask()
      await world.deliver()
      const shown = await delivery()
      assert.deepEqual([shown.status, shown.attempts, shown.nextAttemptAt], ['delivered', 1, null])
      assert.deepEqual([shown.event.type, shown.body!.subject.key], ['task.created', key])
      const [attempt] = shown.attemptList
      assert.deepEqual([attempt!.statusCode, attempt!.error], [200, null])
      assert.equal(attempt!.response, 'thanks for … \uFFFD')
      assert.equal(attempt!.requestHeaders['webhook-id'], shown.messageId)
      assert.ok(!JSON.stringify(shown).includes(webhook.secret))
      const { lastDelivery } = await world.ada.call('webhooks.get', { webhook: webhook.id })
      assert.equal(lastDelivery!.status, 'delivered')
    })

    it('sends events in order', async () => {
      const keys = []
      for (const title of ['one', 'two', 'three', 'four', 'five']) keys.push((await createTask(title)).key)
      await world.deliver()
      assert.deepEqual(
        world.receiver.received.map(({ event }) => event.subject.key),
        keys,
      )
    })

    it('retries a failed delivery with growing delays and then gives up', async () => {
      world.receiver.respondWith(500)
      await createTask()
      await world.deliver()
      const first = await delivery()
      assert.deepEqual([first.status, first.attempts], ['failed', 1])
      assert.equal(first.attemptList[0]!.error, 'The receiver returned status 500.')
      assert.equal(first.attemptList[0]!.response, 'status 500')
      for (const [index, delay] of retryDelays.entries()) {
        const { nextAttemptAt, attemptList } = await delivery()
        assert.equal(Date.parse(nextAttemptAt!) - Date.parse(attemptList[0]!.at), delay * 1000)
        await world.advance(delay)
        assert.equal(world.receiver.received.length, index + 2, `after ${delay} seconds`)
      }
      const last = await delivery()
      assert.deepEqual(
        [last.status, last.nextAttemptAt, last.attempts],
        ['given_up', null, retryDelays.length + 1],
      )
      await world.advance(7 * 86_400)
      assert.equal(world.receiver.received.length, retryDelays.length + 1)
      const ids = new Set(world.receiver.received.map(({ headers }) => headers['webhook-id']))
      assert.equal(ids.size, 1, 'the same id each time')
    })

    it('signs a retry with its own timestamp', async () => {
      world.receiver.respondWith(503)
      await createTask()
      await world.deliver()
      world.receiver.respondWith(200)
      await world.advance(6)
      const [first, second] = world.receiver.received.map(({ headers }) =>
        Number(headers['webhook-timestamp']),
      )
      assert.ok(second! >= first! + 5)
      assert.equal((await delivery()).status, 'delivered')
    })

    it('sends later events while a failed delivery waits for its retry', async () => {
      const { key } = await createTask('poison')
      world.receiver.respondWith((response, { event }) => {
        response.writeHead(event.subject.key === key ? 400 : 200).end()
      })
      const { key: next } = await createTask('fine')
      await world.deliver()
      assert.deepEqual(
        world.receiver.received.map(({ event }) => event.subject.key),
        [key, next],
      )
    })

    it('explains redirects, connection errors and timeouts', async () => {
      const attemptWith = async (response: Parameters<typeof world.receiver.respondWith>[0]) => {
        world.receiver.respondWith(response)
        await createTask()
        await world.deliver()
        const { items } = await world.ada.call('webhooks.listDeliveries', { webhook: webhook.id, limit: 1 })
        const shown = await world.ada.call('webhooks.getDelivery', {
          webhook: webhook.id,
          delivery: items[0]!.id,
        })
        assert.equal(shown.status, 'failed')
        return shown.attemptList[0]!
      }
      const redirect = await attemptWith((response) =>
        response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end(),
      )
      assert.equal(redirect.statusCode, 302)
      assert.match(redirect.error!, /redirect \(302\). Baton doesn't follow redirects/)
      const closed = await attemptWith((response) => response.destroy())
      assert.deepEqual([closed.statusCode, closed.error], [null, 'It cannot be reached (ECONNRESET).'])
      const garbage = await attemptWith((response) => response.socket!.end('no HTTP at all\r\n\r\n'))
      assert.match(garbage.error!, /^It cannot be reached \(HPE_/)
      world.options.milliseconds = 300
      assert.equal((await attemptWith(() => {})).error, 'It did not respond within 0.3 seconds.')
      const partial = await attemptWith((response) => response.writeHead(200).write('half an ans'))
      assert.equal(partial.error, 'It did not respond within 0.3 seconds.', 'a partial response is a failure')
    })

    it('stores at most 2 kB of the response', async () => {
      world.receiver.respondWith((response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('endless '.repeat(1000)));
        }
        response.on('drain', more)
        more()
      })
      await createTask()
      await world.deliver()
      const { status, attemptList } = await delivery()
      assert.deepEqual([status, attemptList[0]!.response!.length], ['delivered', 2048])
    })

    it('redelivers on request with the same id and a new timestamp, even while paused', async () => {
      await createTask()
      await world.deliver()
      await world.ada.call('webhooks.update', { webhook: webhook.id, active: false })
      const { id } = await delivery()
      await world.ada.call('webhooks.redeliver', { webhook: webhook.id, delivery: id })
      await world.advance(2)
      const [first, second, ...others] = world.receiver.received
      assert.equal(others.length, 0)
      assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
      assert.notEqual(first!.headers['webhook-timestamp'], second!.headers['webhook-timestamp'])
      assert.equal(first!.body, second!.body)
      const again = await delivery()
      assert.deepEqual([again.status, again.attempts, again.attemptList.length], ['delivered', 2, 2])
      await assert.rejects(
        world.ada.call('webhooks.redeliver', { webhook: webhook.id, delivery: webhook.id }),
        { status: 404 },
      )
    })

    it('sends a ping without recording it in the journal', async () => {
      const { id, event } = await world.ada.call('webhooks.ping', { webhook: webhook.id })
      assert.equal(event.type, 'webhook.ping')
      await world.deliver()
      const [received] = world.receiver.received
      verify(received!, webhook.secret)
      assert.deepEqual([received!.event.type, received!.event.subject.key], ['webhook.ping', 'CI'])
      const shown = await world.ada.call('webhooks.getDelivery', { webhook: webhook.id, delivery: id })
      assert.deepEqual(shown.body, received!.event)
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      assert.ok(!items.some(({ type }) => type === 'webhook.ping'))
    })

    it('signs with both secrets for 24 hours after a rotation', async () => {
      const rotated = await world.ada.call('webhooks.rotateSecret', { webhook: webhook.id })
      assert.notEqual(rotated.secret, webhook.secret)
      assert.ok(rotated.oldSecretUntil)
      await world.ada.call('webhooks.ping', { webhook: webhook.id })
      await world.deliver()
      const [received] = world.receiver.received.splice(0)
      for (const secret of [webhook.secret, rotated.secret]) verify(received!, secret)
      await world.ada.call('webhooks.ping', { webhook: webhook.id })
      await world.advance(24 * 3600)
      const [late] = world.receiver.received
      assert.equal(late!.headers['webhook-signature']!.split(' ').length, 1)
    })

    it('lists deliveries in pages and filters by status', async () => {
      await createTask('one')
      await world.deliver()
      world.receiver.respondWith(500)
      for (const title of ['two', 'three']) await createTask(title)
      await world.deliver()
      const list = (input: object) =>
        world.ada.call('webhooks.listDeliveries', { webhook: webhook.id, limit: 2, ...input })
      const first = await list({})
      const second = await list({ cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...second.items].map(({ status }) => status),
        ['failed', 'failed', 'delivered'],
      )
      assert.equal(second.nextCursor, null)
      assert.equal((await list({ status: 'delivered' })).items.length, 1)
    })
  })
}

interface Example {
  isFromBaton(body: string, headers: Record<string, string>, secret: string): boolean
}

async function codeInHandbook(): Promise<Example> {
  const page = fs.readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, code] = /```js\n(import \{ createHmac.*?)```/s.exec(page)!
  return (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as Example
}

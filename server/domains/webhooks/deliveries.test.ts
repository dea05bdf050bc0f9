import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { type Received, verify } from '../../../test/partners/receiver.ts'
import type { OutputOf } from '../../operations/client.ts'
import { pauses } from './record-outcome.ts'
import { type Hooked, startHooked } from './test-receiver.ts'

for (const engine of oneEngine) {
  describe(`what a webhook is sent, on ${engine}`, () => {
    let world: Hooked
    let webhook: OutputOf<'webhooks.create'>
    before(async () => {
      world = await startHooked(engine)
      await world.ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    beforeEach(async () => {
      world.reset()
      webhook = await world.hook()
    })
    afterEach(async () => {
      delete world.options.milliseconds
      await world.ada.call('webhooks.delete', { webhook: webhook.id })
    })
    after(() => world.stop())

    const happen = (title = 'Write it') => world.ada.call('tasks.create', { project: 'web', title })
    const delivery = () => world.only(webhook)

    it('is the event as everybody reads it, signed as Standard Webhooks has it', async () => {
      const { key } = await happen()
      await world.tell()
      const [got, ...others] = world.receiver.received
      assert.equal(others.length, 0)
      assert.deepEqual(verify(got!, webhook.secret), got!.event)
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      const event = items.find(({ subject }) => subject.key === key)
      assert.deepEqual(got!.event, event)
      assert.equal(got!.headers['webhook-id'], `${event!.id}_${webhook.id}`)
      assert.equal(got!.headers['content-type'], 'application/json')

      const signed = [got!.headers['webhook-id'], got!.headers['webhook-timestamp'], got!.body].join('.')
      const secret = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
      const signature = createHmac('sha256', secret).update(signed).digest('base64')
      assert.equal(got!.headers['webhook-signature'], `v1,${signature}`)
      assert.throws(() => verify({ ...got!, body: got!.body.replace('Write', 'Wrote') }, webhook.secret))
    })

    it('is checked by the code that the handbook shows', async () => {
      await happen()
      await world.tell()
      const { isFromBaton } = await codeInHandbook()
      const [{ body, headers }] = world.receiver.received as [Received]
      assert.equal(isFromBaton(body, headers, webhook.secret), true)
      assert.equal(isFromBaton(`${body} `, headers, webhook.secret), false)
      assert.equal(isFromBaton(body, headers, `whsec_${'A'.repeat(43)}=`), false)
      const old = { ...headers, 'webhook-timestamp': '1' }
      assert.equal(isFromBaton(body, old, webhook.secret), false)
    })

    it('is kept in a log, without the secret', async () => {
      world.receiver.answer((response) => response.writeHead(200).end(`thanks for ${webhook.secret} \0`))
      const { key } = await happen()
      await world.tell()
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

    it('comes in the order in which it happened', async () => {
      const keys = []
      for (const title of ['one', 'two', 'three', 'four', 'five']) keys.push((await happen(title)).key)
      await world.tell()
      assert.deepEqual(
        world.receiver.received.map(({ event }) => event.subject.key),
        keys,
      )
    })

    it('is sent again where it fails, less and less often, and then given up', async () => {
      world.receiver.answer(500)
      await happen()
      await world.tell()
      const first = await delivery()
      assert.deepEqual([first.status, first.attempts], ['failed', 1])
      assert.equal(first.attemptList[0]!.error, 'It answered with status 500.')
      assert.equal(first.attemptList[0]!.response, 'status 500')
      for (const [index, pause] of pauses.entries()) {
        const { nextAttemptAt, attemptList } = await delivery()
        assert.equal(Date.parse(nextAttemptAt!) - Date.parse(attemptList[0]!.at), pause * 1000)
        await world.later(pause)
        assert.equal(world.receiver.received.length, index + 2, `after ${pause} seconds`)
      }
      const last = await delivery()
      assert.deepEqual(
        [last.status, last.nextAttemptAt, last.attempts],
        ['given_up', null, pauses.length + 1],
      )
      await world.later(7 * 86_400)
      assert.equal(world.receiver.received.length, pauses.length + 1)
      const ids = new Set(world.receiver.received.map(({ headers }) => headers['webhook-id']))
      assert.equal(ids.size, 1, 'the same id each time')
    })

    it('arrives at last, signed with the time at which it was sent', async () => {
      world.receiver.answer(503)
      await happen()
      await world.tell()
      world.receiver.answer(200)
      await world.later(6)
      const [first, second] = world.receiver.received.map(({ headers }) =>
        Number(headers['webhook-timestamp']),
      )
      assert.ok(second! >= first! + 5)
      assert.equal((await delivery()).status, 'delivered')
    })

    it('does not hold up what happens later where it fails', async () => {
      const { key } = await happen('poison')
      world.receiver.answer((response, { event }) => {
        response.writeHead(event.subject.key === key ? 400 : 200).end()
      })
      const { key: next } = await happen('fine')
      await world.tell()
      assert.deepEqual(
        world.receiver.received.map(({ event }) => event.subject.key),
        [key, next],
      )
    })

    it('fails in words where nobody answers as they should', async () => {
      const inOneWay = async (answer: Parameters<typeof world.receiver.answer>[0]) => {
        world.receiver.answer(answer)
        await happen()
        await world.tell()
        const { items } = await world.ada.call('webhooks.listDeliveries', { webhook: webhook.id, limit: 1 })
        const shown = await world.ada.call('webhooks.getDelivery', {
          ...{ webhook: webhook.id, delivery: items[0]!.id },
        })
        assert.equal(shown.status, 'failed')
        return shown.attemptList[0]!
      }
      const redirect = await inOneWay((response) =>
        response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end(),
      )
      assert.equal(redirect.statusCode, 302)
      assert.match(redirect.error!, /redirect \(302\), and redirects are not followed/)
      const closed = await inOneWay((response) => response.destroy())
      assert.deepEqual([closed.statusCode, closed.error], [null, 'It cannot be reached (ECONNRESET).'])
      const garbage = await inOneWay((response) => response.socket!.end('no HTTP at all\r\n\r\n'))
      assert.match(garbage.error!, /^It cannot be reached \(HPE_/)
      world.options.milliseconds = 300
      assert.equal((await inOneWay(() => {})).error, 'It did not respond within 0.3 seconds.')
      const slowly = await inOneWay((response) => response.writeHead(200).write('half an ans'))
      assert.equal(slowly.error, 'It did not respond within 0.3 seconds.', 'a half answer is none')
    })

    it('is answered in two kilobytes, however much is sent back', async () => {
      world.receiver.answer((response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('endless '.repeat(1000)));
        }
        response.on('drain', more)
        more()
      })
      await happen()
      await world.tell()
      const { status, attemptList } = await delivery()
      assert.deepEqual([status, attemptList[0]!.response!.length], ['delivered', 2048])
    })

    it('is sent again when somebody asks for it: the same id, another time, and to one that is paused', async () => {
      await happen()
      await world.tell()
      await world.ada.call('webhooks.update', { webhook: webhook.id, active: false })
      const { id } = await delivery()
      await world.ada.call('webhooks.redeliver', { webhook: webhook.id, delivery: id })
      await world.later(2)
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

    it('may be a ping, that nobody else is told of', async () => {
      const { id, event } = await world.ada.call('webhooks.ping', { webhook: webhook.id })
      assert.equal(event.type, 'webhook.ping')
      await world.tell()
      const [got] = world.receiver.received
      verify(got!, webhook.secret)
      assert.deepEqual([got!.event.type, got!.event.subject.key], ['webhook.ping', 'CI'])
      const shown = await world.ada.call('webhooks.getDelivery', { webhook: webhook.id, delivery: id })
      assert.deepEqual(shown.body, got!.event)
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      assert.ok(!items.some(({ type }) => type === 'webhook.ping'))
    })

    it('is signed with both secrets for a day after a rotation', async () => {
      const rotated = await world.ada.call('webhooks.rotateSecret', { webhook: webhook.id })
      assert.notEqual(rotated.secret, webhook.secret)
      assert.ok(rotated.oldSecretUntil)
      await world.ada.call('webhooks.ping', { webhook: webhook.id })
      await world.tell()
      const [got] = world.receiver.received.splice(0)
      for (const secret of [webhook.secret, rotated.secret]) verify(got!, secret)
      await world.ada.call('webhooks.ping', { webhook: webhook.id })
      await world.later(24 * 3600)
      const [late] = world.receiver.received
      assert.equal(late!.headers['webhook-signature']!.split(' ').length, 1)
    })

    it('is listed page by page, and by what came of it', async () => {
      await happen('one')
      await world.tell()
      world.receiver.answer(500)
      for (const title of ['two', 'three']) await happen(title)
      await world.tell()
      const ask = (input: object) =>
        world.ada.call('webhooks.listDeliveries', { webhook: webhook.id, limit: 2, ...input })
      const first = await ask({})
      const second = await ask({ cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...second.items].map(({ status }) => status),
        ['failed', 'failed', 'delivered'],
      )
      assert.equal(second.nextCursor, null)
      assert.equal((await ask({ status: 'delivered' })).items.length, 1)
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

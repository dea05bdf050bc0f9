import assert from 'node:assert/strict'
import { after, beforeEach, before, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { type WebhookWorld, startWebhookWorld } from './test-receiver.ts'

for (const engine of oneEngine) {
  describe(`events that a webhook receives, on ${engine}`, () => {
    let world: WebhookWorld
    before(async () => {
      world = await startWebhookWorld(engine)
      const { ada } = world
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
    })
    beforeEach(async () => {
      world.reset()
      const { items } = await world.ada.call('webhooks.list', {})
      for (const { id } of items) await world.ada.call('webhooks.delete', { webhook: id })
      // Sends the leftovers of earlier tests before the next one starts.
      await world.deliver()
    })
    after(() => world.stop())

    const add = (project: string) => world.ada.call('tasks.create', { project, title: 'Write it' })
    const types = () => world.receiver.received.map(({ event }) => event.type)
    const keys = () => world.receiver.received.map(({ event }) => event.subject.key)

    it('sends the selected types, all of a kind, or all events', async () => {
      const selections = [['task.completed'], ['task.*'], ['note.*', 'task.created'], ['*']]
      for (const [index, events] of selections.entries())
        await world.createWebhook({ events, url: world.receiver.url(`/${index}`) })
      await world.deliver()
      world.receiver.reset()
      const { key: task } = await add('web')
      await world.ada.call('tasks.complete', { task })
      await world.ada.call('notes.create', { title: 'A note', content: 'Text' })
      await world.deliver()
      const to = (path: string) =>
        world.receiver.received.filter((each) => each.path === path).map(({ event }) => event.type)
      assert.deepEqual(to('/0'), ['task.completed'])
      assert.ok(to('/1').includes('task.created') && to('/1').every((type) => type.startsWith('task.')))
      assert.ok(to('/2').includes('task.created') && !to('/2').includes('task.completed'))
      assert.ok(['task.created', 'task.completed'].every((type) => to('/3').includes(type)))
    })

    it('sends no events of a project that only some members see', async () => {
      await world.createWebhook({ events: ['*'] })
      await add('secret')
      const { slug: team } = await world.ada.call('teams.create', { name: `Crew ${engine}` })
      await world.ada.call('projects.create', { name: 'Crew', slug: 'crew', key: 'CREW', team })
      await add('crew')
      const { key } = await add('web')
      await world.deliver()
      assert.ok(keys().includes(key))
      assert.ok(!world.receiver.received.some(({ body }) => /SEC-|CREW-/.test(body)))
      const [secret] = await world.server.app.database.run<{ id: string }>(
        sql`select id from projects where slug = 'secret'`,
      )
      assert.ok(!world.receiver.received.some(({ event }) => event.project === secret!.id))
    })

    it('sends only the events of its project', async () => {
      await world.createWebhook({ events: ['*'], project: 'secret' })
      await add('web')
      const { key } = await add('secret')
      await world.ada.call('agents.create', { name: `Scout ${engine}`, role: 'looks' })
      await world.deliver()
      assert.deepEqual(keys(), [key])
    })

    it('gives up a delivery whose project became private before sending', async () => {
      const { slug } = await world.ada.call('projects.create', { name: `Shy on ${engine}` })
      const webhook = await world.createWebhook()
      await add(slug)
      await world.follow()
      await world.ada.call('projects.update', { project: slug, visibility: 'private' })
      await world.deliver()
      assert.deepEqual(types(), [])
      const { status, attemptList } = await world.onlyDelivery(webhook)
      assert.equal(status, 'given_up')
      assert.match(attemptList[0]!.error!, /not every member can see it/)
      const { failingSince } = await world.ada.call('webhooks.get', { webhook: webhook.id })
      assert.equal(failingSince, null, 'the receiver did not fail')
    })

    it('sends no private events', async () => {
      await world.createWebhook({ events: ['*'] })
      await world.ada.call('credentials.createApiKey', { name: 'mine' })
      await world.ada.call('preferences.update', { theme: 'dark' })
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type }) => type === 'preferences.updated'))
      await world.deliver()
      const [deliveries] = await world.server.app.database.run<{ count: number }>(
        sql`select count(*)::int as count from webhook_deliveries d join journal j on j.id = d.event_id
          where j.private_to is not null`,
      )
      assert.equal(deliveries!.count, 0)
      assert.ok(!types().includes('preferences.updated'))
    })

    it('sends no events of other organizations or from before its creation', async () => {
      const stranger = await world.server.register('Stranger')
      await add('web')
      await world.createWebhook({ events: ['*'] })
      await stranger.call('projects.create', { name: 'Elsewhere', slug: 'elsewhere' })
      await world.deliver()
      assert.deepEqual(types(), ['webhook.created'])
    })

    it('sends nothing while paused, and sends pending deliveries when resumed', async () => {
      const { id: webhook } = await world.createWebhook()
      const { key: waiting } = await add('web')
      await world.follow()
      await world.ada.call('webhooks.update', { webhook, active: false })
      await add('web')
      await world.deliver()
      assert.deepEqual(types(), [])
      await world.ada.call('webhooks.update', { webhook, active: true })
      const { key: after } = await add('web')
      await world.deliver()
      assert.deepEqual(keys(), [waiting, after])
    })

    it('sends webhook events without creating new ones by delivery', async () => {
      const { id: webhook } = await world.createWebhook({ events: ['*'] })
      world.receiver.respondWith(500)
      await world.ada.call('webhooks.update', { webhook, name: 'Build' })
      await world.deliver()
      const count = async () =>
        (
          await world.server.app.database.run<{ count: number }>(
            sql`select count(*)::int as count from journal`,
          )
        )[0]!.count
      const before = await count()
      for (let round = 0; round < 5; round++) await world.advance(3600)
      assert.equal(await count(), before)
      assert.deepEqual([...new Set(types())], ['webhook.created', 'webhook.updated'])
    })

    it('creates one delivery per event even if the journal is read again', async () => {
      const webhook = await world.createWebhook()
      await add('web')
      await world.follow()
      await world.server.app.database.run(
        sql`update journal_followers set xid = '0', seq = 0 where name = 'webhooks'`,
      )
      await Promise.all([world.follow(), world.follow()])
      await world.follow()
      await world.deliver()
      assert.equal(world.receiver.received.length, 1)
      assert.equal((await world.onlyDelivery(webhook)).status, 'delivered')
    })

    it('disables a webhook that returns 410 and records the reason', async () => {
      const { id: webhook } = await world.createWebhook()
      world.receiver.respondWith(410)
      await add('web')
      await add('web')
      await world.deliver()
      assert.equal(world.receiver.received.length, 1)
      const disabled = await world.ada.call('webhooks.get', { webhook })
      assert.deepEqual([disabled.active, disabled.disabledReason], [false, 'The receiver returned 410 Gone.'])
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ type }) => type === 'webhook.disabled')!
      assert.deepEqual(
        [event.subject.id, event.actor.kind, event.data.reason],
        [webhook, 'system', disabled.disabledReason],
      )
      world.receiver.respondWith(200)
      const enabled = await world.ada.call('webhooks.update', { webhook, active: true })
      assert.deepEqual([enabled.active, enabled.disabledReason], [true, null])
      await world.deliver()
      assert.equal(world.receiver.received.length, 2, 'the pending delivery is sent')
    })

    it('disables a webhook after 5 days without success, not earlier', async () => {
      const { id: webhook } = await world.createWebhook()
      world.receiver.respondWith(500)
      const day = 86_400
      for (let days = 0; days < 4; days++) {
        await add('web')
        await world.deliver()
        await world.advance(day)
      }
      assert.equal((await world.ada.call('webhooks.get', { webhook })).active, true)
      for (let hours = 0; hours < 12 * 4; hours++) await world.advance(3600)
      const disabled = await world.ada.call('webhooks.get', { webhook })
      assert.equal(disabled.active, false)
      assert.match(
        disabled.disabledReason!,
        /^No delivery has succeeded for 5 days\. Last error: The receiver returned/,
      )
    })

    it('hides the URL of a webhook from members in events', async () => {
      const member = await addMember(world.server, world.ada, 'member')
      const { id: webhook } = await world.createWebhook({ url: world.receiver.url('/token-of-the-receiver') })
      await world.ada.call('webhooks.update', { webhook, url: world.receiver.url('/another-token') })
      const { items } = await member.call('activity.listEvents', { limit: 500 })
      const about = items.filter(({ subject }) => subject.id === webhook)
      assert.deepEqual(
        about.map(({ type, data }) => [type, data.url ?? null]),
        [
          ['webhook.created', null],
          ['webhook.updated', 'changed'],
        ],
      )
      assert.ok(!JSON.stringify(items).includes('token-of-the-receiver'))
      assert.ok(!JSON.stringify(items).includes('another-token'))
    })
  })
}

import assert from 'node:assert/strict'
import { after, beforeEach, before, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { type Hooked, startHooked } from './test-receiver.ts'

for (const engine of oneEngine) {
  describe(`what a webhook is told of, on ${engine}`, () => {
    let world: Hooked
    before(async () => {
      world = await startHooked(engine)
      const { ada } = world
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
    })
    beforeEach(async () => {
      world.reset()
      const { items } = await world.ada.call('webhooks.list', {})
      for (const { id } of items) await world.ada.call('webhooks.delete', { webhook: id })
      // What the stories before have left is not told to the next one.
      await world.tell()
    })
    after(() => world.stop())

    const add = (project: string) => world.ada.call('tasks.create', { project, title: 'Write it' })
    const types = () => world.receiver.received.map(({ event }) => event.type)
    const keys = () => world.receiver.received.map(({ event }) => event.subject.key)

    it('is what was chosen: types, all of a kind, or all there is', async () => {
      const chosen = [['task.completed'], ['task.*'], ['note.*', 'task.created'], ['*']]
      for (const [index, events] of chosen.entries())
        await world.hook({ events, url: world.receiver.url(`/${index}`) })
      await world.tell()
      world.receiver.reset()
      const { key: task } = await add('web')
      await world.ada.call('tasks.complete', { task })
      await world.ada.call('notes.create', { title: 'A note', content: 'Text' })
      await world.tell()
      const to = (path: string) =>
        world.receiver.received.filter((each) => each.path === path).map(({ event }) => event.type)
      assert.deepEqual(to('/0'), ['task.completed'])
      assert.ok(to('/1').includes('task.created') && to('/1').every((type) => type.startsWith('task.')))
      assert.ok(to('/2').includes('task.created') && !to('/2').includes('task.completed'))
      assert.ok(['task.created', 'task.completed'].every((type) => to('/3').includes(type)))
    })

    it('is never what is in a project that only some members see', async () => {
      await world.hook({ events: ['*'] })
      await add('secret')
      const { key } = await add('web')
      await world.tell()
      assert.ok(keys().includes(key))
      assert.ok(!world.receiver.received.some(({ body }) => body.includes('SEC-')))
      const [secret] = await world.server.app.database.run<{ id: string }>(
        `select id from projects where slug = 'secret'`,
      )
      assert.ok(!world.receiver.received.some(({ event }) => event.project === secret!.id))
    })

    it('is exactly what is in its project, if it has one', async () => {
      await world.hook({ events: ['*'], project: 'secret' })
      await add('web')
      const { key } = await add('secret')
      await world.ada.call('agents.create', { name: `Scout ${engine}`, role: 'looks' })
      await world.tell()
      assert.deepEqual(keys(), [key])
    })

    it('is no longer told when the project became private on the way', async () => {
      const { slug } = await world.ada.call('projects.create', { name: `Shy on ${engine}` })
      const webhook = await world.hook()
      await add(slug)
      await world.follow()
      await world.ada.call('projects.update', { project: slug, visibility: 'private' })
      await world.tell()
      assert.deepEqual(types(), [])
      const { status, attemptList } = await world.only(webhook)
      assert.equal(status, 'given_up')
      assert.match(attemptList[0]!.error!, /no longer seen by all/)
      const { failingSince } = await world.ada.call('webhooks.get', { webhook: webhook.id })
      assert.equal(failingSince, null, 'it is not the receiver’s fault')
    })

    it('is nothing that concerns one person alone', async () => {
      await world.hook({ events: ['*'] })
      await world.ada.call('credentials.createApiKey', { name: 'mine' })
      await world.ada.call('preferences.update', { theme: 'dark' })
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type }) => type === 'preferences.updated'))
      await world.tell()
      const [told] = await world.server.app.database.run<{ count: number }>(
        `select count(*)::int as count from webhook_deliveries d join journal j on j.id = d.event_id
          where j.private_to is not null`,
      )
      assert.equal(told!.count, 0)
      assert.ok(!types().includes('preferences.updated'))
    })

    it('is nothing of another organization, and nothing from before it was there', async () => {
      const stranger = await world.server.register('Stranger')
      await add('web')
      await world.hook({ events: ['*'] })
      await stranger.call('projects.create', { name: 'Elsewhere', slug: 'elsewhere' })
      await world.tell()
      assert.deepEqual(types(), ['webhook.created'])
    })

    it('is nothing while it is paused; what was waiting comes when it goes on', async () => {
      const { id: webhook } = await world.hook()
      const { key: waiting } = await add('web')
      await world.follow()
      await world.ada.call('webhooks.update', { webhook, active: false })
      await add('web')
      await world.tell()
      assert.deepEqual(types(), [])
      await world.ada.call('webhooks.update', { webhook, active: true })
      const { key: after } = await add('web')
      await world.tell()
      assert.deepEqual(keys(), [waiting, after])
    })

    it('includes webhooks themselves, and never grows by being told', async () => {
      const { id: webhook } = await world.hook({ events: ['*'] })
      world.receiver.answer(500)
      await world.ada.call('webhooks.update', { webhook, name: 'Build' })
      await world.tell()
      const count = async () =>
        (
          await world.server.app.database.run<{ count: number }>('select count(*)::int as count from journal')
        )[0]!.count
      const before = await count()
      for (let round = 0; round < 5; round++) await world.later(3600)
      assert.equal(await count(), before)
      assert.deepEqual([...new Set(types())], ['webhook.created', 'webhook.updated'])
    })

    it('is written down once for each, however often the journal is followed', async () => {
      const webhook = await world.hook()
      await add('web')
      await world.follow()
      await world.server.app.database.run(
        `update journal_followers set xid = '0', seq = 0 where name = 'webhooks'`,
      )
      await Promise.all([world.follow(), world.follow()])
      await world.follow()
      await world.tell()
      assert.equal(world.receiver.received.length, 1)
      assert.equal((await world.only(webhook)).status, 'delivered')
    })

    it('is switched off when the receiver says that it is gone, and the admins are told why', async () => {
      const { id: webhook } = await world.hook()
      world.receiver.answer(410)
      await add('web')
      await add('web')
      await world.tell()
      assert.equal(world.receiver.received.length, 1)
      const off = await world.ada.call('webhooks.get', { webhook })
      assert.deepEqual(
        [off.active, off.disabledReason],
        [false, 'Its address answered that it is gone (410).'],
      )
      const { items } = await world.ada.call('activity.listEvents', { limit: 500 })
      const told = items.findLast(({ type }) => type === 'webhook.disabled')!
      assert.deepEqual(
        [told.subject.id, told.actor.kind, told.data.reason],
        [webhook, 'system', off.disabledReason],
      )
      world.receiver.answer(200)
      const on = await world.ada.call('webhooks.update', { webhook, active: true })
      assert.deepEqual([on.active, on.disabledReason], [true, null])
      await world.tell()
      assert.equal(world.receiver.received.length, 2, 'what was waiting goes on')
    })

    it('is switched off after days in which nothing arrived, and not before', async () => {
      const { id: webhook } = await world.hook()
      world.receiver.answer(500)
      const day = 86_400
      for (let days = 0; days < 4; days++) {
        await add('web')
        await world.tell()
        await world.later(day)
      }
      assert.equal((await world.ada.call('webhooks.get', { webhook })).active, true)
      for (let hours = 0; hours < 12 * 4; hours++) await world.later(3600)
      const off = await world.ada.call('webhooks.get', { webhook })
      assert.equal(off.active, false)
      assert.match(
        off.disabledReason!,
        /^Nothing has arrived at its address for 5 days\. The last time: It answered/,
      )
    })

    it('is no more than that to a member, who reads of it and not of its address', async () => {
      const member = await addMember(world.server, world.ada, 'member')
      const { id: webhook } = await world.hook({ url: world.receiver.url('/token-of-the-receiver') })
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

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Person, clientFor, oneEngine } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { purgeDeliveries } from './delivery.ts'
import { maxWebhooks } from './webhook.ts'
import { type WebhookWorld, startWebhookWorld } from './test-receiver.ts'

for (const engine of oneEngine) {
  describe(`webhooks, on ${engine}`, () => {
    let world: WebhookWorld
    let ada: Person
    before(async () => {
      world = await startWebhookWorld(engine)
      ada = world.ada
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    beforeEach(async () => {
      world.reset()
      for (const { id } of (await ada.call('webhooks.list', {})).items)
        await ada.call('webhooks.delete', { webhook: id })
    })
    after(() => world.stop())

    it('shows the secret only when a webhook is created', async () => {
      const { secret, ...created } = await world.createWebhook({
        description: 'Builds',
        events: ['task.created', 'task.*', 'task.created'],
        project: 'web',
      })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepEqual(created.events, ['task.*', 'task.created'])
      assert.deepEqual(
        [created.name, created.project!.slug, created.active, created.version],
        ['CI', 'web', true, 1],
      )
      assert.deepEqual(await ada.call('webhooks.get', { webhook: created.id }), created)
      assert.deepEqual((await ada.call('webhooks.list', {})).items, [created])
    })

    it('stores the secret in no column and no event as plain text', async () => {
      const created = await world.createWebhook()
      const { secret } = await ada.call('webhooks.rotateSecret', { webhook: created.id })
      await ada.call('webhooks.ping', { webhook: created.id })
      await world.deliver()
      const { database } = world.server.app
      const columns = await database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
      for (const value of [created.secret, secret].map((each) => each.replace('whsec_', ''))) {
        const bytes = Buffer.from(value, 'base64').toString('hex')
        const spelled = [value, bytes, Buffer.from(value).toString('hex')].map((each) => `%${each}%`)
        for (const { table, column } of columns) {
          const [found] = await database.run(
            sql`select 1 from "${sql.raw(table)}" where "${sql.raw(column)}"::text like any (${spelled}) limit 1`,
          )
          assert.equal(found, undefined, `${table}.${column}`)
        }
      }
    })

    it('rejects a change with a stale version and ignores equal values', async () => {
      const { id: webhook, version } = await world.createWebhook()
      const changed = await ada.call(
        'webhooks.update',
        { webhook, name: 'Build', events: ['*', 'task.*'], project: 'web' },
        { ifMatch: version },
      )
      assert.deepEqual([changed.name, changed.events, changed.version], ['Build', ['*'], version + 1])
      assert.equal((await ada.call('webhooks.update', { webhook, name: 'Build' })).version, version + 1)
      assert.equal((await ada.call('webhooks.update', { webhook, project: null })).project, null)
      for (const id of ['webhooks.update', 'webhooks.delete', 'webhooks.rotateSecret'] as const)
        await assert.rejects(
          ada.call(id, { webhook, ...(id === 'webhooks.update' && { name: 'Old' }) }, { ifMatch: version }),
          { status: 412 },
        )
    })

    it('records creation, changes, pauses, rotation and deletion', async () => {
      const { id: webhook } = await world.createWebhook()
      await ada.call('webhooks.update', { webhook, active: false })
      await ada.call('webhooks.update', { webhook, active: true, name: 'Build' })
      await ada.call('webhooks.rotateSecret', { webhook })
      await ada.call('webhooks.delete', { webhook })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.deepEqual(
        items.filter(({ subject }) => subject.id === webhook).map(({ type }) => type.split('.')[1]),
        ['created', 'disabled', 'enabled', 'updated', 'rotated', 'deleted'],
      )
    })

    it('rejects unknown event types and projects', async () => {
      for (const events of [
        [],
        ['task'],
        ['task.'],
        ['*.created'],
        ['nothing.*'],
        ['task.flown'],
        ['task.*.*'],
      ])
        await assert.rejects(world.createWebhook({ events }), { status: 400 }, String(events))
      await assert.rejects(world.createWebhook({ project: 'nowhere' }), { status: 404 })
    })

    it('rejects URLs outside the public internet in any notation', async () => {
      const privateHosts = [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f.1',
        '0',
        '10.0.0.1',
        '169.254.169.254',
        '[::1]',
      ]
      const more = ['[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[fd00:ec2::254]', '192.168.1.1', '①②⑦.0.0.1']
      for (const host of [...privateHosts, ...more])
        await assert.rejects(world.createWebhook({ url: `https://${host}/hook` }), { status: 400 }, host)
      const odd = [
        'http://93.184.215.14/',
        'ftp://93.184.215.14/',
        'https://ada:pw@93.184.215.14/',
        'hook',
        '//x',
      ]
      for (const url of [...odd, 'javascript:alert(1)', 'file:///etc/passwd', 'https://unknown.example/'])
        await assert.rejects(world.createWebhook({ url }), { status: 400 }, url)
      world.names.set('inside.example', [{ address: '10.0.0.1', family: 4 }])
      await assert.rejects(world.createWebhook({ url: 'https://inside.example/' }), { status: 400 })
      const { id: webhook } = await world.createWebhook({ url: 'https://93.184.215.14/hook' })
      await assert.rejects(ada.call('webhooks.update', { webhook, url: 'https://127.0.0.1/' }), {
        status: 400,
      })
    })

    it('rejects ports of services that do not speak HTTP', async () => {
      for (const port of [22, 25, 6667, 10080])
        await assert.rejects(world.createWebhook({ url: `https://93.184.215.14:${port}/` }), {
          errors: [
            {
              path: 'url',
              message: `Its port ${port} belongs to a service that does not speak HTTP. Use an https URL on the public internet.`,
            },
          ],
        })
    })

    it('resolves the host again for each delivery and rejects a private address', async () => {
      world.names.set('moving.example', [{ address: '93.184.215.14', family: 4 }])
      const { id: webhook } = await world.createWebhook({ url: 'https://moving.example/hook' })
      world.names.set('moving.example', [{ address: '127.0.0.1', family: 4 }])
      const { id: delivery } = await ada.call('webhooks.ping', { webhook })
      await world.deliver()
      const { status, attemptList } = await ada.call('webhooks.getDelivery', { webhook, delivery })
      assert.deepEqual([status, attemptList[0]!.error], ['failed', 'Its host is not on the public internet.'])
    })

    it('connects to the address that was resolved', async () => {
      const port = world.receiver.host.split(':')[1]
      // No other resolver knows this name, so a second lookup would fail.
      world.names.set('rebound.example', [{ address: '127.0.0.1', family: 4 }])
      const { id: webhook } = await world.createWebhook({ url: `http://rebound.example:${port}/hook` })
      await ada.call('webhooks.ping', { webhook })
      await world.deliver()
      assert.equal(world.receiver.received[0]!.headers.host, `rebound.example:${port}`)
    })

    it('enforces the limit for concurrent requests', async () => {
      const created = await Promise.allSettled(
        Array.from({ length: maxWebhooks + 3 }, () => world.createWebhook()),
      )
      assert.equal(created.filter(({ status }) => status === 'fulfilled').length, maxWebhooks)
      await assert.rejects(world.createWebhook(), { code: 'too_many' })
    })

    it('allows only admins of the organization', async () => {
      const { id: webhook } = await world.createWebhook()
      const { id: delivery } = await ada.call('webhooks.ping', { webhook })
      const admin = await addMember(world.server, ada, 'admin')
      assert.equal((await admin.call('webhooks.get', { webhook })).id, webhook)
      const stranger = await world.server.register('Stranger')
      assert.deepEqual((await stranger.call('webhooks.list', {})).items, [])
      const onWebhook = [
        'webhooks.get',
        'webhooks.update',
        'webhooks.delete',
        'webhooks.rotateSecret',
        'webhooks.ping',
        'webhooks.listDeliveries',
      ] as const
      const onDelivery = ['webhooks.getDelivery', 'webhooks.redeliver'] as const
      for (const role of ['member', 'guest'] as const) {
        const person = await addMember(world.server, ada, role)
        await assert.rejects(person.call('webhooks.list', {}), { code: 'role_too_low' })
        for (const id of onWebhook)
          await assert.rejects(person.call(id, { webhook }), { code: 'role_too_low' })
      }
      for (const id of onWebhook) await assert.rejects(stranger.call(id, { webhook }), { status: 404 }, id)
      const own = await stranger.call('webhooks.create', {
        name: 'Other',
        url: world.receiver.url(),
        events: ['*'],
      })
      for (const id of onDelivery) {
        await assert.rejects(stranger.call(id, { webhook, delivery }), { status: 404 }, id)
        await assert.rejects(stranger.call(id, { webhook: own.id, delivery }), { status: 404 }, id)
      }
      const { value } = await ada.call('credentials.createApiKey', {
        name: 'program',
        scopes: ['read', 'write'],
      })
      await assert.rejects(clientFor(world.server.url, value)('webhooks.list', {}), { code: 'scope_missing' })
    })

    it('rejects webhooks in a sandbox', async () => {
      const { value } = await ada.call('credentials.createApiKey', {
        name: 'test',
        mode: 'test',
        scopes: ['read', 'write', 'admin'],
      })
      const test = clientFor(world.server.url, value)
      await assert.rejects(test('webhooks.list', {}), { code: 'sandbox_only' })
    })

    it('purges deliveries after 30 days', async () => {
      const { id: webhook } = await world.createWebhook()
      for (const _ of [1, 2]) await ada.call('webhooks.ping', { webhook })
      await ada.call('webhooks.rotateSecret', { webhook })
      await world.deliver()
      const { database } = world.server.app
      const [old] = (await ada.call('webhooks.listDeliveries', { webhook })).items
      await database.run(
        sql`update webhook_deliveries set created_at = now() - interval '31 days' where id = ${old!.id}`,
      )
      await database.run(sql`update webhooks set old_secret_until = now() - interval '1 second'`)
      await purgeDeliveries(database)
      const { items } = await ada.call('webhooks.listDeliveries', { webhook })
      assert.equal(items.length, 1)
      assert.notEqual(items[0]!.id, old!.id)
      const [row] = await database.run<{ old_secret: Buffer | null }>(sql`select old_secret from webhooks`)
      assert.equal(row!.old_secret, null)
    })

    it('sends nothing after the organization is deleted', async () => {
      const person = await world.server.register('Short')
      const { id, slug } = await person.call('organizations.create', { name: 'Short-lived' })
      await join(world.server, person, { ...person, organization: { ...person.organization, id } }, 'owner')
      const input = { name: 'CI', url: world.receiver.url(), events: ['*'] }
      const { id: webhook } = await person.call('webhooks.create', input, { organization: slug })
      await person.call('webhooks.ping', { webhook }, { organization: slug })
      await person.call('organizations.delete', { confirm: slug }, { organization: slug })
      await world.deliver()
      assert.equal(world.receiver.received.length, 0)
    })
  })
}

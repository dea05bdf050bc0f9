import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`devices, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await server.register('Bob')
      await join(server, bob, ada, 'admin')
    })
    after(() => server.stop())

    it('updates the name and last-seen time when a machine registers again', async () => {
      const first = await ada.call('devices.register', { machine: 'm-1', name: 'Laptop', platform: 'linux' })
      await server.app.database.run(
        sql`update devices set last_seen_at = now() - interval '1 day' where id = ${first.id}`,
      )
      const again = await ada.call('devices.register', { machine: 'm-1', name: 'Old laptop' })
      assert.deepEqual([again.id, again.name, again.platform], [first.id, 'Old laptop', 'linux'])
      assert.ok(again.lastSeenAt >= first.lastSeenAt)
      const { items } = await ada.call('devices.list', {})
      assert.deepEqual(
        items.map(({ name }) => name),
        ['Old laptop'],
      )
    })

    it('creates one device for concurrent registrations of one machine', async () => {
      const together = Array.from({ length: 4 }, () =>
        ada.call('devices.register', { machine: 'm-twice', name: 'Desk' }),
      )
      assert.equal(new Set((await Promise.all(together)).map(({ id }) => id)).size, 1)
    })

    it('accepts an API key, which the CLI uses', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'cli' })
      const cli = server.client(key.value)
      const device = await cli('devices.register', { machine: 'm-cli', name: 'Server' })
      const renamed = await cli('devices.rename', { device: device.id, name: 'Build server' }, { ifMatch: 1 })
      assert.deepEqual([renamed.name, renamed.version], ['Build server', 2])
      const stale = cli('devices.rename', { device: device.id, name: 'x' }, { ifMatch: 1 })
      await assert.rejects(stale, { code: 'version_conflict' })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const inSandbox = server.client(test.value)('devices.list', {})
      await assert.rejects(inSandbox, { code: 'sandbox_only' })
    })

    it('hides devices and their events from other users, including administrators', async () => {
      const device = await ada.call('devices.register', { machine: 'm-secret', name: 'Secret machine' })
      assert.deepEqual((await bob.call('devices.list', {})).items, [])
      const notFound = { code: 'not_found', status: 404 }
      await assert.rejects(bob.call('devices.rename', { device: device.id, name: 'Mine' }), notFound)
      await assert.rejects(bob.call('devices.remove', { device: device.id }), notFound)
      const { items } = await bob.call('activity.listEvents', { limit: 500 })
      assert.ok(!JSON.stringify(items).includes('Secret machine'))
      const same = await bob.call('devices.register', { machine: 'm-secret', name: 'Other' })
      assert.notEqual(same.id, device.id, 'a known machine id gives no access')
    })

    it('removes a device with its folders and records it for the owner only', async () => {
      const device = await ada.call('devices.register', { machine: 'm-gone', name: 'Gone' })
      const workspace = await ada.call('workspaces.create', { name: 'Stays' })
      await ada.call('workspaces.setFolder', { workspace: workspace.id, device: device.id, path: '/srv/x' })
      await ada.call('devices.remove', { device: device.id })
      await assert.rejects(ada.call('devices.remove', { device: device.id }), { code: 'not_found' })
      assert.deepEqual((await ada.call('workspaces.get', { workspace: workspace.id })).folders, [])
      assert.ok((await ada.call('devices.list', {})).items.every(({ id }) => id !== device.id))
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const types = items.filter(({ subject }) => subject.id === device.id).map(({ type }) => type)
      assert.deepEqual(types, ['device.registered', 'device.removed'])
      const again = await ada.call('devices.register', { machine: 'm-gone', name: 'Gone' })
      assert.notEqual(again.id, device.id, 'the machine registers as a new device')
    })

    it('rejects more than 100 devices per user', async () => {
      const carol = await server.register('Carol')
      await server.app.database.run(
        sql`insert into devices (id, user_id, machine, name)
         select gen_random_uuid(), ${carol.user.id}, 'm-' || n, 'x' from generate_series(1, 100) n`,
      )
      const more = carol.call('devices.register', { machine: 'one more', name: 'x' })
      await assert.rejects(more, { code: 'too_many' })
      const known = await carol.call('devices.register', { machine: 'm-7', name: 'Known' })
      assert.equal(known.name, 'Known')
      await carol.call('devices.remove', { device: known.id })
      await carol.call('devices.register', { machine: 'one more', name: 'x' })
    })
  })
}

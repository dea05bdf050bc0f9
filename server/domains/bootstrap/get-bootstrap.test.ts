import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, clientFor, oneEngine, startTestServer } from '../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`the bootstrap, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    it('contains the output of the reads that the dashboard needs to start', async () => {
      const ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      const { cursor, ...parts } = await ada.call('bootstrap.get', {})
      assert.deepEqual(parts, {
        me: await ada.call('accounts.getMe', {}),
        preferences: await ada.call('preferences.get', {}),
        signInOptions: await ada.call('accounts.getSignInOptions', {}),
        projects: await ada.call('projects.list', { archived: false, sort: 'name', limit: 200 }),
        conflicts: await ada.call('conflicts.list', { state: 'open', limit: 1 }),
        notifications: await ada.call('notifications.list', { limit: 8 }),
        invitations: await ada.call('invitations.listOwn', {}),
        onboarding: await ada.call('onboarding.get', {}),
        images: await ada.call('members.listImages', {}),
      })
      await ada.call('projects.create', { name: 'App' })
      const { items } = await ada.call('activity.listEvents', { cursor, wait: 25 })
      assert.deepEqual(
        items.map(({ type }) => type),
        ['project.created'],
        'events after the bootstrap can be read from its cursor',
      )
    })

    it('leaves out the reads that reject the caller', async () => {
      const ada = await server.register('Ada')
      const { value } = await ada.call('credentials.createApiKey', { name: 'Reader', scopes: ['read'] })
      const { me, projects, invitations } = await server.client(value)('bootstrap.get', {})
      assert.equal(me!.user.id, ada.user.id)
      assert.deepEqual([projects!.items, invitations], [[], null])
      await assert.rejects(clientFor(server.url, null)('bootstrap.get', {}), { code: 'unauthenticated' })
    })
  })
}

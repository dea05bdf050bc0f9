import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { join } from '../../../../test/world.ts'
import { signUp } from '../../../../test/sign-up.ts'

for (const engine of oneEngine) {
  describe(`the profile, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const profileOf = async (person: Person) => (await person.call('accounts.getMe', {})).user

    it('updates only the given fields', async () => {
      const { version } = await profileOf(ada)
      const changed = await ada.call('accounts.updateProfile', {
        name: 'Ada L.',
        username: 'ada-l',
        bio: 'Engines, mostly.',
        timezone: 'Europe/London',
      })
      assert.deepEqual(
        [changed.name, changed.username, changed.bio, changed.timezone, changed.version],
        ['Ada L.', 'ada-l', 'Engines, mostly.', 'Europe/London', version + 1],
      )
      assert.deepEqual(await profileOf(ada), changed)
      assert.equal((await ada.call('accounts.updateProfile', { timezone: null })).timezone, null)
      assert.equal((await profileOf(ada)).bio, 'Engines, mostly.', 'omitted fields stay unchanged')
    })

    it('accepts updates at the settings route', async () => {
      const response = await patch('/api/settings/profile', { bio: 'By the other door' })
      assert.equal(response.status, 200)
      assert.equal((await profileOf(ada)).bio, 'By the other door')
    })

    it('accepts updates with an API key', async () => {
      const { value } = await ada.call('credentials.createApiKey', { name: 'script' })
      const changed = await server.client(value)('accounts.updateProfile', { bio: 'By a script' })
      assert.equal(changed.bio, 'By a script')
    })

    it('records changes with both values for the owner only', async () => {
      const bob = await server.register('Bob')
      await join(server, bob, ada, 'owner')
      const { bio } = await profileOf(ada)
      await ada.call('accounts.updateProfile', { bio: 'Only the owner reads this' })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ type }) => type === 'user.updated')!
      assert.deepEqual(event.data.changes, { bio: { from: bio, to: 'Only the owner reads this' } })
      const seen = await bob.call('activity.listEvents', { limit: 500 })
      assert.ok(seen.items.some(({ type }) => type === 'organization.created'))
      assert.ok(!JSON.stringify(seen).includes('Only the owner reads'))
    })

    it('rejects an update with a stale version', async () => {
      const { version } = await profileOf(ada)
      await ada.call('accounts.updateProfile', { bio: 'First' }, { ifMatch: version })
      await assert.rejects(ada.call('accounts.updateProfile', { bio: 'Second' }, { ifMatch: version }), {
        code: 'version_conflict',
        status: 412,
      })
      assert.equal((await profileOf(ada)).bio, 'First')
    })

    it('rejects changes to the email address, role and id', async () => {
      const bob = await server.register('Bobby')
      for (const field of ['email', 'role', 'id', 'userId', 'passwordHash', 'emailVerified', 'eraseAt']) {
        const response = await patch('/api/auth/profile', { [field]: bob.user.id })
        assert.equal(response.status, 400, field)
        const { errors } = (await response.json()) as { errors: { path: string }[] }
        assert.deepEqual(
          errors.map(({ path }) => path),
          [field],
        )
      }
      assert.equal((await profileOf(bob)).email, bob.email)
    })

    it('gives a username to only one of two concurrent requests', async () => {
      const others = await Promise.all(['Carol', 'Dora'].map((name) => server.register(name)))
      const requests = others.map(({ call }) => call('accounts.updateProfile', { username: 'wanted' }))
      const [won, lost] = (await Promise.allSettled(requests)).toSorted((a) =>
        a.status === 'fulfilled' ? -1 : 1,
      )
      assert.deepEqual([won!.status, lost!.status], ['fulfilled', 'rejected'])
      assert.equal((lost as PromiseRejectedResult).reason.code, 'already_taken')
      await assert.rejects(ada.call('accounts.updateProfile', { username: 'Wanted' }), { status: 409 })
    })

    it('rejects reserved and malformed usernames', async () => {
      const wrong = [
        'admin',
        'api',
        'Settings',
        'deleted-1234',
        'ab',
        'a'.repeat(41),
        'a b',
        '-a-b',
        'a--b',
        'ä',
      ]
      for (const username of [...wrong, '../x', ''])
        await assert.rejects(ada.call('accounts.updateProfile', { username }), { status: 400 }, username)
    })

    it('rejects an unknown time zone and a bio that is too long', async () => {
      for (const timezone of ['Mars/Olympus', '', '+01:00', 'Europe/London; drop table users'])
        await assert.rejects(ada.call('accounts.updateProfile', { timezone }), { status: 400 }, timezone)
      await assert.rejects(ada.call('accounts.updateProfile', { bio: 'x'.repeat(501) }), { status: 400 })
      await assert.rejects(ada.call('accounts.updateProfile', { name: '  ' }), { status: 400 })
    })

    it('does not derive a reserved username from the email address', async () => {
      const { user } = await signUp(server.anonymous, {
        email: 'admin@example.com',
        password: 'the password of a user',
        name: 'User',
      })
      assert.match(user.username, /^admin-[0-9a-f]{5}$/)
    })

    function patch(path: string, body: object): Promise<Response> {
      return fetch(server.url + path, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    }
  })
}

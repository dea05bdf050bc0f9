import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, clientFor, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`organizations, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const typesTold = async ({ call }: Person) =>
      (await call('activity.listEvents', { limit: 500 })).items.map(({ type }) => type)

    it('whoever makes one owns it and works in it at once', async () => {
      const grace = await server.register('Grace')
      const made = await grace.call('organizations.create', { name: 'Café & Friends' })
      assert.deepEqual(
        [made.slug, made.role, made.members, made.plan],
        ['cafe-friends', 'owner', 1, 'unlimited'],
      )
      assert.deepEqual(await grace.call('organizations.get', {}), made)
      assert.equal((await grace.call('accounts.getMe', {})).organization!.id, made.id)
      assert.deepEqual(await typesTold(grace), ['organization.created'])

      const taken = grace.call('organizations.create', { name: 'Other', slug: 'cafe-friends' })
      await assert.rejects(taken, { status: 409, code: 'already_taken' })
      const again = await grace.call('organizations.create', { name: 'Café & Friends' })
      assert.match(again.slug, /^cafe-friends-/)
      const { email, password } = grace
      assert.equal((await server.anonymous('accounts.logIn', { email, password })).organization!.id, again.id)
    })

    it('are made by people, and by none of their keys', async () => {
      const key = await ada.call('credentials.createApiKey', {
        name: 'all',
        scopes: ['read', 'write', 'admin'],
      })
      const made = clientFor(server.url, key.value)('organizations.create', { name: 'By a key' })
      await assert.rejects(made, { status: 403, code: 'session_needed' })
    })

    it('are listed by name, each with what one is in it; a sandbox only if it is asked for', async () => {
      const linus = await server.register('Linus')
      await linus.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await join(server, linus, ada, 'guest')
      const { items } = await linus.call('organizations.list', {})
      assert.deepEqual(
        items.map(({ name, role, current }) => [name, role, current]),
        [
          ["Ada's organization", 'guest', true],
          ["Linus's organization", 'owner', false],
        ],
      )
      const all = await linus.call('organizations.list', { sandboxes: true })
      assert.deepEqual(
        all.items.map(({ sandbox }) => sandbox),
        [false, false, true],
      )
      const first = await linus.call('organizations.list', { sandboxes: true, limit: 2 })
      const second = await linus.call('organizations.list', { sandboxes: true, cursor: first.nextCursor! })
      assert.deepEqual([...first.items, ...second.items], all.items)
      assert.equal(second.nextCursor, null)
    })

    it('a key or token learns of its own alone, a test key of the sandbox', async () => {
      const grace = await server.register('Grace')
      const wanted = [{ mode: 'live' as const }, { mode: 'test' as const }]
      const keys = await Promise.all(
        wanted.map((mode) => grace.call('credentials.createApiKey', { name: 'key', ...mode })),
      )
      await join(server, grace, ada, 'member')
      for (const [index, sandbox] of [false, true].entries()) {
        const { items } = await clientFor(server.url, keys[index]!.value)('organizations.list', {
          sandboxes: true,
        })
        assert.deepEqual([items.length, items[0]!.sandbox, items[0]!.current], [1, sandbox, true])
      }
    })

    it('switching makes another one the current one, on every device, and tells its person', async () => {
      const grace = await server.register('Grace')
      const home = grace.organization
      const made = await grace.call('organizations.create', { name: 'Second', slug: `second-${engine}` })
      const { email, password } = grace
      const phone = clientFor(
        server.url,
        (await server.anonymous('accounts.logIn', { email, password })).token,
      )
      const back = await grace.call('organizations.switch', { organization: home.slug })
      assert.deepEqual(back, home)
      assert.equal((await phone('accounts.getMe', {})).organization!.id, home.id)
      await grace.call('organizations.switch', { organization: home.id })
      const told = await typesTold(grace)
      assert.equal(
        told.filter((type) => type === 'organization.switched').length,
        1,
        'once, since it happened once',
      )
      assert.equal((await grace.call('organizations.switch', { organization: made.id })).slug, made.slug)
    })

    it('nobody switches to where they are not, nor into a sandbox for good', async () => {
      const grace = await server.register('Grace')
      for (const organization of [ada.organization.slug, ada.organization.id, 'no-such-thing'])
        await assert.rejects(grace.call('organizations.switch', { organization }), {
          ...{ status: 404, code: 'not_found' },
        })
      await grace.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await grace.call('sandbox.get', {})
      await assert.rejects(grace.call('organizations.switch', { organization: sandbox!.slug }), {
        ...{
          status: 422,
          code: 'sandbox_by_header',
          message: new RegExp(`X-Organization: ${sandbox!.slug}`),
        },
      })
    })

    it('tell each what they are and may do there, and a guest not how many they are', async () => {
      const grace = await server.register('Grace')
      const deeds = ['createProject', 'update', 'manageMembers', 'leave', 'transfer', 'delete'] as const
      const expected = {
        owner: deeds,
        admin: ['createProject', 'update', 'manageMembers', 'leave'],
        member: ['createProject', 'leave'],
        guest: ['leave'],
      }
      for (const role of ['owner', 'admin', 'member', 'guest'] as const) {
        const person = role === 'owner' ? grace : await addMember(server, grace, role)
        const { may, members, role: told } = await person.call('organizations.get', {})
        assert.equal(told, role)
        assert.deepEqual(
          deeds.filter((deed) => may[deed]),
          expected[role],
          role,
        )
        assert.equal(members === null, role === 'guest')
      }
      for (const [scopes, allowed] of [
        [['read'], []],
        [['read', 'write'], ['createProject']],
        [
          ['read', 'write', 'admin'],
          ['createProject', 'update', 'manageMembers'],
        ],
      ] as const) {
        const key = await grace.call('credentials.createApiKey', { name: 'key', scopes: [...scopes] })
        const { may } = await clientFor(server.url, key.value)('organizations.get', {})
        assert.deepEqual(
          deeds.filter((deed) => may[deed]),
          allowed,
        )
      }
    })

    it('are changed by owners and admins, with a version; the sandbox keeps its name', async () => {
      const grace = await server.register('Grace')
      await grace.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const before = await grace.call('organizations.get', {})
      const admin = await addMember(server, grace, 'admin')
      const after = await admin.call(
        'organizations.update',
        { name: 'Navy', slug: `navy-${engine}`, description: 'At sea', defaultVisibility: 'private' },
        { ifMatch: before.version },
      )
      assert.deepEqual(
        [after.name, after.slug, after.description, after.defaultVisibility, after.version],
        ['Navy', `navy-${engine}`, 'At sea', 'private', 2],
      )
      const stale = grace.call('organizations.update', { name: 'Army' }, { ifMatch: before.version })
      await assert.rejects(stale, { status: 412, code: 'version_conflict' })
      const { sandbox } = await grace.call('sandbox.get', {})
      assert.equal(sandbox!.name, "Grace's organization sandbox")
      const { items } = await grace.call('activity.listEvents', { limit: 500 })
      const { type, actor, data } = items.findLast(({ subject }) => subject.kind === 'organization')!
      assert.deepEqual([type, actor.id], ['organization.updated', admin.user.id])
      assert.deepEqual((data.changes as Record<string, unknown>).name, {
        from: "Grace's organization",
        to: 'Navy',
      })
    })

    it('are not changed by others, by test keys, in a sandbox, or by a key without the scope', async () => {
      const grace = await server.register('Grace')
      for (const role of ['member', 'guest'] as const) {
        const person = await addMember(server, grace, role)
        const refused = { status: 403, code: 'role_too_low' }
        await assert.rejects(person.call('organizations.update', { name: 'Mine' }), refused)
      }
      const everything = ['read', 'write', 'admin'] as const
      for (const [wanted, code] of [
        [{ scopes: ['read', 'write'] as const }, 'scope_missing'],
        [{ scopes: everything, mode: 'test' as const }, 'sandbox_only'],
      ] as const) {
        const key = await grace.call('credentials.createApiKey', {
          ...{ name: 'key', ...wanted, scopes: [...wanted.scopes] },
        })
        const change = clientFor(server.url, key.value)('organizations.update', { name: 'By a key' })
        await assert.rejects(change, { status: 403, code })
      }
      const { sandbox } = await grace.call('sandbox.get', {})
      const inside = grace.call('organizations.update', { name: 'x' }, { organization: sandbox!.slug })
      await assert.rejects(inside, { status: 403, code: 'live_only' })
      assert.equal((await grace.call('organizations.get', {})).name, "Grace's organization")
    })

    it('have addresses of their own, even when two want one at the same moment', async () => {
      const [grace, linus] = [await server.register('Grace'), await server.register('Linus')]
      const slug = `wanted-${engine}`
      const outcomes = await Promise.allSettled([
        grace.call('organizations.update', { slug }),
        linus.call('organizations.update', { slug }),
        ada.call('organizations.create', { name: 'Wanted', slug }),
      ])
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      assert.deepEqual(refused, ['already_taken', 'already_taken'])
      for (const wrong of ['Upper', 'a', 'two--hyphens', '01a1dd04-05ae-7000-a999-c48cf8548815'])
        await assert.rejects(ada.call('organizations.update', { slug: wrong }), { code: 'invalid_input' })
    })

    it('a person owns at most a hundred, and two at once are not one more', async () => {
      const grace = await server.register('Grace')
      await server.app.database.run(
        `with made as (insert into organizations (id, slug, name)
           select gen_random_uuid(), 'many-' || $1::text || '-' || n, 'Many' from generate_series(1, 98) n returning id)
         insert into memberships (organization_id, user_id, role) select id, $2, 'owner' from made`,
        [engine, grace.user.id],
      )
      const create = () => grace.call('organizations.create', { name: 'One more' })
      const outcomes = await Promise.allSettled([create(), create()])
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      await assert.rejects(create(), { status: 422, code: 'too_many' })
    })
  })
}

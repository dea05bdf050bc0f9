import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, clientFor, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`organizations, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const listEventTypes = async ({ call }: Person) =>
      (await call('activity.listEvents', { limit: 500 })).items.map(({ type }) => type)

    it('makes the creator the owner and switches them to the new organization', async () => {
      const grace = await server.register('Grace')
      const created = await grace.call('organizations.create', { name: 'Café & Friends' })
      assert.deepEqual(
        [created.slug, created.role, created.members, created.plan],
        ['cafe-friends', 'owner', 1, 'unlimited'],
      )
      assert.deepEqual(await grace.call('organizations.get', {}), created)
      assert.equal((await grace.call('accounts.getMe', {})).organization!.id, created.id)
      assert.deepEqual(await listEventTypes(grace), ['organization.created'])

      const taken = grace.call('organizations.create', { name: 'Other', slug: 'cafe-friends' })
      await assert.rejects(taken, { status: 409, code: 'already_taken' })
      const again = await grace.call('organizations.create', { name: 'Café & Friends' })
      assert.match(again.slug, /^cafe-friends-/)
      const { email, password } = grace
      assert.equal((await server.anonymous('accounts.logIn', { email, password })).organization!.id, again.id)
    })

    it('rejects creation of an organization with an API key', async () => {
      const key = await ada.call('credentials.createApiKey', {
        name: 'all',
        scopes: ['read', 'write', 'admin'],
      })
      const created = server.client(key.value)('organizations.create', { name: 'By a key' })
      await assert.rejects(created, { status: 403, code: 'session_needed' })
    })

    it('lists organizations by name with the role, and sandboxes only on request', async () => {
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

    it('lists for a key only its own organization, and for a test key only the sandbox', async () => {
      const grace = await server.register('Grace')
      const modes = [{ mode: 'live' as const }, { mode: 'test' as const }]
      const keys = await Promise.all(
        modes.map((mode) => grace.call('credentials.createApiKey', { name: 'key', ...mode })),
      )
      await join(server, grace, ada, 'member')
      for (const [index, sandbox] of [false, true].entries()) {
        const { items } = await server.client(keys[index]!.value)('organizations.list', {
          sandboxes: true,
        })
        assert.deepEqual([items.length, items[0]!.sandbox, items[0]!.current], [1, sandbox, true])
      }
    })

    it('switches the current organization on every device and records it once', async () => {
      const grace = await server.register('Grace')
      const home = grace.organization
      const created = await grace.call('organizations.create', { name: 'Second', slug: `second-${engine}` })
      const { email, password } = grace
      const phone = clientFor(
        server.url,
        (await server.anonymous('accounts.logIn', { email, password })).token,
      )
      const back = await grace.call('organizations.switch', { organization: home.slug })
      assert.deepEqual(back, home)
      assert.equal((await phone('accounts.getMe', {})).organization!.id, home.id)
      await grace.call('organizations.switch', { organization: home.id })
      const types = await listEventTypes(grace)
      assert.equal(
        types.filter((type) => type === 'organization.switched').length,
        1,
        'the second switch changed nothing',
      )
      assert.equal(
        (await grace.call('organizations.switch', { organization: created.id })).slug,
        created.slug,
      )
    })

    it('rejects a switch to a foreign organization or to a sandbox', async () => {
      const grace = await server.register('Grace')
      for (const organization of [ada.organization.slug, ada.organization.id, 'no-such-thing'])
        await assert.rejects(grace.call('organizations.switch', { organization }), {
          status: 404,
          code: 'not_found',
        })
      await grace.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await grace.call('sandbox.get', {})
      await assert.rejects(grace.call('organizations.switch', { organization: sandbox!.slug }), {
        status: 422,
        code: 'sandbox_by_header',
        message: new RegExp(`X-Organization: ${sandbox!.slug}`),
      })
    })

    it('shows each member their role and rights, and hides the member count from guests', async () => {
      const grace = await server.register('Grace')
      const actions = ['createProject', 'update', 'manageMembers', 'leave', 'transfer', 'delete'] as const
      const expected = {
        owner: actions,
        admin: ['createProject', 'update', 'manageMembers', 'leave'],
        member: ['createProject', 'leave'],
        guest: ['leave'],
      }
      for (const role of ['owner', 'admin', 'member', 'guest'] as const) {
        const person = role === 'owner' ? grace : await addMember(server, grace, role)
        const { may, members, role: shown } = await person.call('organizations.get', {})
        assert.equal(shown, role)
        assert.deepEqual(
          actions.filter((action) => may[action]),
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
        const { may } = await server.client(key.value)('organizations.get', {})
        assert.deepEqual(
          actions.filter((action) => may[action]),
          allowed,
        )
      }
    })

    it('lets an admin change settings under version control and keeps the sandbox name', async () => {
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

    it('rejects changes by members, guests, test keys, keys without the scope, and in a sandbox', async () => {
      const grace = await server.register('Grace')
      for (const role of ['member', 'guest'] as const) {
        const person = await addMember(server, grace, role)
        const tooLow = { status: 403, code: 'role_too_low' }
        await assert.rejects(person.call('organizations.update', { name: 'Mine' }), tooLow)
      }
      const allScopes = ['read', 'write', 'admin'] as const
      for (const [options, code] of [
        [{ scopes: ['read', 'write'] as const }, 'scope_missing'],
        [{ scopes: allScopes, mode: 'test' as const }, 'sandbox_only'],
      ] as const) {
        const key = await grace.call('credentials.createApiKey', {
          name: 'key',
          ...options,
          scopes: [...options.scopes],
        })
        const change = server.client(key.value)('organizations.update', { name: 'By a key' })
        await assert.rejects(change, { status: 403, code })
      }
      const { sandbox } = await grace.call('sandbox.get', {})
      const inside = grace.call('organizations.update', { name: 'x' }, { organization: sandbox!.slug })
      await assert.rejects(inside, { status: 403, code: 'live_only' })
      assert.equal((await grace.call('organizations.get', {})).name, "Grace's organization")
    })

    it('keeps slugs unique under concurrent changes and rejects invalid ones', async () => {
      const [grace, linus] = [await server.register('Grace'), await server.register('Linus')]
      const slug = `wanted-${engine}`
      const outcomes = await Promise.allSettled([
        grace.call('organizations.update', { slug }),
        linus.call('organizations.update', { slug }),
        ada.call('organizations.create', { name: 'Wanted', slug }),
      ])
      const rejected = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      assert.deepEqual(rejected, ['already_taken', 'already_taken'])
      for (const wrong of ['Upper', 'a', 'two--hyphens', '01a1dd04-05ae-7000-a999-c48cf8548815'])
        await assert.rejects(ada.call('organizations.update', { slug: wrong }), { code: 'invalid_input' })
    })

    it('limits a user to 100 owned organizations, also under concurrent creation', async () => {
      const grace = await server.register('Grace')
      await server.app.database.run(
        sql`with created as (insert into organizations (id, slug, name)
           select gen_random_uuid(), 'many-' || ${engine}::text || '-' || n, 'Many' from generate_series(1, 98) n returning id)
         insert into memberships (organization_id, user_id, role) select id, ${grace.user.id}, 'owner' from created`,
      )
      const create = () => grace.call('organizations.create', { name: 'One more' })
      const outcomes = await Promise.allSettled([create(), create()])
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      await assert.rejects(create(), { status: 422, code: 'too_many' })
    })
  })
}

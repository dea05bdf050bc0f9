import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { type Role, roles } from '../../../operations/caller.ts'
import { newId } from '../../../platform/ids.ts'

const tooLow = { status: 403, code: 'role_too_low' }
const lastOwner = { status: 422, code: 'last_owner' }

for (const engine of oneEngine) {
  describe(`members of an organization, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    const findMember = async (viewer: Person, person: Person) =>
      (await viewer.call('members.list', {})).items.find(({ user }) => user.id === person.user.id)
    const setRole = (by: Person, { user }: Person, role: Role) =>
      by.call('members.update', { member: user.id, role })

    async function addToTeam(person: Person, organizationId: string, slug: string) {
      const team = newId()
      await server.app.database.run(
        sql`insert into teams (id, organization_id, slug, name, created_by) values (${team}, ${organizationId}, ${slug}, 'Crew', ${person.user.id})`,
      )
      await server.app.database.run(
        sql`insert into team_members (team_id, organization_id, user_id, role) values (${team}, ${organizationId}, ${person.user.id}, 'lead')`,
      )
      return team
    }

    it('lists members by name with roles and teams, and rejects guests', async () => {
      const ada = await server.register('Ada')
      const [member, guest] = [await addMember(server, ada, 'member'), await addMember(server, ada, 'guest')]
      const team = await addToTeam(member, ada.organization.id, `crew-${engine}`)
      const { items } = await member.call('members.list', {})
      assert.deepEqual(
        items.map(({ user, role }) => [user.name, role]),
        [
          ['Ada', 'owner'],
          ['guest', 'guest'],
          ['member', 'member'],
        ],
      )
      assert.deepEqual(items[2]!.teams, [{ id: team, slug: `crew-${engine}`, name: 'Crew', role: 'lead' }])
      assert.deepEqual([items[0]!.user.email, items[0]!.lastSeenAt], [ada.email, null])
      assert.ok((await findMember(ada, member))!.lastSeenAt, 'administrators see the last activity')
      await assert.rejects(guest.call('members.list', {}), tooLow)
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      const inside = ada.call('members.list', {}, { organization: sandbox!.slug })
      await assert.rejects(inside, { status: 403, code: 'live_only' })
    })

    it('filters members by role and part of a name, and pages through them', async () => {
      const ada = await server.register('Ada')
      for (const role of ['member', 'member', 'admin', 'guest'] as const) await addMember(server, ada, role)
      const names = async (filter: object) =>
        (await ada.call('members.list', filter)).items.map(({ user }) => user.name)
      assert.deepEqual(await names({ role: 'member' }), ['member', 'member'])
      assert.deepEqual(await names({ search: 'MEM' }), ['member', 'member'])
      assert.deepEqual(await names({ search: ada.user.username.slice(-8) }), ['Ada'])
      assert.deepEqual(await names({ search: '%' }), [], 'the search text is not a pattern')
      const all = (await ada.call('members.list', {})).items
      const first = await ada.call('members.list', { limit: 3 })
      const second = await ada.call('members.list', { limit: 3, cursor: first.nextCursor! })
      assert.deepEqual([...first.items, ...second.items], all)
      assert.equal(second.nextCursor, null)
    })

    it('allows exactly the role changes that the access rules state', async () => {
      // Owners change every role. Admins neither change nor create owners.
      for (const by of roles)
        for (const from of roles)
          for (const to of roles) {
            const allowed = by === 'owner' || (by === 'admin' && from !== 'owner' && to !== 'owner')
            const message = `${by} changes ${from} to ${to}`
            const outcome = await tryChange(by, from, to)
            assert.equal(outcome, allowed ? to : 'role_too_low', message)
          }
    })

    let crew: { ada: Person; people: Map<Role, Person>; other: Person } | undefined
    async function tryChange(by: Role, from: Role, to: Role): Promise<string> {
      if (!crew) {
        const ada = await server.register('Ada')
        const people = new Map<Role, Person>([['owner', ada]])
        for (const role of ['admin', 'member', 'guest'] as const)
          people.set(role, await addMember(server, ada, role))
        crew = { ada, people, other: await addMember(server, ada, 'member') }
      }
      const { ada, people, other } = crew
      await setRole(ada, other, from)
      return setRole(people.get(by)!, other, to).then(
        ({ role }) => role,
        ({ code }: { code: string }) => code,
      )
    }

    it('shows per member what the caller and their key can change', async () => {
      const ada = await server.register('Ada')
      const [admin, member] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'member')]
      const may = async (viewer: Person, member: Person) => (await findMember(viewer, member))!.may
      const [yes, no] = [
        { changeRole: true, remove: true },
        { changeRole: false, remove: false },
      ]
      assert.deepEqual(await may(ada, admin), yes)
      assert.deepEqual(await may(ada, ada), no, 'the only owner')
      assert.deepEqual(await may(admin, ada), no)
      assert.deepEqual(await may(admin, member), yes)
      assert.deepEqual(await may(member, admin), no)
      for (const [scopes, expected] of [
        [['read', 'write'], no],
        [['read', 'write', 'admin'], yes],
      ] as const) {
        const key = await ada.call('credentials.createApiKey', { name: 'key', scopes: [...scopes] })
        const program = server.client(key.value)
        const { items } = await program('members.list', { role: 'member' })
        assert.deepEqual(items[0]!.may, expected)
        const change = program('members.update', { member: member.user.username, role: 'member' })
        if (expected === yes) await change
        else await assert.rejects(change, { status: 403, code: 'scope_missing' })
      }
    })

    it('checks the version of a member and records who changed the role', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      const changed = await ada.call(
        'members.update',
        { member: member.user.id, role: 'admin' },
        { ifMatch: 1 },
      )
      assert.equal(changed.version, 2)
      const stale = ada.call('members.update', { member: member.user.id, role: 'guest' }, { ifMatch: 1 })
      await assert.rejects(stale, { status: 412, code: 'version_conflict' })
      await setRole(ada, member, 'admin')
      const { items } = await member.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ subject }) => subject.kind === 'member')
      assert.deepEqual(
        events.map(({ type, actor, subject, data }) => [type, actor.id, subject.key, data.changes]),
        [['member.updated', ada.user.id, member.user.username, { role: { from: 'member', to: 'admin' } }]],
      )
      assert.equal(
        (await member.call('organizations.get', {})).role,
        'admin',
        'the new role applies to the next request',
      )
    })

    it('returns not_found for users outside the organization', async () => {
      const [ada, stranger] = [await server.register('Ada'), await server.register('Stranger')]
      for (const member of [stranger.user.id, stranger.user.username, newId()]) {
        await assert.rejects(ada.call('members.update', { member, role: 'admin' }), { code: 'not_found' })
        await assert.rejects(ada.call('members.remove', { member }), { status: 404, code: 'not_found' })
      }
    })

    it('rejects demotion, removal and departure of the last owner', async () => {
      const ada = await server.register('Ada')
      await assert.rejects(ada.call('members.leave', {}), lastOwner)
      const admin = await addMember(server, ada, 'admin')
      await assert.rejects(setRole(ada, ada, 'admin'), { ...lastOwner, message: /"Ada's organization"/ })
      await assert.rejects(ada.call('members.remove', { member: ada.user.id }), lastOwner)
      await assert.rejects(ada.call('members.leave', {}), lastOwner)
      await assert.rejects(admin.call('members.remove', { member: ada.user.id }), tooLow)

      await setRole(ada, admin, 'owner')
      const demoted = await setRole(ada, ada, 'member')
      assert.deepEqual([demoted.role, demoted.may.changeRole], ['member', false])
      await assert.rejects(setRole(ada, ada, 'owner'), tooLow)
    })

    it('does not count suspended owners or owners scheduled for erasure as remaining owners', async () => {
      for (const inactive of [sql`suspended_at = now()`, sql`erase_at = now() + interval '1 day'`]) {
        const ada = await server.register('Ada')
        const owner = await addMember(server, ada, 'owner')
        await server.app.database.run(sql`update users set ${inactive} where id = ${owner.user.id}`)
        await assert.rejects(ada.call('members.leave', {}), lastOwner)
        await assert.rejects(setRole(ada, ada, 'member'), lastOwner)
        await setRole(ada, owner, 'member')
      }
    })

    it('removes a new guest from all live and sandbox teams, and keeps their keys', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      await addToTeam(member, ada.organization.id, `live-${engine}`)
      await addToTeam(member, sandbox!.id, `test-${engine}`)
      const key = await member.call('credentials.createApiKey', { name: 'key' })
      assert.equal((await setRole(ada, member, 'admin')).teams.length, 1)
      assert.deepEqual((await setRole(ada, member, 'guest')).teams, [])
      const left = await server.app.database.run(
        sql`select 1 from team_members where user_id = ${member.user.id}`,
      )
      assert.equal(left.length, 0)
      assert.equal((await server.client(key.value)('organizations.get', {})).role, 'guest')
    })
  })
}

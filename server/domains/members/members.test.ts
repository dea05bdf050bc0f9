import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, clientFor, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { type Role, roles } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'

const tooLow = { status: 403, code: 'role_too_low' }
const lastOwner = { status: 422, code: 'last_owner' }

for (const engine of oneEngine) {
  describe(`the members of an organization, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    const memberOf = async (seer: Person, person: Person) =>
      (await seer.call('members.list', {})).items.find(({ user }) => user.id === person.user.id)
    const setRole = (by: Person, { user }: Person, role: Role) =>
      by.call('members.update', { member: user.id, role })

    async function inTeam(person: Person, organizationId: string, slug: string) {
      const team = newId()
      await server.app.database.run(
        `insert into teams (id, organization_id, slug, name, created_by) values ($1, $2, $3, 'Crew', $4)`,
        [team, organizationId, slug, person.user.id],
      )
      await server.app.database.run(
        `insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, 'lead')`,
        [team, organizationId, person.user.id],
      )
      return team
    }

    it('are listed by name with their roles and teams, for members and no guest', async () => {
      const ada = await server.register('Ada')
      const [member, guest] = [await addMember(server, ada, 'member'), await addMember(server, ada, 'guest')]
      const team = await inTeam(member, ada.organization.id, `crew-${engine}`)
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
      assert.ok((await memberOf(ada, member))!.lastSeenAt, 'when somebody was there is for administrators')
      await assert.rejects(guest.call('members.list', {}), tooLow)
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      const inside = ada.call('members.list', {}, { organization: sandbox!.slug })
      await assert.rejects(inside, { status: 403, code: 'live_only' })
    })

    it('are found by role and by part of a name, and read page by page', async () => {
      const ada = await server.register('Ada')
      for (const role of ['member', 'member', 'admin', 'guest'] as const) await addMember(server, ada, role)
      const names = async (asked: object) =>
        (await ada.call('members.list', asked)).items.map(({ user }) => user.name)
      assert.deepEqual(await names({ role: 'member' }), ['member', 'member'])
      assert.deepEqual(await names({ search: 'MEM' }), ['member', 'member'])
      assert.deepEqual(await names({ search: ada.user.username.slice(-8) }), ['Ada'])
      assert.deepEqual(await names({ search: '%' }), [], 'what is looked for is text, and no pattern')
      const all = (await ada.call('members.list', {})).items
      const first = await ada.call('members.list', { limit: 3 })
      const second = await ada.call('members.list', { limit: 3, cursor: first.nextCursor! })
      assert.deepEqual([...first.items, ...second.items], all)
      assert.equal(second.nextCursor, null)
    })

    it('may be changed by whom, and to what, as it says there', async () => {
      // Who changes whom: owners everybody, admins whoever is no owner. Nobody gives more than they have.
      for (const by of roles)
        for (const from of roles)
          for (const to of roles) {
            const allowed = by === 'owner' || (by === 'admin' && from !== 'owner' && to !== 'owner')
            const told = `${by} makes ${from} ${to}`
            const outcome = await tryChange(by, from, to)
            assert.equal(outcome, allowed ? to : 'role_too_low', told)
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

    it('are shown with what may be done to them, by whom and with which key', async () => {
      const ada = await server.register('Ada')
      const [admin, member] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'member')]
      const may = async (seer: Person, whom: Person) => (await memberOf(seer, whom))!.may
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
        const program = clientFor(server.url, key.value)
        const { items } = await program('members.list', { role: 'member' })
        assert.deepEqual(items[0]!.may, expected)
        const change = program('members.update', { member: member.user.username, role: 'member' })
        if (expected === yes) await change
        else await assert.rejects(change, { status: 403, code: 'scope_missing' })
      }
    })

    it('have a version, and a change tells who made it', async () => {
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
      const told = items.filter(({ subject }) => subject.kind === 'member')
      assert.deepEqual(
        told.map(({ type, actor, subject, data }) => [type, actor.id, subject.key, data.changes]),
        [
          [
            ...['member.updated', ada.user.id, member.user.username],
            { role: { from: 'member', to: 'admin' } },
          ],
        ],
      )
      assert.equal((await member.call('organizations.get', {})).role, 'admin', 'from the next request on')
    })

    it('who is nobody there is not found', async () => {
      const [ada, stranger] = [await server.register('Ada'), await server.register('Stranger')]
      for (const member of [stranger.user.id, stranger.user.username, newId()]) {
        await assert.rejects(ada.call('members.update', { member, role: 'admin' }), { code: 'not_found' })
        await assert.rejects(ada.call('members.remove', { member }), { status: 404, code: 'not_found' })
      }
    })

    it('always have an owner: the last one cannot step down, be removed or leave', async () => {
      const ada = await server.register('Ada')
      await assert.rejects(ada.call('members.leave', {}), lastOwner)
      const admin = await addMember(server, ada, 'admin')
      await assert.rejects(setRole(ada, ada, 'admin'), { ...lastOwner, message: /"Ada's organization"/ })
      await assert.rejects(ada.call('members.remove', { member: ada.user.id }), lastOwner)
      await assert.rejects(ada.call('members.leave', {}), lastOwner)
      await assert.rejects(admin.call('members.remove', { member: ada.user.id }), tooLow)

      await setRole(ada, admin, 'owner')
      const stepped = await setRole(ada, ada, 'member')
      assert.deepEqual([stepped.role, stepped.may.changeRole], ['member', false])
      await assert.rejects(setRole(ada, ada, 'owner'), tooLow)
    })

    it('an owner who is suspended, or leaves for good, is not one who is left', async () => {
      for (const gone of ['suspended_at = now()', `erase_at = now() + interval '1 day'`]) {
        const ada = await server.register('Ada')
        const owner = await addMember(server, ada, 'owner')
        await server.app.database.run(`update users set ${gone} where id = $1`, [owner.user.id])
        await assert.rejects(ada.call('members.leave', {}), lastOwner)
        await assert.rejects(setRole(ada, ada, 'member'), lastOwner)
        await setRole(ada, owner, 'member')
      }
    })

    it('whoever becomes a guest leaves all teams, those of the sandbox too, and keeps their keys', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      await inTeam(member, ada.organization.id, `live-${engine}`)
      await inTeam(member, sandbox!.id, `test-${engine}`)
      const key = await member.call('credentials.createApiKey', { name: 'key' })
      assert.equal((await setRole(ada, member, 'admin')).teams.length, 1)
      assert.deepEqual((await setRole(ada, member, 'guest')).teams, [])
      const left = await server.app.database.run('select 1 from team_members where user_id = $1', [
        member.user.id,
      ])
      assert.equal(left.length, 0)
      assert.equal((await clientFor(server.url, key.value)('organizations.get', {})).role, 'guest')
    })
  })
}

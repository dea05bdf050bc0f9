import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`team members, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let linus: Person
    let team: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      linus = await addMember(server, ada, 'member')
      team = (await ada.call('teams.create', { name: 'Core' })).slug
    })
    after(() => server.stop())

    it('adds a member by username or id, and ignores a second add', async () => {
      const added = await ada.call('teamMembers.add', { team, user: grace.user.username.toUpperCase() })
      assert.deepEqual([added.user.id, added.role, added.version], [grace.user.id, 'member', 1])
      const again = await ada.call('teamMembers.add', { team, user: grace.user.id })
      assert.deepEqual(again, added)
      const events = await memberEvents('team_member.added', grace)
      assert.deepEqual(
        events.map(({ data }) => data.role),
        ['member'],
        'the second time changed nothing',
      )
      await assert.rejects(ada.call('teamMembers.add', { team, user: grace.user.id, role: 'lead' }), {
        status: 409,
        code: 'already_in_team',
        message: /as member/,
      })
    })

    it('rejects guests and users outside the organization', async () => {
      const stranger = await server.register('Stranger')
      for (const user of [stranger.user.username, stranger.user.id, 'unknown-username'])
        await assert.rejects(ada.call('teamMembers.add', { team, user }), {
          status: 400,
          code: 'invalid_input',
        })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(ada.call('teamMembers.add', { team, user: guest.user.id }), {
        status: 422,
        code: 'guest_in_team',
      })
    })

    it('lets only leads and admins add members and change roles', async () => {
      await ada.call('teamMembers.add', { team, user: grace.user.id })
      const denied = { status: 403, code: 'forbidden' }
      await assert.rejects(grace.call('teamMembers.add', { team, user: linus.user.id }), denied)
      const toLead = { team, member: grace.user.username, role: 'lead' } as const
      await assert.rejects(grace.call('teamMembers.update', toLead), denied)
      await ada.call('teamMembers.update', toLead)
      await grace.call('teamMembers.add', { team, user: linus.user.id })
      const back = await grace.call('teamMembers.update', { ...toLead, member: 'me', role: 'member' })
      assert.deepEqual(
        [back.role, back.may.changeRole],
        ['member', false],
        'a lead who demotes themselves loses the right',
      )
      const changes = (await memberEvents('team_member.changed', grace)).map(({ data }) => data.changes)
      assert.deepEqual(changes, [
        { role: { from: 'lead', to: 'member' } },
        { role: { from: 'member', to: 'lead' } },
      ])
    })

    it("lists members by name, with the caller's rights", async () => {
      const { slug } = await ada.call('teams.create', { name: 'Listed' })
      for (const { user } of [grace, linus]) await ada.call('teamMembers.add', { team: slug, user: user.id })
      const first = await grace.call('teamMembers.list', { team: slug, limit: 2 })
      const rest = await grace.call('teamMembers.list', { team: slug, limit: 2, cursor: first.nextCursor! })
      const all = [...first.items, ...rest.items]
      assert.deepEqual(
        all.map(({ user }) => user.name),
        ['Ada', 'member', 'member'],
      )
      assert.equal(rest.nextCursor, null)
      const mayRemove = all.filter(({ may }) => may.remove).map(({ user }) => user.id)
      assert.deepEqual(mayRemove, [grace.user.id])
      assert.ok(all.every(({ may }) => !may.changeRole))
      const byOwner = await ada.call('teamMembers.list', { team: slug })
      assert.ok(byOwner.items.every(({ may }) => may.changeRole && may.remove))
      const reader = await ada.call('credentials.createApiKey', { name: 'r', scopes: ['read'] })
      const response = await fetch(`${server.url}/api/teams/${slug}/members`, {
        headers: { Authorization: `Bearer ${reader.value}` },
      })
      const { items } = (await response.json()) as typeof byOwner
      assert.ok(
        items.every(({ may }) => !may.changeRole && !may.remove),
        'a read-only key has no rights to change',
      )
    })

    it('lets managers remove members, and members leave without leaving the organization', async () => {
      const { slug } = await ada.call('teams.create', { name: 'Left' })
      for (const { user } of [grace, linus]) await ada.call('teamMembers.add', { team: slug, user: user.id })
      await assert.rejects(grace.call('teamMembers.remove', { team: slug, member: linus.user.id }), {
        status: 403,
        code: 'forbidden',
      })
      await grace.call('teamMembers.remove', { team: slug, member: 'me' })
      await ada.call('teamMembers.remove', { team: slug, member: linus.user.username })
      await ada.call('teamMembers.remove', { team: slug, member: 'me' })
      const empty = await grace.call('teams.get', { team: slug })
      assert.deepEqual([empty.memberCount, empty.role], [0, null], 'a team can be empty')
      await assert.rejects(grace.call('teamMembers.remove', { team: slug, member: 'me' }), { status: 404 })
      await ada.call('teamMembers.add', { team: slug, user: grace.user.id, role: 'lead' })
      assert.equal((await memberEvents('team_member.removed', linus, slug)).length, 1)
    })

    it('records team_member.added when a user accepts an invitation to the team', async () => {
      const invited = await server.register('Invited')
      const { id } = await ada.call('invitations.inviteToTeam', { team, email: invited.email })
      // A user with a verified address can accept without the emailed link.
      await server.app.database.run(
        sql`update users set email_verified_at = now() where id = ${invited.user.id}`,
      )
      await invited.call('invitations.accept', { invitation: id })
      const [added] = await memberEvents('team_member.added', invited)
      assert.deepEqual([added!.actor.id, added!.data.role], [invited.user.id, 'member'])
    })

    it('records team_member.removed when a member leaves the organization or becomes a guest', async () => {
      const { slug } = await ada.call('teams.create', { name: 'Ended' })
      const [going, demoted] = [
        await addMember(server, ada, 'member'),
        await addMember(server, ada, 'member'),
      ]
      for (const { user } of [going, demoted])
        await ada.call('teamMembers.add', { team: slug, user: user.id })
      await ada.call('members.remove', { member: going.user.id })
      await ada.call('members.update', { member: demoted.user.id, role: 'guest' })
      for (const person of [going, demoted])
        assert.equal((await memberEvents('team_member.removed', person, slug)).length, 1)
      assert.equal((await ada.call('teams.get', { team: slug })).memberCount, 1)
    })

    it('rejects an update or removal with an outdated version', async () => {
      const { slug } = await ada.call('teams.create', { name: 'Versions' })
      const input = { team: slug, member: grace.user.id }
      await ada.call('teamMembers.add', { team: slug, user: grace.user.id })
      const changed = await ada.call('teamMembers.update', { ...input, role: 'lead' }, { ifMatch: 1 })
      assert.equal(changed.version, 2)
      const stale = { status: 412, code: 'version_conflict' }
      await assert.rejects(
        ada.call('teamMembers.update', { ...input, role: 'member' }, { ifMatch: 1 }),
        stale,
      )
      await assert.rejects(ada.call('teamMembers.remove', input, { ifMatch: 1 }), stale)
      await ada.call('teamMembers.remove', input, { ifMatch: 2 })
    })

    it('never adds a user who concurrently leaves the organization or becomes a guest', async () => {
      const { slug } = await ada.call('teams.create', { name: 'Races' })
      const changes = [sql`delete from memberships`, sql`update memberships set role = 'guest'`]
      for (const change of [...changes, ...changes, ...changes]) {
        const { user } = await addMember(server, ada, 'member')
        const add = () => ada.call('teamMembers.add', { team: slug, user: user.id })
        const [outcome] = await server.app.database.transaction(async (db) => {
          const isMembership = sql`user_id = ${user.id} and organization_id = ${ada.organization.id}`
          await db.run(sql`select 1 from memberships where ${isMembership} for update`)
          await db.run(sql`${change} where ${isMembership}`)
          const adding = Promise.allSettled([add()])
          await db.run(sql`delete from team_members where user_id = ${user.id}`)
          return [adding]
        })
        const [added] = await outcome
        assert.equal(added.status, 'rejected')
        const { code } = added.reason as { code: string }
        assert.ok(['invalid_input', 'gone_meanwhile', 'guest_in_team'].includes(code), code)
      }
      for (let round = 0; round < 6; round++) {
        const member = (await addMember(server, ada, 'member')).user.id
        const going =
          round % 2 === 0
            ? () => ada.call('members.remove', { member })
            : () => ada.call('members.update', { member, role: 'guest' })
        const add = () => ada.call('teamMembers.add', { team: slug, user: member })
        const both = round < 3 ? [add(), going()] : [going(), add()]
        await Promise.allSettled<unknown>(both)
      }
      const { items } = await ada.call('teamMembers.list', { team: slug })
      assert.deepEqual(
        items.map(({ user }) => user.id),
        [ada.user.id],
      )
    })

    async function memberEvents(type: string, { user }: Person, ref = team) {
      const { items } = await ada.call('teams.listTeamActivity', { team: ref, type })
      return items.filter(({ data }) => (data.member as { id: string }).id === user.id)
    }
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { accept, expire, invite, newAddress, roleIn, teamsOf } from '../../../../test/invited.ts'
import { type ServerWithMail, startWithMail } from '../../../../test/with-mail.ts'
import { addMember, addTeam, addToTeam, join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { eraseAccounts } from '../../auth/accounts/erase-accounts.ts'
import { purgeInvitations } from './sent-invitations.ts'

for (const engine of oneEngine) {
  describe(`pending invitations, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startWithMail(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('voids an invitation when the inviter loses the right to grant it', async () => {
      const team = await addTeam(server, ada)
      const database = () => server.app.database
      const causes: [string, (inviter: Person) => Promise<unknown>][] = [
        ['demoted', (inviter) => join(server, inviter, ada, 'member')],
        [
          'left',
          ({ user }) =>
            database().run(
              sql`delete from memberships where user_id = ${user.id} and organization_id = ${ada.organization.id}`,
            ),
        ],
        [
          'suspended',
          ({ user }) => database().run(sql`update users set suspended_at = now() where id = ${user.id}`),
        ],
      ]
      for (const [cause, apply] of causes) {
        const inviter = await addMember(server, ada, 'admin')
        const person = await server.verified(cause)
        const { id, token } = await invite(server, inviter, { email: person.email })
        await apply(inviter)
        await assert.rejects(accept(person, id, token), { status: 410, code: 'invitation_void' }, cause)
        assert.equal((await person.call('invitations.look', { token })).status, 'expired')
        assert.deepEqual((await person.call('invitations.listOwn', {})).items, [])
        assert.equal(await roleIn(server, ada, person), undefined)
        // A member with the right sends it again.
        await ada.call('invitations.resend', { invitation: id })
        await accept(person, id)
      }

      const lead = await addMember(server, ada, 'member')
      await addToTeam(server, team, lead, 'lead')
      const [first, second] = [await server.verified('First'), await server.verified('Second')]
      const ids = []
      for (const { email } of [first, second])
        ids.push((await lead.call('invitations.inviteToTeam', { team, email })).id)
      await accept(first, ids[0]!)
      assert.deepEqual(await teamsOf(server, first), [[team, 'member']])
      await addToTeam(server, team, lead, 'member')
      await assert.rejects(accept(second, ids[1]!), { code: 'invitation_void' })
    })

    it('voids owner invitations of a demoted owner but keeps admin invitations', async () => {
      const inviter = await addMember(server, ada, 'owner')
      const [first, second] = [await server.verified('First'), await server.verified('Second')]
      const owner = await invite(server, inviter, { email: first.email, role: 'owner' })
      const admin = await invite(server, inviter, { email: second.email, role: 'admin' })
      await join(server, inviter, ada, 'admin')
      await assert.rejects(accept(first, owner.id), { code: 'invitation_void' })
      assert.equal((await accept(second, admin.id)).organization.role, 'admin')
    })

    it('adds the user only to the organization when the team was deleted', async () => {
      const team = await addTeam(server, ada)
      const person = await server.verified('Teamless')
      const { id } = await invite(server, ada, { email: person.email, team })
      await server.app.database.run(sql`delete from teams where slug = ${team}`)
      assert.equal((await accept(person, id)).organization.role, 'member')
      assert.deepEqual(await teamsOf(server, person), [])
    })

    it('keeps the role of an existing member and adds no guest to a team', async () => {
      const team = await addTeam(server, ada)
      const person = await server.verified('Guest')
      const { id } = await invite(server, ada, { email: person.email, role: 'admin', team })
      await join(server, person, ada, 'guest')
      assert.equal((await accept(person, id)).organization.role, 'guest')
      assert.deepEqual(await teamsOf(server, person), [])
    })

    it('purges an invitation 90 days after it closed, and with the account of the invited user', async () => {
      const { database } = server.app
      const ids: string[] = []
      for (let count = 0; count < 4; count++)
        ids.push((await ada.call('invitations.create', { email: newAddress('old') })).id)
      const [expired, lately, revoked, pending] = ids as [string, string, string, string]
      await expire(server, expired, 90)
      await expire(server, lately, 89)
      await ada.call('invitations.revoke', { invitation: revoked })
      await database.run(
        sql`update invitations set updated_at = now() - interval '91 days' where id = ${revoked}`,
      )
      const person = await server.verified('Gone')
      const own = await ada.call('invitations.create', { email: person.email.toUpperCase() })
      await purgeInvitations(database)
      await database.run(sql`update users set erase_at = now() where id = ${person.user.id}`)
      await eraseAccounts(server.app)
      const left = await database.run<{ id: string }>(
        sql`select id from invitations where id = any(${[...ids, own.id]})`,
      )
      assert.deepEqual(left.map(({ id }) => id).toSorted(), [lately, pending].toSorted())
    })
  })
}

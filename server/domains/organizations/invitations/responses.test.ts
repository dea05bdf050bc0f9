import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { accept, expire, invite, newAddress, roleIn, teamsOf } from '../../../../test/invited.ts'
import { type ServerWithMail, startWithMail, successes } from '../../../../test/with-mail.ts'
import { addTeam } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import type { Problem } from '../../../assembly/client.ts'

for (const engine of oneEngine) {
  describe(`responding to an invitation, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startWithMail(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('shows a pending invitation and adds the user to the organization and team', async () => {
      const grace = await server.verified('Grace')
      const team = await addTeam(server, ada)
      const email = grace.email.replace(/^g/, 'G')
      const { id, token } = await invite(server, ada, { email, role: 'admin', team })
      const { items } = await grace.call('invitations.listOwn', {})
      const seen = {
        id,
        email,
        role: 'admin',
        status: 'pending',
        expiresAt: items[0]!.expiresAt,
        organization: { name: ada.organization.name },
        team: { name: team },
        invitedBy: { name: 'Ada' },
        mayAccept: true,
      }
      assert.deepEqual(items, [seen])
      assert.deepEqual(await grace.call('invitations.look', { token }), seen)
      assert.deepEqual(await server.anonymous('invitations.look', { token }), { ...seen, mayAccept: false })

      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const { organization } = await accept(grace, id)
      assert.deepEqual([organization.id, organization.role], [ada.organization.id, 'admin'])
      const me = await grace.call('accounts.getMe', {})
      assert.deepEqual([me.organization!.id, me.organization!.role], [ada.organization.id, 'admin'])
      assert.deepEqual(await teamsOf(server, grace), [[team, 'member']])
      assert.deepEqual((await grace.call('invitations.listOwn', {})).items, [])

      const events = (await ada.call('activity.listEvents', { cursor: nextCursor })).items
      assert.deepEqual(
        events.map(({ type, actor, subject }) => [type, actor.name, subject.kind, subject.key]),
        [
          ['invitation.accepted', 'Grace', 'invitation', null],
          ['member.joined', 'Grace', 'member', grace.user.username],
          ['team_member.added', 'Grace', 'team', team],
        ],
      )
      assert.equal(events[1]!.subject.id, grace.user.id)
      assert.ok(!JSON.stringify(events).toLowerCase().includes(grace.email))
      const [accepted] = (await ada.call('invitations.list', { status: 'accepted' })).items
      assert.deepEqual([accepted!.id, accepted!.answeredAt !== null, accepted!.may.revoke], [id, true, false])
      await assert.rejects(ada.call('invitations.revoke', { invitation: id }), {
        code: 'invitation_answered',
      })
    })

    it('accepts one of twenty concurrent responses', async () => {
      const person = await server.verified('Twenty')
      const { id } = await invite(server, ada, { email: person.email })
      const joined = await successes(
        Array.from({ length: 20 }, () => accept(person, id)),
        'invitation_answered',
      )
      assert.equal(joined.length, 1)
      const events = await server.app.database.run(
        sql`select 1 from journal where subject_id = any(${[id, person.user.id]}) and type in ('invitation.accepted', 'member.joined')`,
      )
      assert.equal(events.length, 2)
    })

    it('either accepts or revokes an invitation under concurrent requests', async () => {
      for (let round = 0; round < 5; round++) {
        const person = await server.verified('Race')
        const { id } = await invite(server, ada, { email: person.email })
        const [accepted, revoked] = await Promise.allSettled([
          accept(person, id),
          ada.call('invitations.revoke', { invitation: id }),
        ])
        assert.notEqual(accepted.status, revoked.status)
        assert.equal((await roleIn(server, ada, person)) !== undefined, accepted.status === 'fulfilled')
      }
    })

    it('hides invitations from an unverified address until the secret verifies it', async () => {
      const { person } = await server.newcomer('Unproved')
      const { id, token } = await invite(server, ada, { email: person.email })
      assert.deepEqual((await person.call('invitations.listOwn', {})).items, [])
      await assert.rejects(accept(person, id), { status: 404, code: 'not_found' })
      await assert.rejects(person.call('invitations.decline', { invitation: id }), { code: 'not_found' })
      await accept(person, id, token)
      assert.equal((await person.call('accounts.getMe', {})).user.emailVerified, true)
    })

    it('rejects the secret from another account without revealing the invited address', async () => {
      const email = newAddress('Secret')
      const { id, token } = await invite(server, ada, { email })
      const mallory = await server.verified('Mallory')
      await assert.rejects(accept(mallory, id), { status: 404, code: 'not_found' })
      await assert.rejects(accept(mallory, id, token), ({ code, message }: Problem) => {
        assert.equal(code, 'invitation_for_another')
        return !message.includes(email)
      })
      assert.equal((await mallory.call('invitations.look', { token })).mayAccept, false)
      assert.equal(await roleIn(server, ada, mallory), undefined)
      await assert.rejects(accept(mallory, id, 'a secret that was guessed'), { code: 'not_found' })
    })

    it('rejects responses with a key or token', async () => {
      const person = await server.verified('Keeper')
      const { id, token } = await invite(server, ada, { email: person.email })
      const { value } = await person.call('credentials.createApiKey', { name: 'key' })
      const key = server.client(value)
      const rejected = { status: 403, code: 'session_needed' }
      await assert.rejects(key('invitations.listOwn', {}), rejected)
      await assert.rejects(key('invitations.accept', { invitation: id, token }), rejected)
      await assert.rejects(key('invitations.decline', { invitation: id, token }), rejected)
    })

    it('declines an invitation with an account or the secret, without recording who did', async () => {
      const person = await server.verified('Shy')
      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const own = await invite(server, ada, { email: person.email })
      assert.deepEqual(await person.call('invitations.decline', { invitation: own.id }), {
        id: own.id,
        status: 'declined',
      })
      const mailed = await invite(server, ada, { email: newAddress('Never') })
      await assert.rejects(server.anonymous('invitations.decline', { invitation: mailed.id }), {
        code: 'not_found',
      })
      const input = { invitation: mailed.id, token: mailed.token }
      await server.anonymous('invitations.decline', input)
      await assert.rejects(server.anonymous('invitations.decline', input), {
        status: 409,
        code: 'invitation_answered',
        message: 'This invitation was already declined. If that was a mistake, ask for a new one.',
      })
      await assert.rejects(accept(person, own.id), { code: 'invitation_answered' })

      const { items } = await ada.call('activity.listEvents', { cursor: nextCursor })
      const declined = items.filter(({ type }) => type === 'invitation.declined')
      assert.deepEqual(
        declined.map(({ actor }) => [actor.kind, actor.id, actor.name]),
        [
          ['system', null, 'Anonymous'],
          ['system', null, 'Anonymous'],
        ],
      )
      await ada.call('invitations.create', { email: person.email })
    })

    it('rejects an expired or revoked invitation', async () => {
      const person = await server.verified('Late')
      const { id, token } = await invite(server, ada, { email: person.email })
      await expire(server, id)
      const expired = { status: 410, code: 'invitation_expired' }
      await assert.rejects(accept(person, id, token), expired)
      await assert.rejects(person.call('invitations.decline', { invitation: id }), expired)
      assert.equal((await person.call('invitations.look', { token })).status, 'expired')
      assert.deepEqual((await person.call('invitations.listOwn', {})).items, [])
      await ada.call('invitations.revoke', { invitation: id })
      await assert.rejects(accept(person, id, token), { status: 410, code: 'invitation_revoked' })
    })
  })
}

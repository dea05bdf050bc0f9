import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person } from '../../../../test/harness.ts'
import { expire, invite, newAddress } from '../../../../test/invited.ts'
import { setRegistration } from '../../../../test/registration.ts'
import { type ServerWithMail, stages, startOwnWithMail } from '../../../../test/with-mail.ts'
import { addTeam } from '../../../../test/world.ts'
import { signUp } from '../../../../test/sign-up.ts'
import { sql } from '../../../database/sql.ts'

for (const { engine, backend } of stages) {
  describe(`registering with an invitation, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startOwnWithMail(engine, {}, backend)
      ada = await server.register('Ada')
      await setRegistration(server, 'invitation')
    })
    after(() => server.stop())

    const password = 'a password that is hard to guess'
    const register = (email: string, invitation?: string) =>
      signUp(server.anonymous, {
        name: 'Grace',
        email,
        password,
        ...(invitation && { invitation }),
      })
    const hasAccount = async (email: string) => {
      const rows = await server.app.database.run(
        sql`select 1 from users where lower(email) = lower(${email})`,
      )
      return rows.length > 0 || server.gotrue?.users.byEmail(email) !== undefined
    }

    it('rejects an invited registration when registration is closed or the email domain is not allowed', async () => {
      const email = newAddress('Grace')
      const { token } = await invite(server, ada, { email, role: 'member' })
      await setRegistration(server, 'closed')
      await assert.rejects(register(email, token), { code: 'registration_closed' })
      await setRegistration(server, 'invitation', ['example.org'])
      await assert.rejects(register(email, token), { code: 'email_domain_refused' })
      assert.equal(await hasAccount(email), false)
      await setRegistration(server, 'invitation')
      await register(email, token)
    })

    it('registers an invited user, verifies the address and creates no organization', async () => {
      const email = newAddress('Grace')
      const team = await addTeam(server, ada)
      const { id, token } = await invite(server, ada, { email, role: 'admin', team })
      await assert.rejects(register(email), { code: 'invitation_needed' })
      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })

      const created = await register(email.toUpperCase(), token)
      assert.deepEqual([created.organization!.id, created.organization!.role], [ada.organization.id, 'admin'])
      const grace = server.client(created.token)
      const me = await grace('accounts.getMe', {})
      assert.equal(me.user.emailVerified, true)
      assert.deepEqual(
        me.organizations.map(({ slug }) => slug),
        [ada.organization.slug],
      )
      const inTeam = await server.app.database.run(
        sql`select 1 from team_members join teams on teams.id = team_id where slug = ${team} and user_id = ${created.user.id}`,
      )
      assert.equal(inTeam.length, 1)
      const { items } = await ada.call('activity.listEvents', { cursor: nextCursor })
      assert.deepEqual(
        items.map(({ type, actor }) => [type, actor.id]),
        [
          ['invitation.accepted', created.user.id],
          ['member.joined', created.user.id],
          ['team_member.added', created.user.id],
        ],
      )
      assert.equal((await ada.call('invitations.list', { status: 'accepted' })).items[0]!.id, id)
      const again = await server.anonymous('accounts.logIn', { email, password })
      assert.equal(again.user.id, created.user.id)
      await assert.rejects(register(email, token), { code: 'invitation_answered' })
    })

    it('rejects registration with another address than the invited one', async () => {
      const { token } = await invite(server, ada, { email: newAddress('Linus') })
      const other = newAddress('Mallory')
      await assert.rejects(register(other, token), { status: 403, code: 'invitation_for_another' })
      await assert.rejects(register(other, 'a secret that was guessed'), {
        status: 404,
        code: 'wrong_invitation',
      })
      assert.equal(await hasAccount(other), false)
    })

    it('rejects registration with an expired or revoked invitation and creates no account', async () => {
      const email = newAddress('Late')
      const { id, token } = await invite(server, ada, { email })
      await expire(server, id)
      await assert.rejects(register(email, token), { code: 'invitation_expired' })
      await ada.call('invitations.revoke', { invitation: id })
      await assert.rejects(register(email, token), { code: 'invitation_revoked' })
      assert.equal(await hasAccount(email), false)
    })

    it('creates one account under ten concurrent registrations', async () => {
      const email = newAddress('Once')
      const { token } = await invite(server, ada, { email })
      const settled = await Promise.allSettled(Array.from({ length: 10 }, () => register(email, token)))
      assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const outcome of settled) {
        if (outcome.status === 'fulfilled') continue
        assert.match((outcome.reason as { code: string }).code, /^(already_taken|invitation_answered)$/)
      }
    })

    it('rejects an organization name and an address that has an account', async () => {
      const email = newAddress('Named')
      const { token } = await invite(server, ada, { email })
      await assert.rejects(
        signUp(server.anonymous, {
          name: 'Grace',
          email,
          password,
          invitation: token,
          organization: 'Mine',
        }),
        { status: 400 },
      )
      await register(email, token)
      const elsewhere = await invite(server, ada, { email: newAddress('Else') })
      await server.app.database.run(sql`update invitations set email = ${email} where id = ${elsewhere.id}`)
      await assert.rejects(register(email, elsewhere.token), { code: 'already_taken' })
    })

    it('sends no second email to verify the address', async () => {
      const email = newAddress('Quiet')
      const { token } = await invite(server, ada, { email })
      await register(email, token)
      // The next email is then the one requested here.
      await server.anonymous('magicLinks.send', { email })
      assert.doesNotMatch((await server.mails.next(email)).subject, /Confirm your/)
    })
  })
}

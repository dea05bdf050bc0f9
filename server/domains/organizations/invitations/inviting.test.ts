import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { accept, expire, invite, newAddress, invitationTokenFor } from '../../../../test/invited.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { linkIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, startOwnWithMail, successes } from '../../../../test/with-mail.ts'
import { addMember, addTeam, addToTeam } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`sending invitations, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startOwnWithMail(engine, {
        APP_URL: 'https://baton.example.com',
        BILLING_KEY: 'pk_of_the_test',
        DEFAULT_PLAN: 'unlimited',
      })
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('sends an email that names the inviter and links to the invitation page', async () => {
      const email = newAddress('Grace')
      const team = await addTeam(server, ada)
      const created = await ada.call('invitations.create', { email, role: 'admin', team })
      const { id: _id, createdAt, expiresAt, team: shownTeam, ...rest } = created
      assert.deepEqual(rest, {
        email,
        role: 'admin',
        status: 'pending',
        answeredAt: null,
        version: 1,
        invitedBy: { id: ada.user.id, name: 'Ada' },
        may: { resend: true, revoke: true },
      })
      assert.equal(shownTeam!.slug, team)
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * 86_400_000)

      const mail = await mailAbout(server.mails, email, /invites you/)
      assert.equal(mail.subject, `Ada invites you to ${ada.organization.name} on Baton`)
      assert.match(mail.text, /"Ada" invites you to join .* as an admin, in the team "team-/)
      assert.match(mail.text, /expires in 7 days/)
      assert.match(mail.text, /ignore this email\. You join only if you accept/)
      const link = linkIn(mail)
      assert.deepEqual(
        [link.origin, link.pathname, link.search],
        ['https://baton.example.com', '/invitation', ''],
      )
      assert.match(link.hash, /^#token=\w{43}$/)
      const { items } = await ada.call('invitations.list', {})
      assert.deepEqual(items[0], created)
    })

    it('lets owners and admins invite up to their own role', async () => {
      const admin = await addMember(server, ada, 'admin')
      await admin.call('invitations.create', { email: newAddress('a'), role: 'admin' })
      await assert.rejects(admin.call('invitations.create', { email: newAddress('b'), role: 'owner' }), {
        status: 403,
        code: 'role_too_low',
        message: 'Your role in this organization is too low. Required: owner.',
      })
      await ada.call('invitations.create', { email: newAddress('c'), role: 'owner' })
      for (const role of ['member', 'guest'] as const) {
        const person = await addMember(server, ada, role)
        const rejected = { status: 403, code: 'role_too_low' }
        await assert.rejects(person.call('invitations.create', { email: newAddress('d') }), rejected)
        await assert.rejects(person.call('invitations.list', {}), rejected)
      }
    })

    it('requires the scope admin for a key', async () => {
      const team = await addTeam(server, ada)
      const weak = await ada.call('credentials.createApiKey', { name: 'weak' })
      const strong = await ada.call('credentials.createApiKey', {
        name: 'strong',
        scopes: ['read', 'write', 'admin'],
      })
      const [weakClient, strongClient] = [server.client(weak.value), server.client(strong.value)]
      const email = newAddress('Key')
      const rejected = { status: 403, code: 'scope_missing' }
      await assert.rejects(weakClient('invitations.create', { email }), rejected)
      await assert.rejects(weakClient('invitations.inviteToTeam', { email, team }), rejected)
      await assert.rejects(weakClient('invitations.list', {}), rejected)
      assert.equal((await strongClient('invitations.create', { email })).status, 'pending')
    })

    it('lets team leads invite members into their team', async () => {
      const [team, other] = [await addTeam(server, ada), await addTeam(server, ada)]
      const lead = await addMember(server, ada, 'member')
      await addToTeam(server, team, lead, 'lead')
      const email = newAddress('Linus')
      const created = await lead.call('invitations.inviteToTeam', { team, email })
      assert.deepEqual([created.role, created.team!.slug, created.may.resend], ['member', team, true])
      await assert.rejects(
        lead.call('invitations.inviteToTeam', { team, email: newAddress('x'), role: 'admin' }),
        { code: 'role_too_low' },
      )
      await assert.rejects(lead.call('invitations.inviteToTeam', { team: other, email: newAddress('x') }), {
        status: 403,
        code: 'forbidden',
      })
      const plain = await addMember(server, ada, 'member')
      await addToTeam(server, team, plain, 'member')
      await assert.rejects(plain.call('invitations.inviteToTeam', { team, email: newAddress('x') }), {
        code: 'forbidden',
      })

      const above = await ada.call('invitations.inviteToTeam', {
        team,
        email: newAddress('y'),
        role: 'admin',
      })
      const elsewhere = await ada.call('invitations.create', { email: newAddress('z') })
      const { items } = await lead.call('invitations.list', {})
      assert.deepEqual(
        items.map(({ id, may }) => [id, may.revoke]),
        [
          [above.id, false],
          [created.id, true],
        ],
        'a lead sees invitations into their teams',
      )
      await assert.rejects(lead.call('invitations.revoke', { invitation: above.id }), {
        code: 'role_too_low',
      })
      await assert.rejects(lead.call('invitations.revoke', { invitation: elsewhere.id }), {
        code: 'not_found',
      })
      await lead.call('invitations.resend', { invitation: created.id })
      await lead.call('invitations.revoke', { invitation: created.id })
    })

    it('rejects a guest invitation into a team', async () => {
      const team = await addTeam(server, ada)
      await assert.rejects(
        ada.call('invitations.create', { email: newAddress('guest'), role: 'guest', team }),
        {
          status: 400,
          errors: [{ path: 'role', message: "Guests can't join a team. Invite them without a team." }],
        },
      )
      await assert.rejects(
        ada.call('invitations.inviteToTeam', { email: newAddress('guest'), role: 'guest' as never, team }),
        { status: 400 },
      )
    })

    it('allows one pending invitation per address, also under concurrent requests', async () => {
      const email = newAddress('Once')
      const attempts = Array.from({ length: 10 }, (_, number) =>
        ada.call('invitations.create', { email: number % 2 ? email : email.toUpperCase() }),
      )
      const [created, ...more] = await successes(attempts, 'already_invited')
      assert.deepEqual([created!.status, more], ['pending', []])
    })

    it('replaces an expired invitation', async () => {
      const email = newAddress('Late')
      const first = await invite(server, ada, { email })
      await expire(server, first.id)
      const second = await invite(server, ada, { email, role: 'guest' })
      await assert.rejects(server.anonymous('invitations.look', { token: first.token }), {
        code: 'wrong_invitation',
      })
      assert.equal((await server.anonymous('invitations.look', { token: second.token })).role, 'guest')
    })

    it('rejects an invitation of an existing member', async () => {
      const member = await addMember(server, ada, 'member')
      await assert.rejects(ada.call('invitations.create', { email: member.email.toUpperCase() }), {
        status: 409,
        code: 'already_member',
      })
    })

    it('reveals no accounts outside the organization in the response, the journal or the email', async () => {
      const stranger = await server.verified('Stranger')
      const traces = []
      for (const email of [stranger.email, newAddress('Unknown')]) {
        const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
        const response = await ada.call('invitations.create', { email })
        const { items } = await ada.call('activity.listEvents', { cursor: nextCursor })
        const { subject, text } = await mailAbout(server.mails, email, /invites you/)
        const events = items.map(({ type, actor, subject: { kind, key, version }, data }) => {
          return { type, actor, kind, key, version, data }
        })
        assert.equal(events.length, 1)
        assert.ok(!JSON.stringify(items).includes(email), 'events contain no email address')
        const { id, createdAt: _createdAt, expiresAt: _expiresAt, ...rest } = response
        const [row] = await server.app.database.run(
          sql`select to_jsonb(i) - 'id' - 'email' - 'hash' - 'created_at' - 'updated_at' - 'expires_at' as stored
             from invitations i where id = ${id}`,
        )
        traces.push({ ...rest, email: '', events, subject, text: text.replace(/token=\w+/, ''), row })
      }
      assert.deepEqual(traces[0], traces[1])
    })

    it('replaces the link, expiry and inviter when an invitation is sent again', async () => {
      const email = newAddress('Again')
      const { id, token } = await invite(server, ada, { email })
      await expire(server, id)
      const admin = await addMember(server, ada, 'admin')
      const again = await admin.call('invitations.resend', { invitation: id })
      assert.deepEqual([again.status, again.version, again.invitedBy.id], ['pending', 2, admin.user.id])
      assert.ok(Date.parse(again.expiresAt) > Date.now() + 6 * 86_400_000)
      const next = await invitationTokenFor(server, email)
      await assert.rejects(server.anonymous('invitations.look', { token }), { code: 'wrong_invitation' })
      await assert.rejects(server.anonymous('invitations.decline', { invitation: id, token }), {
        code: 'not_found',
      })
      assert.equal((await server.anonymous('invitations.look', { token: next })).status, 'pending')
      await assert.rejects(ada.call('invitations.resend', { invitation: id }, { ifMatch: 1 }), {
        code: 'version_conflict',
      })
    })

    it('revokes an invitation immediately, and owner invitations only by owners', async () => {
      const { id, token } = await invite(server, ada, { email: newAddress('Back') })
      const revoked = await ada.call('invitations.revoke', { invitation: id })
      assert.deepEqual([revoked.status, revoked.may], ['revoked', { resend: false, revoke: false }])
      assert.deepEqual(await ada.call('invitations.revoke', { invitation: id }), revoked)
      assert.equal((await server.anonymous('invitations.look', { token })).status, 'revoked')
      await assert.rejects(ada.call('invitations.resend', { invitation: id }), { code: 'invitation_revoked' })

      const owner = await ada.call('invitations.create', { email: newAddress('Owner'), role: 'owner' })
      const admin = await addMember(server, ada, 'admin')
      for (const id of ['invitations.resend', 'invitations.revoke'] as const)
        await assert.rejects(admin.call(id, { invitation: owner.id }), { code: 'role_too_low' })
    })

    it('lists invitations by status in pages, newest first', async () => {
      const owner = await server.register('Lister')
      const created = []
      for (let count = 0; count < 5; count++)
        created.unshift(await owner.call('invitations.create', { email: newAddress('p') }))
      const first = await owner.call('invitations.list', { limit: 3, status: 'pending' })
      const second = await owner.call('invitations.list', {
        limit: 3,
        status: 'pending',
        cursor: first.nextCursor!,
      })
      assert.deepEqual([...first.items, ...second.items], created)
      assert.equal(second.nextCursor, null)
      await owner.call('invitations.revoke', { invitation: created[0]!.id })
      await expire(server, created[1]!.id)
      for (const [index, status] of (['revoked', 'expired'] as const).entries()) {
        const { items } = await owner.call('invitations.list', { status })
        assert.deepEqual(
          items.map(({ id }) => id),
          [created[index]!.id],
        )
      }
    })

    it('reserves a place for an invited user unless the plan is reduced', async () => {
      const owner = await server.register('Planner')
      const plan = (name: string) =>
        server.app.database.run(
          sql`update organizations set plan = ${name} where id = ${owner.organization.id}`,
        )
      await plan('free')
      const people = []
      for (const name of ['b', 'c', 'd', 'e']) people.push(await server.verified(name))
      for (const person of people)
        await accept(person, (await invite(server, owner, { email: person.email })).id)
      await plan('team')
      const last = await server.verified('f')
      const { id } = await invite(server, owner, { email: last.email })
      await plan('free')
      await assert.rejects(accept(last, id), { status: 422, code: 'plan_limit' })
      await plan('team')
      await accept(last, id)
    })

    it('counts a pending invitation as a member of the plan', async () => {
      const owner = await server.register('Planner')
      await server.app.database.run(
        sql`update organizations set plan = 'free' where id = ${owner.organization.id}`,
      )
      const created = await Promise.all(
        Array.from({ length: 4 }, () => owner.call('invitations.create', { email: newAddress('m') })),
      )
      const full = { status: 422, code: 'plan_limit' }
      await assert.rejects(owner.call('invitations.create', { email: newAddress('m') }), full)
      await owner.call('invitations.resend', { invitation: created[0]!.id })
      await expire(server, created[0]!.id)
      await owner.call('invitations.create', { email: newAddress('m') })
      await assert.rejects(owner.call('invitations.resend', { invitation: created[0]!.id }), full)
    })
  })
}

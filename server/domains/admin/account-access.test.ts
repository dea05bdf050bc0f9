import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, notified, oneEngine } from '../../../test/harness.ts'
import { codeIn, tokenIn } from '../../../test/partners/mail.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'
import { purgeQuestions } from '../auth/accounts/purge-questions.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`help with an account, on ${engine}`, () => {
    let server: ServerWithMail
    let admin: Person
    before(async () => {
      server = await startOwnWithMail(engine)
      admin = await server.verified('Root')
    })
    after(() => server.stop())

    const titlesOf = async (person: Person) => {
      await notified(server)
      return (await person.call('notifications.list', {})).items.map(({ title }) => title)
    }
    const requestCode = async ({ email }: Person) => {
      const { request } = await server.anonymous('otp.send', { email })
      return { request, code: codeIn(await server.mails.next(email)) }
    }
    const view = ({ user }: Person) => admin.call('admin.getUserCode', { user: user.id })

    it('voids a password, ends all logins and emails a link, without setting a password', async () => {
      const ada = await server.verified('Ada')
      await admin.call('admin.resetUserPassword', { user: ada.user.id, reason: 'Leaked' })
      await assert.rejects(ada.call('accounts.getMe', {}), { code: 'invalid_credential' })
      const login = { email: ada.email, password: ada.password }
      await assert.rejects(server.anonymous('accounts.logIn', login), { code: 'wrong_login' })

      const mail = await server.mails.next(ada.email)
      assert.match(mail.text, /An administrator of Baton voided your password/)
      assert.doesNotMatch(mail.text, /127\.0\.0\.1/, 'the network of the administrator stays private')
      const password = 'a sentence that Ada has chosen'
      await server.anonymous('accounts.resetPassword', { token: tokenIn(mail), password })
      await server.anonymous('accounts.logIn', { email: ada.email, password })
      const [row] = await server.app.database.run<{ by: string; reason: string }>(
        sql`select actor->>'name' as by, data->>'reason' as reason from journal
          where type = 'password.reset' and subject_id = ${ada.user.id}`,
      )
      assert.deepEqual(row, { by: 'Root', reason: 'Leaked' })
      await assert.rejects(admin.call('admin.resetUserPassword', { user: admin.user.id }), {
        code: 'not_oneself',
      })
    })

    it('shows a valid code, and tells the user each time', async () => {
      const ben = await server.verified('Ben')
      assert.deepEqual(await view(ben), { code: null, sentAt: null, expiresAt: null })
      const { request, code } = await requestCode(ben)
      assert.equal((await view(ben)).code, code)
      assert.ok((await titlesOf(ben)).includes('Root viewed the sign-in code that was sent to you.'))
      const { items } = await ben.call('activity.list', { type: 'code.viewed' })
      assert.deepEqual(
        items.map(({ data }) => data.found),
        [true, false],
      )

      await server.anonymous('otp.verify', { request, code })
      assert.equal((await view(ben)).code, null, 'a used code is not shown')
    })

    it('stores a code encrypted and only while it is valid', async () => {
      const cleo = await server.verified('Cleo')
      const sealed = async () => {
        const rows = await server.app.database.run<{ code_sealed: Buffer | null }>(
          sql`select code_sealed from email_codes where user_id = ${cleo.user.id} order by created_at`,
        )
        return rows.map(({ code_sealed }) => code_sealed)
      }
      const { code } = await requestCode(cleo)
      const [stored] = await sealed()
      assert.ok(stored && !stored.includes(code))
      await requestCode(cleo)
      assert.deepEqual(
        (await sealed()).map((each) => each !== null),
        [false, true],
      )
      await server.app.database.run(
        sql`update email_codes set expires_at = now() where user_id = ${cleo.user.id}`,
      )
      assert.equal((await view(cleo)).code, null)
      await purgeQuestions(server.app.database)
      assert.deepEqual(await sealed(), [null, null])
    })

    it('neither shows nor stores codes while the setting is off', async () => {
      const dora = await server.verified('Dora')
      await admin.call('admin.updateSetting', { key: 'admin.show_codes', value: false })
      await requestCode(dora)
      await assert.rejects(view(dora), { status: 422, code: 'codes_hidden' })
      await admin.call('admin.updateSetting', { key: 'admin.show_codes', value: true })
      assert.equal((await view(dora)).code, null)
    })

    it('sends a message in the app, and by email to a verified address', async () => {
      const [eve, { person: finn }] = [await server.verified('Eve'), await server.newcomer('Finn')]
      const message = { title: 'Maintenance tonight', body: 'Baton restarts at 22:00 UTC.' }
      const send = ({ user }: Person, email: boolean) =>
        admin.call('admin.notifyUser', { user: user.id, ...message, email })
      assert.equal((await send(eve, true)).emailed, true)
      assert.equal((await send(eve, false)).emailed, false)
      assert.equal((await send(finn, true)).emailed, false, 'the address may belong to another person')

      const mail = await server.mails.next(eve.email)
      assert.equal(mail.subject, message.title)
      assert.match(mail.text, /Root, an administrator of Baton/)
      assert.match(mail.text, /“Baton restarts at 22:00 UTC\.”/)
      assert.deepEqual(await titlesOf(eve), [message.title, message.title], 'two messages stay separate')
      const { items } = await finn.call('notifications.list', {})
      assert.deepEqual(
        [items[0]!.kind, items[0]!.body, items[0]!.link],
        ['announcement', message.body, '/inbox'],
      )
    })
  })
}

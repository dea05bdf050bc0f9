import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { linkIn, tokenIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, stages, startOwnWithMail, successes } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'

const appUrl = 'https://baton.example.com'

for (const { engine, backend } of stages) {
  describe(`magic links, on ${engine}, ${backend} backend`, () => {
    let server: ServerWithMail
    before(async () => {
      server = await startOwnWithMail(engine, { APP_URL: appUrl }, backend)
    })
    after(() => server.stop())

    const verify = (token: string) => server.anonymous('magicLinks.verify', { token })
    async function requestLink(email: string) {
      await server.anonymous('magicLinks.send', { email })
      return server.mails.next(email)
    }

    it('signs in with a link', async () => {
      const { person } = await server.newcomer('Ada')
      const { user, organization } = await verify(tokenIn(await requestLink(person.email)))
      assert.deepEqual([user.id, organization?.id], [person.user.id, person.organization.id])
    })

    it('accepts exactly one of 50 parallel verifications of a link', async () => {
      const { person } = await server.newcomer('Bea')
      const token = tokenIn(await requestLink(person.email))
      const attempts = Array.from({ length: 50 }, () => verify(token))
      assert.equal((await successes(attempts, 'wrong_link')).length, 1)
    })

    it('keeps a link valid after an email scanner follows it', async () => {
      const { person } = await server.newcomer('Cleo')
      const link = linkIn(await requestLink(person.email))
      for (const method of ['GET', 'HEAD'])
        await fetch(server.url + link.pathname + link.search, { method, headers: { Accept: 'text/html' } })
      await verify(new URLSearchParams(link.hash.slice(1)).get('token')!)
    })

    it('links to APP_URL and ignores host headers of the request', async () => {
      const { person } = await server.newcomer('Dora')
      const evil = 'evil.example'
      const hostile: Record<string, string> = {
        'X-Forwarded-Host': evil,
        'X-Forwarded-Server': evil,
        'X-Forwarded-Proto': 'http',
        'X-Forwarded-For': evil,
        'X-Forwarded-Port': '666',
        'X-Host': evil,
        'X-Original-Host': evil,
        'X-Original-URL': `https://${evil}/`,
        'X-Rewrite-URL': `https://${evil}/`,
        Forwarded: `host=${evil};proto=http`,
        Referer: `https://${evil}/`,
        'User-Agent': `visit https://${evil}/ now`,
      }
      // An email of the external backend takes a tenth of a second, so one request sends all headers.
      const tries =
        backend === 'external'
          ? [hostile]
          : Object.entries(hostile).map(([name, value]) => ({ [name]: value }))
      for (const path of ['magic-link/send', 'forgot-password', 'otp/send']) {
        // Only five codes can be requested per hour, so one request sends all headers.
        for (const headers of path === 'otp/send' ? [hostile] : tries) {
          const response = await fetch(`${server.url}/api/auth/${path}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...headers },
            body: JSON.stringify({ email: person.email }),
          })
          assert.equal(response.status, 200)
          const { raw, text, html } = await server.mails.next(person.email)
          const names = Object.keys(headers).join()
          for (const part of [raw, text, html]) assert.ok(!part.includes(evil), `${names} reached an email`)
          for (const [address] of text.matchAll(/https?:\S+/g)) assert.equal(new URL(address).origin, appUrl)
        }
      }
    })

    it('returns the same response for an unknown address', async () => {
      const { person } = await server.newcomer('Eve')
      const known = await server.anonymous('magicLinks.send', { email: person.email })
      assert.deepEqual(known, await server.anonymous('magicLinks.send', { email: 'unused@example.com' }))
    })

    it('invalidates a link with the next link, after 15 minutes, and with a new password', async () => {
      const person = await server.verified('Fay')
      const first = tokenIn(await requestLink(person.email))
      const second = tokenIn(await requestLink(person.email))
      await assert.rejects(verify(first), { code: 'wrong_link', status: 401 })
      await server.app.database.run(
        sql`update mail_tokens set expires_at = now() where email = ${person.email}`,
      )
      await assert.rejects(verify(second), { code: 'wrong_link' })
      const third = tokenIn(await requestLink(person.email))
      const { password: current } = person
      await person.call('accounts.changePassword', { current, password: 'another password of Fay' })
      await assert.rejects(verify(third), { code: 'wrong_link' })
    })

    it('rejects a link for any other purpose', async () => {
      const { person } = await server.newcomer('Gwen')
      const token = tokenIn(await requestLink(person.email))
      const password = 'a password of another user'
      await assert.rejects(server.anonymous('accounts.resetPassword', { token, password }), {
        code: 'wrong_link',
      })
      await assert.rejects(person.call('accounts.verifyEmail', { token }), { code: 'wrong_link' })
      await verify(token)
    })
  })
}

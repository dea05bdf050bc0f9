import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { linkIn } from '../../../../test/partners/mail.ts'
import { type ServerWithMail, startWithMail } from '../../../../test/with-mail.ts'

for (const engine of oneEngine) {
  describe(`the email about a new key or token, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startWithMail(engine)
      ada = (await server.newcomer('Ada')).person
    })
    after(() => server.stop())

    it('names the key in the email without its value', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'CI of the shop' })
      const mail = await server.mails.next(ada.email)
      assert.match(mail.text, /"CI of the shop" can act for you/)
      assert.ok(!mail.raw.includes(key.value.slice(9, 20)))
      assert.equal(linkIn(mail).pathname, '/settings/api-keys')
    })

    it('sends an email for a new MCP token', async () => {
      await ada.call('credentials.createMcpToken', { name: 'Builder on the desk' })
      const mail = await server.mails.next(ada.email)
      assert.match(mail.subject, /MCP token was created/)
      assert.match(mail.text, /"Builder on the desk" can act for you/)
      assert.equal(linkIn(mail).pathname, '/connect')
    })

    it('sends no email for a test key, but one for a live key created from the sandbox', async () => {
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      const response = await fetch(`${server.url}/api/settings/api-keys`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${ada.token}`,
          'Content-Type': 'application/json',
          'X-Organization': sandbox!.id,
        },
        body: JSON.stringify({ name: 'created from the sandbox' }),
      })
      assert.equal(response.status, 201)
      assert.match((await server.mails.next(ada.email)).text, /"created from the sandbox"/)
    })
  })
}

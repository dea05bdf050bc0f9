import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import routes from '../../../contract/routes.json' with { type: 'json' }
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeUser, startForge } from '../../../test/partners/forge.ts'
import { createBrowser, pageText } from '../../../test/partners/walking-browser.ts'
import { openOwnAccount } from './own-account.ts'

for (const engine of oneEngine) {
  describe(`disconnecting an account at a code host, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    let octo: ForgeUser
    before(async () => {
      forge = await startForge()
      octo = forge.addUser('octo')
      server = await startOwnServer(engine, {
        GITHUB_URL: forge.url,
        GITHUB_API_URL: forge.apiUrl,
        CODEHOST_CLIENT_ID: forge.oauth.clientId,
        CODEHOST_CLIENT_SECRET: forge.oauth.clientSecret,
        GITHUB_CLIENT_ID: '',
        GITHUB_CLIENT_SECRET: '',
      })
      ada = await server.register('Ada')
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    /** Connects the account in a browser, and returns the token that Baton received. */
    async function authorize(): Promise<string> {
      const browser = createBrowser(server)
      const response = await browser.fetch(routes['codeHosts.authorizeOwn'].replace('POST ', ''), {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      const { location } = (await response.json()) as { location: string }
      assert.deepEqual(pageText(await browser.open(location)), { connected: 'github' })
      return (await openOwnAccount(server.app, ada.user.id))!.token
    }

    const statusWith = async (token: string) =>
      (await fetch(`${forge.apiUrl}/user`, { headers: { authorization: `Bearer ${token}` } })).status
    const disconnect = () => ada.call('integrations.disconnectOwn', { provider: 'github' })
    const revocations = () => forge.requests.filter(({ line }) => line.endsWith('/grant'))

    it('revokes the authorization, so that its tokens stop working', async () => {
      const tokens = [await authorize(), await authorize()]
      assert.deepEqual(await Promise.all(tokens.map(statusWith)), [200, 200])
      assert.deepEqual(await disconnect(), { provider: 'github', disconnected: true, hint: null })
      assert.deepEqual(await Promise.all(tokens.map(statusWith)), [401, 401])
      assert.equal((await ada.call('codeHosts.getOwn', {})).connected, false)
    })

    it('disconnects with a hint if the code host rejects or redirects the request', async () => {
      for (const status of [503, 302]) {
        const token = await authorize()
        const headers = { Location: `${forge.url}/elsewhere` }
        forge.respondOnce({ status, headers, line: /\/grant$/ })
        const { hint } = await disconnect()
        assert.match(hint!, new RegExp(`authorization at ${forge.host}\\. Remove Baton from`))
        assert.equal(await statusWith(token), 200)
        assert.equal((await ada.call('codeHosts.getOwn', {})).connected, false)
      }
      assert.ok(!forge.requests.some(({ line }) => line.includes('elsewhere')))
    })

    it('leaves a token alone that the person created', async () => {
      await ada.call('integrations.connectOwn', { provider: 'github', secret: octo.token })
      const before = revocations().length
      assert.equal((await disconnect()).hint, null)
      assert.equal(revocations().length, before)
      assert.equal(await statusWith(octo.token), 200)
      await assert.rejects(disconnect(), { status: 404 })
    })
  })
}

import assert from 'node:assert/strict'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import routes from '../../../contract/routes.json' with { type: 'json' }
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeUser, startForge } from '../../../test/partners/forge.ts'
import { createBrowser, pageText } from '../../../test/partners/walking-browser.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { openOwnAccount } from './own-account.ts'

for (const engine of oneEngine) {
  describe(`connections to code hosts, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    let bob: Person
    let octo: ForgeUser
    before(async () => {
      forge = await startForge()
      octo = forge.addUser('octo')
      for (const name of ['octo/web', 'octo/api']) forge.addRepo(name, { private: true })
      server = await startOwnServer(engine, {
        REPO_HOSTS: forge.host,
        GITHUB_URL: forge.url,
        GITHUB_API_URL: forge.apiUrl,
        CODEHOST_CLIENT_ID: forge.oauth.clientId,
        CODEHOST_CLIENT_SECRET: forge.oauth.clientSecret,
        GITHUB_CLIENT_ID: '',
        GITHUB_CLIENT_SECRET: '',
      })
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    it('test a token before they store it, and show its hint to admins only', async () => {
      const connect = (input: object) => ada.call('codeHosts.connect', { url: forge.url, ...input })
      const rejected = [
        { token: 'ghp_not-a-token-of-the-host' },
        {},
        { token: octo.token, app: forge.addApp() },
        { url: 'https://169.254.169.254', token: octo.token },
        { url: 'http://git.example.com', token: octo.token },
        { apiUrl: 'https://127.0.0.2/api', token: octo.token },
        { app: { appId: '1', installationId: '2', privateKey: 'not a key' } },
      ]
      for (const input of rejected)
        await assert.rejects(connect(input), { status: 400 }, JSON.stringify(input))
      assert.deepEqual((await ada.call('codeHosts.list', {})).items, [])
      const connected = await connect({ token: octo.token })
      assert.deepEqual(
        [connected.url, connected.apiUrl, connected.login, connected.hint, connected.scopes],
        [forge.url, forge.apiUrl, 'octo', octo.token.slice(-4), ['repo', 'read:user']],
      )
      const [shown] = (await bob.call('codeHosts.list', {})).items
      assert.deepEqual([shown!.id, shown!.hint, shown!.may.edit], [connected.id, null, false])
      await assert.rejects(bob.call('codeHosts.connect', { url: forge.url, token: octo.token }), {
        status: 403,
      })
      const { value } = await ada.call('credentials.createApiKey', {
        name: 'Leaked',
        scopes: ['read', 'write', 'admin'],
      })
      await assert.rejects(server.client(value)('codeHosts.connect', { url: forge.url, token: octo.token }), {
        code: 'session_needed',
      })
    })

    it('report a revoked token and missing scopes, and replace the secret of the same URL', async () => {
      const [{ id: codeHost } = { id: '' }] = (await ada.call('codeHosts.list', {})).items
      const other = forge.addUser('rotated')
      other.scopes.splice(0, 1)
      const replaced = await ada.call('codeHosts.connect', { url: `${forge.url}/`, token: other.token })
      assert.deepEqual([replaced.id, replaced.login, replaced.version], [codeHost, 'rotated', 2])
      const tested = await ada.call('codeHosts.test', { codeHost })
      assert.deepEqual([tested.ok, tested.missingScopes, tested.rateLimit!.limit], [true, ['repo'], 5000])
      other.revoke()
      const failed = await ada.call('codeHosts.test', { codeHost })
      assert.deepEqual([failed.ok, failed.fix], [false, 'renew_token'])
      assert.equal((await ada.call('codeHosts.list', {})).items[0]!.failure, failed.failure)
      await assert.rejects(bob.call('repos.listAtHost', { codeHost }), { code: 'code_host_failed' })
      await ada.call('codeHosts.disconnect', { codeHost })
      await assert.rejects(ada.call('codeHosts.test', { codeHost }), { status: 404 })
    })

    it('use the installation of an app, whose token they request once', async () => {
      await assert.rejects(
        ada.call('codeHosts.connect', { url: forge.url, app: { ...forge.addApp(), appId: '404' } }),
        { status: 400 },
      )
      const app = forge.addApp(['octo/web'])
      const { id: codeHost, kind, scopes } = await ada.call('codeHosts.connect', { url: forge.url, app })
      assert.deepEqual([kind, scopes], ['app', ['contents:write', 'pull_requests:write']])
      const tested = await ada.call('codeHosts.test', { codeHost })
      assert.deepEqual(tested.missingScopes, ['checks:read', 'statuses:read', 'repository_hooks:write'])
      forge.requests.length = 0
      const { items } = await bob.call('repos.listAtHost', { codeHost })
      assert.deepEqual(
        items.map(({ name, private: isPrivate, connectedTo }) => [name, isPrivate, connectedTo]),
        [['octo/web', true, []]],
      )
      await bob.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await bob.call('repos.connect', { project: 'web', url: items[0]!.url })
      assert.deepEqual((await bob.call('repos.listAtHost', { codeHost })).items[0]!.connectedTo, ['web'])
      await assert.rejects(
        bob.call('repos.connect', { project: 'web', url: `${forge.url}/octo/api`, access: 'organization' }),
        { code: 'repo_unreadable' },
      )
      assert.equal(forge.requests.filter(({ line }) => line.includes('access_tokens')).length, 1)
      await ada.call('codeHosts.disconnect', { codeHost })
    })

    it('never send a token to another origin, and never repeat it', async () => {
      const seen: string[] = []
      const thief = http.createServer((request, response) => {
        seen.push(request.headers.authorization ?? 'nothing')
        response.end('{"login":"thief"}')
      })
      thief.listen(0, '127.0.0.1')
      await once(thief, 'listening')
      const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/user`
      forge.respondOnce({ status: 302, headers: { Location: elsewhere }, line: /^GET \/user$/ })
      const connecting = ada.call('codeHosts.connect', { url: forge.url, token: octo.token })
      await assert.rejects(connecting, { status: 400 })
      thief.close()
      assert.deepEqual(seen, [])
      forge.respondOnce({
        status: 422,
        body: JSON.stringify({ message: `Bad ${octo.token}` }),
        line: /^GET \/user$/,
      })
      await assert.rejects(
        ada.call('codeHosts.connect', { url: forge.url, token: octo.token }),
        (error: Error) => !inspect(error, { depth: 9 }).includes(octo.token),
      )
    })

    it('connect the own account with a token that the host accepts', async () => {
      const before = await bob.call('codeHosts.getOwn', {})
      assert.deepEqual(
        [before.connected, before.method, before.url, before.canAuthorize, before.requestedScopes],
        [false, null, forge.url, true, ['repo']],
      )
      await assert.rejects(bob.call('repos.listAtHost', {}), { code: 'code_host_account_missing' })
      const connect = (input: object) => bob.call('integrations.connectOwn', { provider: 'github', ...input })
      await assert.rejects(connect({ secret: 'ghp_wrong' }), { status: 400 })
      await connect({ secret: octo.token, label: 'Work' })
      const own = await bob.call('codeHosts.getOwn', {})
      assert.deepEqual([own.method, own.login, own.scopes], ['token', 'octo', ['repo', 'read:user']])
      assert.equal((await bob.call('codeHosts.testOwn', {})).ok, true)
      // The stored token must not follow to a host that someone else chose.
      await assert.rejects(connect({ baseUrl: 'https://evil.example.com' }), { status: 400 })
      const { value } = await bob.call('credentials.createApiKey', { name: 'Leaked' })
      await assert.rejects(server.client(value)('codeHosts.getOwn', {}), { code: 'session_needed' })
      const names = async (input: object) =>
        (await bob.call('repos.listAtHost', input)).items.map(({ name }) => name)
      assert.deepEqual(await names({}), ['octo/api', 'octo/web'])
      assert.deepEqual(await names({ query: 'WEB' }), ['octo/web'])
      const first = await bob.call('repos.listAtHost', { limit: 1 })
      assert.deepEqual(await names({ limit: 1, cursor: first.nextCursor! }), ['octo/web'])
      await assert.rejects(bob.call('repos.listAtHost', { cursor: '0.-1' }), { code: 'invalid_cursor' })
      forge.limit({ retryAfter: 30 })
      await assert.rejects(bob.call('repos.listAtHost', { query: 'limited' }), { code: 'code_host_limited' })
      forge.limit({ times: 0 })
    })

    it('connect the own account with OAuth, only in the browser and login that started it', async () => {
      const start = async ({ token }: Person, returnTo?: string) => {
        const browser = createBrowser(server)
        const response = await browser.fetch(routes['codeHosts.authorizeOwn'].replace('POST ', ''), {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ returnTo }),
        })
        const { location } = (await response.json()) as { location: string }
        const callback = await browser.open(
          location,
          undefined,
          ({ pathname }) => routes['codeHosts.finishOwn'] === `GET ${pathname}`,
        )
        return { browser, location: new URL(location), callback: callback.href }
      }
      forge.signedIn = 'octo'
      const { browser, location, callback } = await start(ada, '//evil.example.com')
      const asked = Object.fromEntries(location.searchParams)
      assert.deepEqual([asked.scope, asked.code_challenge_method], ['repo', 'S256'])
      const stranger = await createBrowser(server).open(callback)
      assert.deepEqual(
        [stranger.pathname, pageText(stranger)],
        ['/settings/code-host', { error: 'sign_in_lost' }],
      )
      // Another person's browser has its own flow, with another state.
      const carol = await addMember(server, ada, 'member')
      const other = await start(carol)
      assert.deepEqual(pageText(await other.browser.open(callback)), { error: 'sign_in_lost' })
      const page = await browser.open(callback)
      assert.deepEqual(
        [page.origin, page.pathname, pageText(page)],
        [new URL(server.app.config.APP_URL).origin, '/', { connected: 'github' }],
      )
      const own = await ada.call('codeHosts.getOwn', {})
      assert.deepEqual([own.method, own.login, own.scopes], ['oauth', 'octo', ['repo']])
      assert.equal((await ada.call('repos.listAtHost', {})).items.length, 2)
      assert.deepEqual(pageText(await browser.open(callback)), { error: 'sign_in_lost' }, 'used once')
      assert.equal((await carol.call('codeHosts.getOwn', {})).connected, false)
      await carol.call('accounts.logOut', {})
      assert.deepEqual(pageText(await other.browser.open(other.callback)), { error: 'sign_in_again' })
      const denied = await start(ada, '/projects/web')
      const refusal = new URL(denied.callback)
      refusal.searchParams.delete('code')
      refusal.searchParams.set('error', 'access_denied')
      assert.deepEqual(pageText(await denied.browser.open(refusal.href)), { error: 'code_host_denied' })
    })

    it('renew an OAuth token that is about to expire, once for concurrent requests', async () => {
      const dan = await addMember(server, ada, 'member')
      const received: string[] = []
      const issuer = http.createServer((request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          received.push(Buffer.concat(parts).toString())
          const renewed = { access_token: 'renewed', refresh_token: 'next', token_type: 'bearer' }
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(JSON.stringify({ ...renewed, expires_in: 3600 }))
        })
      })
      issuer.listen(0, '127.0.0.1')
      await once(issuer, 'listening')
      const GITHUB_URL = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
      const app = { ...server.app, config: { ...server.app.config, GITHUB_URL } }
      const tokens = { token: 'expired', refreshToken: 'first', expiresAt: Date.now() - 1000 }
      const secret = app.secrets.encrypt(`integration github ${dan.user.id}`, JSON.stringify(tokens))
      await app.database.run(
        sql`insert into user_integrations (id, user_id, provider, settings, secret)
          values (${newId()}, ${dan.user.id}, 'github', '{"method": "oauth"}', ${secret})`,
      )
      const opened = await Promise.all([1, 2].map(() => openOwnAccount(app, dan.user.id)))
      issuer.close()
      assert.deepEqual(
        opened.map((account) => account!.token),
        ['renewed', 'renewed'],
      )
      assert.deepEqual(
        received.map((body) => new URLSearchParams(body).get('refresh_token')),
        ['first'],
      )
    })

    it('store no token in plain text', async () => {
      await ada.call('codeHosts.connect', { url: forge.url, token: octo.token })
      const columns = await server.app.database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns
          where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea', 'ARRAY')`,
      )
      const spelled = [octo.token, Buffer.from(octo.token).toString('hex')].map((each) => `%${each}%`)
      for (const { table, column } of columns) {
        const [found] = await server.app.database.run(
          sql`select 1 from "${sql.raw(table)}" where "${sql.raw(column)}"::text like any (${spelled})`,
        )
        assert.equal(found, undefined, `${table}.${column}`)
      }
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine } from '../../../../test/harness.ts'
import {
  allow,
  requestConsent,
  startSignIn,
  followRedirect,
  exchange,
  inBrowser,
  listTools,
  loopback,
  refresh,
  registerClient,
  signIn,
  startWithSignIn,
} from '../../../../test/mcp-oauth.ts'
import { sql } from '../../../database/sql.ts'
import { purgeSignIns } from './artifacts.ts'

for (const engine of oneEngine) {
  describe(`MCP client sign-in, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startWithSignIn(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const statusOf = async (bearer: string) => (await listTools(server, bearer)).status
    const tokensOf = async (person: Person) => (await person.call('credentials.listMcpTokens', {})).items

    it('publishes the authorization server in the /mcp challenge and its metadata', async () => {
      const { APP_URL } = server.app.config
      const rejected = await listTools(server, 'nothing')
      assert.equal(rejected.status, 401)
      const challenge = rejected.headers.get('www-authenticate')
      const metadata = `${APP_URL}/.well-known/oauth-protected-resource/mcp`
      assert.equal(challenge, `Bearer resource_metadata="${metadata}", scope="read write"`)
      const read = async (address: string) => (await (await fetch(address)).json()) as Record<string, unknown>
      const resource = await read(metadata)
      assert.equal(resource.resource, `${APP_URL}/mcp`)
      assert.deepEqual(resource.authorization_servers, [APP_URL])
      assert.deepEqual(await read(`${APP_URL}/.well-known/oauth-protected-resource`), resource)
      const found = await read(`${APP_URL}/.well-known/oauth-authorization-server`)
      assert.equal(found.issuer, APP_URL)
      assert.deepEqual(found.code_challenge_methods_supported, ['S256'])
      assert.equal(found.authorization_response_iss_parameter_supported, true)
      assert.equal(found.client_id_metadata_document_supported, true)
      for (const path of [
        '/.well-known/openid-configuration',
        '/.well-known/oauth-protected-resource/mcp/sse',
      ])
        assert.equal((await fetch(server.url + path, { headers: { Accept: 'text/html' } })).status, 404)
    })

    it('offers no sign-in at /mcp/sse and accepts tokens created by hand', async () => {
      const rejected = await fetch(`${server.url}/mcp/sse`)
      assert.equal(rejected.headers.get('www-authenticate'), 'Bearer')
      const created = await ada.call('credentials.createMcpToken', { name: 'created by hand' })
      assert.equal(await statusOf(created.value), 200)
    })

    it('shows the client to the user, signs it in and lists its token', async () => {
      const attempt = await startSignIn(server)
      const request = await requestConsent(attempt)
      const callInBrowser = inBrowser(server, attempt, ada)
      const shown = await callInBrowser('mcpSignIn.get', { request })
      assert.deepEqual(shown.client, { name: 'Tester', host: null })
      assert.deepEqual(shown.redirect, { uri: loopback, thisMachine: true })
      assert.deepEqual(shown.scopes, ['read', 'write'])
      const { location, mcpToken } = await callInBrowser('mcpSignIn.allow', { request })
      const back = await followRedirect(attempt, location)
      assert.equal(back.get('iss'), server.app.config.APP_URL)
      assert.equal(back.get('state'), 'the state')
      const { status, body } = await exchange(server, attempt, back.get('code')!)
      assert.equal(status, 200)
      assert.equal(body.token_type, 'Bearer')
      assert.equal(Number(body.expires_in), 3600)
      assert.equal(body.scope, 'read write')
      assert.equal(await statusOf(body.access_token!), 200)
      const listed = (await tokensOf(ada)).find(({ id }) => id === mcpToken)!
      assert.equal(listed.name, 'Tester')
      assert.equal(listed.hint, 'signed in')
      assert.ok(Date.parse(listed.expiresAt!) > Date.now() + 29 * 86_400_000)
      const web = await fetch(`${server.url}/api/auth/me`, {
        headers: { Authorization: `Bearer ${body.access_token}` },
      })
      assert.equal(web.status, 401, 'an access token does not open the web API')
    })

    it('restricts the token to the chosen scopes and project', async () => {
      const project = await ada.call('projects.create', { name: 'Only this' })
      await ada.call('projects.create', { name: 'Not this' })
      const { access, scope } = await signIn(server, ada, { scopes: ['read'], project: project.slug })
      assert.equal(scope, 'read')
      const call = async (name: string, input: object) => {
        const response = await fetch(`${server.url}/mcp`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${access}`,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: input },
          }),
        })
        return response.text()
      }
      assert.match(await call('create_task', { title: 'No' }), /scope_missing/)
      const projects = await call('list_projects', {})
      assert.match(projects, /Only this/)
      assert.doesNotMatch(projects, /Not this/)
      const attempt = await startSignIn(server, { scope: 'read' })
      const request = await requestConsent(attempt)
      const more = inBrowser(server, attempt, ada)('mcpSignIn.allow', { request, scopes: ['write'] })
      await assert.rejects(more, { code: 'invalid_input' })
    })

    it('creates the token in the chosen organization', async () => {
      const other = await ada.call('organizations.create', { name: 'Another' })
      const attempt = await startSignIn(server)
      const request = await requestConsent(attempt)
      await inBrowser(server, attempt, ada)('mcpSignIn.allow', { request }, { organization: other.id })
      const listed = await ada.call('credentials.listMcpTokens', {}, { organization: other.id })
      assert.deepEqual(
        listed.items.map(({ name }) => name),
        ['Tester'],
      )
      await ada.call('organizations.switch', { organization: ada.organization.id })
    })

    it('grants all scopes when the client requests unknown scopes or names no resource', async () => {
      const attempt = await startSignIn(server, { scope: 'openid mcp:tools', resource: undefined })
      const code = (await allow(server, attempt, ada)).get('code')!
      const { body } = await exchange(server, attempt, code)
      assert.equal(body.scope, 'read write')
      assert.equal(body.id_token, undefined)
      assert.equal(await statusOf(body.access_token!), 200)
    })

    it('refreshes an expired access token and revokes the grant when a refresh token is reused', async () => {
      const { access, client, refresh: first } = await signIn(server, ada)
      await server.app.database.run(
        sql`update mcp_oauth_artifacts set expires_at = now() where kind = 'AccessToken'`,
      )
      assert.equal(await statusOf(access), 401)
      const second = await refresh(server, client, first)
      assert.equal(second.status, 200)
      assert.notEqual(second.body.refresh_token, first)
      assert.equal(await statusOf(second.body.access_token!), 200)
      const stolen = await refresh(server, client, first)
      assert.equal(stolen.body.error, 'invalid_grant')
      assert.equal(await statusOf(second.body.access_token!), 401, 'the newer token is revoked too')
      assert.equal((await refresh(server, client, second.body.refresh_token!)).body.error, 'invalid_grant')
    })

    it('accepts at most one of several concurrent refreshes and then revokes the grant', async () => {
      const { client, refresh: token } = await signIn(server, ada)
      const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(server, client, token)))
      assert.ok(responses.filter(({ status }) => status === 200).length <= 1)
      for (const { body } of responses)
        if (body.access_token) assert.equal(await statusOf(body.access_token), 401)
    })

    it('revokes the grant when an authorization code is used twice', async () => {
      const { attempt, code, access } = await signIn(server, ada)
      assert.equal(await statusOf(access), 200)
      assert.equal((await exchange(server, attempt, code)).body.error, 'invalid_grant')
      assert.equal(await statusOf(access), 401)
    })

    it('ends access, refresh and open streams immediately when the user revokes the token', async () => {
      const { access, client, refresh: token } = await signIn(server, ada)
      const stream = await fetch(`${server.url}/mcp/sse`, { headers: { Authorization: `Bearer ${access}` } })
      assert.equal(stream.status, 200)
      const [newest] = await tokensOf(ada)
      await ada.call('credentials.revokeMcpToken', { mcpToken: newest!.id })
      assert.equal(await statusOf(access), 401)
      assert.equal((await refresh(server, client, token)).body.error, 'invalid_grant')
      for await (const _ of stream.body!);
    })

    it('ends the grant and records it when the client revokes its own token', async () => {
      const { access, client, refresh: token } = await signIn(server, ada)
      const [newest] = await tokensOf(ada)
      const revoked = await fetch(`${server.url}/oauth/mcp/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: client }),
      })
      assert.equal(revoked.status, 200)
      assert.equal(await statusOf(access), 401)
      assert.ok(!(await tokensOf(ada)).some(({ id }) => id === newest!.id))
      const { items } = await ada.call('activity.listEvents', {})
      assert.ok(items.some(({ type, subject }) => type === 'mcp_token.revoked' && subject.id === newest!.id))
    })

    it('rejects the clients of a suspended user', async () => {
      const grace = await server.register('Grace')
      const { access, client, refresh: token } = await signIn(server, grace)
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${grace.user.id}`)
      assert.equal(await statusOf(access), 403)
      assert.equal((await refresh(server, client, token)).body.error, 'invalid_grant')
    })

    it('returns access_denied to the client when the user denies it', async () => {
      const attempt = await startSignIn(server)
      const request = await requestConsent(attempt)
      const callInBrowser = inBrowser(server, attempt, ada)
      const { location } = await callInBrowser('mcpSignIn.deny', { request })
      const back = await followRedirect(attempt, location)
      assert.equal(back.get('error'), 'access_denied')
      assert.equal(back.get('iss'), server.app.config.APP_URL)
      await assert.rejects(callInBrowser('mcpSignIn.allow', { request }), { code: 'not_found' })
    })

    it('purges unused clients, requests and tokens, and keeps the rest', async () => {
      const unused = (await registerClient(server)).body.client_id!
      const used = await signIn(server, ada)
      const { database } = server.app
      await database.run(sql`update mcp_oauth_clients set created_at = now() - interval '2 days'`)
      const attempt = await startSignIn(server)
      await allow(server, attempt, ada)
      const [neverFetched] = await tokensOf(ada)
      await database.run(
        sql`update credentials set expires_at = now() - interval '2 days' where id = ${neverFetched!.id}`,
      )
      await requestConsent(await startSignIn(server, { client_id: attempt.client }))
      await database.run(
        sql`update mcp_oauth_artifacts set expires_at = now() - interval '2 hours' where kind = 'Interaction'`,
      )
      await purgeSignIns(database)
      const clients = await database.run<{ id: string }>(sql`select id from mcp_oauth_clients`)
      assert.ok(!clients.some(({ id }) => id === unused))
      assert.ok(clients.some(({ id }) => id === used.client))
      assert.ok(clients.some(({ id }) => id === attempt.client))
      const waiting = await database.run(sql`select 1 from mcp_oauth_artifacts where kind = 'Interaction'`)
      assert.deepEqual(waiting, [])
      assert.ok(!(await tokensOf(ada)).some(({ id }) => id === neverFetched!.id))
      assert.equal(await statusOf(used.access), 200)
      assert.equal((await refresh(server, used.client, used.refresh)).status, 200)
    })
  })
}

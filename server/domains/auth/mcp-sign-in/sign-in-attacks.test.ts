import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  defaultEngine,
  runTestServer,
  startTestServer,
} from '../../../../test/harness.ts'
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
import { createBrowser } from '../../../../test/partners/walking-browser.ts'
import { sql } from '../../../database/sql.ts'

describe('attacks on MCP client sign-in', () => {
  let server: TestServer
  let ada: Person
  let mallory: Person
  before(async () => {
    server = await startWithSignIn()
    ada = await server.register('Ada')
    mallory = await server.register('Mallory')
  })
  after(() => server.stop())

  it('hides a request from every browser but the one that started it', async () => {
    const attempt = await startSignIn(server)
    const request = await requestConsent(attempt)
    const elsewhere = { browser: createBrowser(server) }
    const callElsewhere = inBrowser(server, elsewhere, ada)
    await assert.rejects(callElsewhere('mcpSignIn.get', { request }), { code: 'not_found' })
    await assert.rejects(callElsewhere('mcpSignIn.allow', { request }), { code: 'not_found' })
    await assert.rejects(callElsewhere('mcpSignIn.deny', { request }), { code: 'not_found' })
    const other = await startSignIn(server)
    await requestConsent(other)
    const withCookie = inBrowser(server, other, ada)
    await assert.rejects(withCookie('mcpSignIn.allow', { request }), { code: 'not_found' })
  })

  it('completes an allowed request only in the browser that allowed it', async () => {
    const attempt = await startSignIn(server)
    const request = await requestConsent(attempt)
    const { location } = await inBrowser(server, attempt, ada)('mcpSignIn.allow', { request })
    const stranger = await createBrowser(server).fetch(location)
    assert.equal(stranger.status, 400)
    assert.equal(stranger.headers.get('location'), null)
    assert.ok((await followRedirect(attempt, location)).get('code'))
  })

  it('asks for consent again in a browser that allowed the same client before', async () => {
    const { attempt } = await signIn(server, ada)
    const again = await startSignIn(server, { client_id: attempt.client })
    assert.ok(await requestConsent({ ...again, browser: attempt.browser }))
    again.address.searchParams.set('prompt', 'none')
    const rejected = await attempt.browser.fetch(again.address.href)
    const back = new URL(rejected.headers.get('location')!).searchParams
    assert.equal(back.get('error'), 'login_required')
  })

  it('rejects decisions made with an API key', async () => {
    const attempt = await startSignIn(server)
    const request = await requestConsent(attempt)
    const key = await ada.call('credentials.createApiKey', {
      name: 'key',
      scopes: ['read', 'write', 'admin'],
    })
    const asKey = inBrowser(server, attempt, { ...ada, token: key.value })
    await assert.rejects(asKey('mcpSignIn.allow', { request }), { code: 'session_needed' })
    await assert.rejects(asKey('mcpSignIn.get', { request }), { code: 'session_needed' })
  })

  it('rejects an unregistered redirect URI without redirecting to it', async () => {
    for (const redirect of [
      'https://evil.example/callback',
      'http://127.0.0.1:4321/other',
      'http://127.0.0.1.evil.example/callback',
      'http://localhost:4321/callback',
    ]) {
      const { address, browser } = await startSignIn(server, { redirect_uri: redirect })
      const response = await browser.fetch(address.href)
      assert.equal(response.status, 400, redirect)
      assert.equal(response.headers.get('location'), null)
      assert.match(await response.text(), /This sign-in can't continue/)
    }
  })

  it('accepts any port in a loopback redirect, but requires the same one at exchange', async () => {
    const redirect = 'http://127.0.0.1:9876/callback'
    const attempt = await startSignIn(server, { redirect_uri: redirect })
    const code = (await allow(server, attempt, ada)).get('code')!
    assert.equal(
      (await exchange(server, attempt, code)).body.error,
      'invalid_grant',
      'the port must match the one of the request',
    )
    assert.equal((await exchange(server, attempt, code, { redirect_uri: redirect })).status, 200)
  })

  it('registers only public clients with https or loopback redirects', async () => {
    for (const redirect of [
      'http://evil.example/callback',
      'https://localhost/callback',
      'javascript:alert(1)',
      'cursor://callback',
      'https://ada:secret@example.com/',
      'https://example.com/#fragment',
      'nonsense',
      'http://127.0.0.1:4321/a\0b',
      'http://127.0.0.1:4321/\ud800',
    ]) {
      const { status, body } = await registerClient(server, { redirect_uris: [loopback, redirect] })
      assert.equal(status, 400, redirect)
      assert.equal(body.error, 'invalid_redirect_uri')
    }
    assert.equal((await registerClient(server, { redirect_uris: [] })).body.error, 'invalid_redirect_uri')
    const registered = await registerClient(server, {
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'admin',
      client_name: 'Te\u202est\u0000er',
      grant_types: ['client_credentials'],
      jwks_uri: 'http://169.254.169.254/',
    })
    assert.equal(registered.status, 201)
    assert.equal(registered.body.client_secret, undefined)
    assert.equal(registered.body.token_endpoint_auth_method, 'none')
    assert.equal(registered.body.client_name, 'Te st er')
    assert.equal(registered.body.jwks_uri, undefined)
  })

  it('rejects requests without S256 PKCE and exchanges with a wrong verifier', async () => {
    for (const changed of [{ code_challenge: undefined }, { code_challenge_method: 'plain' }]) {
      const { address, browser } = await startSignIn(server, changed)
      const back = new URL((await browser.fetch(address.href)).headers.get('location')!).searchParams
      assert.equal(back.get('error'), 'invalid_request')
    }
    const attempt = await startSignIn(server)
    const code = (await allow(server, attempt, ada)).get('code')!
    const wrong = await exchange(server, attempt, code, { code_verifier: 'x'.repeat(43) })
    assert.equal(wrong.body.error, 'invalid_grant')
    assert.equal((await exchange(server, attempt, code)).status, 200)
  })

  it('rejects codes and refresh tokens that another client presents', async () => {
    const other = (await registerClient(server)).body.client_id!
    const attempt = await startSignIn(server)
    const code = (await allow(server, attempt, ada)).get('code')!
    assert.equal((await exchange(server, { ...attempt, client: other }, code)).body.error, 'invalid_grant')
    const { client, refresh: token, access } = await signIn(server, ada)
    assert.equal((await refresh(server, other, token)).body.error, 'invalid_grant')
    await fetch(`${server.url}/oauth/mcp/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: other }),
    })
    assert.equal((await listTools(server, access)).status, 200, 'another client cannot revoke the token')
    assert.equal((await refresh(server, client, token)).status, 200)
  })

  it('rejects requests and tokens for another resource', async () => {
    const { address, browser } = await startSignIn(server, { resource: 'https://other.example/mcp' })
    const back = new URL((await browser.fetch(address.href)).headers.get('location')!).searchParams
    assert.equal(back.get('error'), 'invalid_target')
    const { client, access, refresh: token } = await signIn(server, ada)
    const elsewhere = await refresh(server, client, token, { resource: 'https://other.example/mcp' })
    assert.equal(elsewhere.body.error, 'invalid_target')
    await server.app.database.run(
      sql`update mcp_oauth_artifacts set audience = 'https://other.example/mcp' where kind = 'AccessToken'`,
    )
    assert.equal((await listTools(server, access)).status, 401)
  })

  it('rejects codes, refresh tokens and request ids as bearer tokens at /mcp', async () => {
    const attempt = await startSignIn(server)
    const request = await requestConsent(attempt)
    const { refresh: token, code } = await signIn(server, mallory)
    for (const value of [request, token, code]) assert.equal((await listTools(server, value)).status, 401)
  })

  it('ignores forged host headers in redirects and metadata', async () => {
    const { address } = await startSignIn(server)
    const response = await fetch(address.href.replace(server.app.config.APP_URL, server.url), {
      redirect: 'manual',
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Host: 'evil.example' },
    })
    assert.doesNotMatch(JSON.stringify([...response.headers]), /evil/)
    const metadata = await fetch(`${server.url}/.well-known/oauth-authorization-server`, {
      headers: { 'X-Forwarded-Host': 'evil.example' },
    })
    assert.doesNotMatch(await metadata.text(), /evil/)
  })

  it('uses APP_URL and MCP_URL for cookies and metadata behind a TLS proxy', async () => {
    const settings = { APP_URL: 'https://baton.example', MCP_URL: 'https://agents.example' }
    const behind = await startWithSignIn(defaultEngine, settings)
    try {
      const attempt = await startSignIn(behind)
      const response = await attempt.browser.fetch(attempt.address.href)
      const cookies = response.headers.getSetCookie()
      assert.ok(cookies.length >= 3)
      for (const cookie of cookies) assert.match(cookie, /^__Secure-baton-mcp-.*httponly/i)
      for (const cookie of cookies) assert.match(cookie, /; secure/i)
      const { access } = await signIn(behind, await behind.register('Ada'))
      assert.equal((await listTools(behind, access)).status, 200)
      const challenge = (await listTools(behind, 'nothing')).headers.get('www-authenticate')
      assert.match(challenge!, /"https:\/\/agents\.example\/\.well-known\/oauth-protected-resource\/mcp"/)
    } finally {
      await behind.stop()
    }
  })

  it('limits the rate of client registrations', async () => {
    const limited = await startWithSignIn(defaultEngine, { RATE_LIMIT_SIGN_IN: '2' })
    try {
      const statuses = []
      for (let count = 0; count < 3; count++) statuses.push((await registerClient(limited)).status)
      assert.deepEqual(statuses, [201, 201, 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('MCP client sign-in while it is disabled, the default', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.stop())

  it('returns 404 as problem JSON at every discovery and OAuth path', async () => {
    const names = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']
    const wellKnown = names.flatMap((name) =>
      ['', '/mcp', '/mcp/sse'].flatMap((path) => [
        `/.well-known/${name}${path}`,
        `${path}/.well-known/${name}`,
      ]),
    )
    for (const path of [...wellKnown, '/oauth/mcp/authorize', '/oauth/mcp/token', '/oauth/mcp/register']) {
      const response = await fetch(server.url + path, { headers: { Accept: 'text/html,*/*' } })
      assert.equal(response.status, 404, path)
      assert.match(response.headers.get('content-type')!, /^application\/problem\+json/, path)
    }
    assert.equal((await registerClient(server)).status, 404)
  })

  it('sends a plain Bearer challenge that names no authorization server', async () => {
    for (const [path, method] of [
      ['/mcp', 'POST'],
      ['/mcp/sse', 'GET'],
    ] as const) {
      const rejected = await fetch(server.url + path, { method })
      assert.equal(rejected.status, 401)
      assert.equal(rejected.headers.get('www-authenticate'), 'Bearer')
    }
  })

  it('rejects tokens that were issued while sign-in was enabled', async () => {
    const before = await startWithSignIn()
    const { access } = await signIn(before, await before.register('Ada'))
    assert.equal((await listTools(before, access)).status, 200)
    const settings = { ...before.environment, MCP_OAUTH: 'false' }
    await before.stop()
    const without = await runTestServer(settings)
    try {
      assert.equal((await listTools(without, access)).status, 401)
    } finally {
      await without.stop()
    }
  })
})

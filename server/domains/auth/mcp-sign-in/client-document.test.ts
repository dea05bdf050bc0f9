import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Person, type TestServer, defaultEngine } from '../../../../test/harness.ts'
import {
  allow,
  requestConsent,
  startSignIn,
  exchange,
  inBrowser,
  listTools,
  loopback,
  startWithSignIn,
} from '../../../../test/mcp-oauth.ts'
import { createCertificate } from '../../../../test/partners/certificate.ts'

describe('client id metadata documents', () => {
  const host = 'client.example'
  let site: https.Server
  let port: number
  let server: TestServer
  let ada: Person
  let fetched: string[] = []
  let documents: Record<string, object | string | number | undefined>
  before(async () => {
    const { key, cert } = createCertificate(host)
    site = https.createServer({ key, cert }, (request, response) => {
      const path = request.url!
      fetched.push(path)
      const document = documents[path]
      if (document === undefined) return
      response.setHeader('Content-Type', 'application/json')
      response.setHeader('Location', `https://${host}:${port}/client.json`)
      if (typeof document === 'number') response.statusCode = document
      response.end(typeof document === 'object' ? JSON.stringify(document) : String(document))
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    port = (site.address() as AddressInfo).port
    const resolve = async (name: string) =>
      name === host || name === 'inside.example'
        ? [{ address: '127.0.0.1', family: 4 }]
        : [{ address: '93.184.215.14', family: 4 }]
    server = await startWithSignIn(
      defaultEngine,
      { TRUSTED_PROXIES: '127.0.0.1' },
      { mcpSignIn: { document: { resolve, allowed: [`${host}:${port}`], ca: cert } } },
    )
    ada = await server.register('Ada')
  })
  after(async () => {
    site.closeAllConnections()
    site.close()
    await server.stop()
  })
  beforeEach(() => {
    fetched = []
  })

  const clientId = (path: string) => `https://${host}:${port}${path}`
  const metadata = (path: string, more: object = {}) => ({
    client_id: clientId(path),
    client_name: 'Described',
    redirect_uris: [loopback],
    ...more,
  })
  /** Starts a sign-in with this client id and returns the response that the browser gets. */
  const open = async (id: string) => {
    const { address, browser } = await startSignIn(server, { client_id: id })
    const response = await browser.fetch(address.href)
    return { status: response.status, location: response.headers.get('location') }
  }
  const rejected = { status: 400, location: null }

  it('signs in an unregistered client, shows its host and fetches its document once', async () => {
    documents = {
      '/client.json': metadata('/client.json', { scope: 'anything', logo_uri: 'https://x.example/' }),
    }
    const attempt = await startSignIn(server, { client_id: clientId('/client.json') })
    const request = await requestConsent(attempt)
    const shown = await inBrowser(server, attempt, ada)('mcpSignIn.get', { request })
    assert.deepEqual(shown.client, { name: 'Described', host: `${host}:${port}` })
    const code = (await allow(server, attempt, ada)).get('code')!
    const { body } = await exchange(server, attempt, code)
    assert.equal((await listTools(server, body.access_token!)).status, 200)
    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.equal(token!.hint, `${host}:${port}`)
    assert.deepEqual(fetched, ['/client.json'])
  })

  it('rejects documents with another client id, a secret, invalid redirects or unreadable content', async () => {
    documents = {
      '/other.json': metadata('/client.json'),
      '/secret.json': metadata('/secret.json', {
        client_secret: 'x',
        token_endpoint_auth_method: 'client_secret_post',
      }),
      '/redirect.json': metadata('/redirect.json', { redirect_uris: ['http://evil.example/'] }),
      '/none.json': metadata('/none.json', { redirect_uris: [] }),
      '/nonsense.json': 'nonsense',
      '/list.json': [],
      '/long.json': metadata('/long.json', { client_uri: 'x'.repeat(6000) }),
      '/missing.json': 404,
      '/elsewhere.json': 302,
    }
    for (const path of Object.keys(documents)) assert.deepEqual(await open(clientId(path)), rejected, path)
    assert.deepEqual(fetched, Object.keys(documents), 'redirects are not followed')
  })

  it('limits document fetches per network and caches failures', async () => {
    const others = Array.from({ length: 40 }, (_, number) => `/other-${number}.json`)
    documents = Object.fromEntries(['/bad.json', ...others].map((path) => [path, 404]))
    documents['/fine.json'] = metadata('/fine.json')
    const { address, browser } = await startSignIn(server, { client_id: clientId('/bad.json') })
    const from = async (network: string, id: string) => {
      address.searchParams.set('client_id', id)
      const response = await browser.fetch(address.href, { headers: { 'X-Forwarded-For': network } })
      return response.status
    }
    for (let time = 0; time < 40; time++) assert.equal(await from('203.0.113.1', clientId('/bad.json')), 400)
    assert.deepEqual(fetched, ['/bad.json'], 'one fetch for 40 requests')
    for (const path of others) await from('203.0.113.1', clientId(path))
    assert.ok(fetched.length <= 61, 'at most 30 in each of two minutes')
    assert.equal(await from('203.0.113.2', clientId('/fine.json')), 303, 'another network has its own limit')
  })

  it('times out when the document does not arrive', async () => {
    documents = { '/never.json': undefined }
    assert.deepEqual(await open(clientId('/never.json')), rejected)
  })

  it('never fetches a document from a private network or without TLS', async () => {
    for (const id of [
      'https://127.0.0.1/client.json',
      'https://[::ffff:127.0.0.1]/client.json',
      'https://169.254.169.254/latest/meta-data',
      `https://localhost:${port}/client.json`,
      `https://inside.example:${port}/client.json`,
      `http://${host}:${port}/client.json`,
      `https://ada:secret@${host}:${port}/client.json`,
    ])
      assert.deepEqual(await open(id), rejected, id)
    assert.deepEqual(fetched, [])
  })
})

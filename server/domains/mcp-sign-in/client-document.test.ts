import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Person, type TestServer, defaultEngine } from '../../../test/harness.ts'
import {
  allow,
  requestConsent,
  startSignIn,
  exchange,
  inBrowser,
  listTools,
  loopback,
  startWithSignIn,
} from '../../../test/mcp-oauth.ts'
import { createCertificate } from '../../../test/partners/certificate.ts'

describe('a client whose id is an address at which it describes itself', () => {
  const host = 'client.example'
  let site: https.Server
  let port: number
  let server: TestServer
  let ada: Person
  let asked: string[] = []
  let answers: Record<string, object | string | number | undefined>
  before(async () => {
    const { key, cert } = createCertificate(host)
    site = https.createServer({ key, cert }, (request, response) => {
      const path = request.url!
      asked.push(path)
      const answer = answers[path]
      if (answer === undefined) return
      response.setHeader('Content-Type', 'application/json')
      response.setHeader('Location', `https://${host}:${port}/client.json`)
      if (typeof answer === 'number') response.statusCode = answer
      response.end(typeof answer === 'object' ? JSON.stringify(answer) : String(answer))
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    port = (site.address() as AddressInfo).port
    const here = async (name: string) =>
      name === host || name === 'inside.example'
        ? [{ address: '127.0.0.1', family: 4 }]
        : [{ address: '93.184.215.14', family: 4 }]
    server = await startWithSignIn(
      defaultEngine,
      { TRUSTED_PROXIES: '127.0.0.1' },
      { mcpSignIn: { document: { resolve: here, allowed: [`${host}:${port}`], ca: cert } } },
    )
    ada = await server.register('Ada')
  })
  after(async () => {
    site.closeAllConnections()
    site.close()
    await server.stop()
  })
  beforeEach(() => {
    asked = []
  })

  const idAt = (path: string) => `https://${host}:${port}${path}`
  const describing = (path: string, more: object = {}) => ({
    ...{ client_id: idAt(path), client_name: 'Described', redirect_uris: [loopback] },
    ...more,
  })
  /** What the browser is shown when it comes with such a client. */
  const open = async (id: string) => {
    const { address, browser } = await startSignIn(server, { client_id: id })
    const answer = await browser.fetch(address.href)
    return { status: answer.status, location: answer.headers.get('location') }
  }
  const refused = { status: 400, location: null }

  it('is let in under the name of its host, without having registered, and is asked once', async () => {
    answers = {
      '/client.json': describing('/client.json', { scope: 'anything', logo_uri: 'https://x.example/' }),
    }
    const attempt = await startSignIn(server, { client_id: idAt('/client.json') })
    const request = await requestConsent(attempt)
    const seen = await inBrowser(server, attempt, ada)('mcpSignIn.get', { request })
    assert.deepEqual(seen.client, { name: 'Described', host: `${host}:${port}` })
    const code = (await allow(server, attempt, ada)).get('code')!
    const { body } = await exchange(server, attempt, code)
    assert.equal((await listTools(server, body.access_token!)).status, 200)
    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.equal(token!.hint, `${host}:${port}`)
    assert.deepEqual(asked, ['/client.json'])
  })

  it('must say of itself what it is called by, and be fit to be let in', async () => {
    answers = {
      '/other.json': describing('/client.json'),
      '/secret.json': describing('/secret.json', {
        client_secret: 'x',
        token_endpoint_auth_method: 'client_secret_post',
      }),
      '/redirect.json': describing('/redirect.json', { redirect_uris: ['http://evil.example/'] }),
      '/none.json': describing('/none.json', { redirect_uris: [] }),
      '/nonsense.json': 'nonsense',
      '/list.json': [],
      '/long.json': describing('/long.json', { client_uri: 'x'.repeat(6000) }),
      '/missing.json': 404,
      '/elsewhere.json': 302,
    }
    for (const path of Object.keys(answers)) assert.deepEqual(await open(idAt(path)), refused, path)
    assert.deepEqual(asked, Object.keys(answers), 'nobody followed where an answer led')
  })

  it('is fetched within the limit of the network that asks, and a failure is remembered', async () => {
    const others = Array.from({ length: 40 }, (_, number) => `/other-${number}.json`)
    answers = Object.fromEntries(['/bad.json', ...others].map((path) => [path, 404]))
    answers['/fine.json'] = describing('/fine.json')
    const { address, browser } = await startSignIn(server, { client_id: idAt('/bad.json') })
    const from = async (network: string, id: string) => {
      address.searchParams.set('client_id', id)
      const answer = await browser.fetch(address.href, { headers: { 'X-Forwarded-For': network } })
      return answer.status
    }
    for (let time = 0; time < 40; time++) assert.equal(await from('203.0.113.1', idAt('/bad.json')), 400)
    assert.deepEqual(asked, ['/bad.json'], 'one fetch for 40 requests')
    for (const path of others) await from('203.0.113.1', idAt(path))
    assert.ok(asked.length <= 61, 'at most 30 in each of two minutes')
    assert.equal(await from('203.0.113.2', idAt('/fine.json')), 303, 'another network has its own limit')
  })

  it('is not waited for', async () => {
    answers = { '/never.json': undefined }
    assert.deepEqual(await open(idAt('/never.json')), refused)
  })

  it('is never asked for inside of a network, nor without TLS', async () => {
    for (const id of [
      'https://127.0.0.1/client.json',
      'https://[::ffff:127.0.0.1]/client.json',
      'https://169.254.169.254/latest/meta-data',
      `https://localhost:${port}/client.json`,
      `https://inside.example:${port}/client.json`,
      `http://${host}:${port}/client.json`,
      `https://ada:secret@${host}:${port}/client.json`,
    ])
      assert.deepEqual(await open(id), refused, id)
    assert.deepEqual(asked, [])
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { type OAuthClientProvider, auth } from '@modelcontextprotocol/client'
import { type TestServer, defaultEngine } from '../../../../test/harness.ts'
import { loopback, startSignIn, startWithSignIn } from '../../../../test/mcp-oauth.ts'
import { createCertificate } from '../../../../test/partners/certificate.ts'
import { readConfig } from '../../../config.ts'
import { createLog } from '../../../platform/log.ts'
import { createDocumentSupport } from './document-support.ts'

const host = 'documents.example'
const minuteMs = 60_000

describe('support of client metadata documents', () => {
  let site: https.Server
  let requests = 0
  let isOnline = true
  let options: { document: object; probes: string[] }
  let probe: string
  before(async () => {
    const { key, cert } = createCertificate(host)
    site = https.createServer({ key, cert }, (_request, response) => {
      requests++
      // The document may move. Any response shows that the host can be reached.
      response.writeHead(404).end()
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const at = `${host}:${(site.address() as AddressInfo).port}`
    const resolve = async () => {
      if (!isOnline) throw new Error('getaddrinfo ENOTFOUND')
      return [{ address: '127.0.0.1', family: 4 }]
    }
    probe = `https://${at}/client.json`
    options = { document: { resolve, allowed: [at], ca: cert }, probes: [`https://${host}:1/`, probe] }
  })
  after(() => {
    site.closeAllConnections()
    site.close()
  })
  beforeEach(() => {
    requests = 0
    isOnline = true
  })

  const supportWith = (setting: Record<string, string> = {}) =>
    createDocumentSupport({ config: readConfig(setting), log: createLog('silent') }, options)

  it('is advertised if any of the hosts responds', async () => {
    assert.equal(await supportWith()(), true)
  })

  it('is not advertised if no host can be reached', async () => {
    isOnline = false
    assert.equal(await supportWith()(), false)
  })

  it('follows the setting without sending a request', async () => {
    assert.equal(await supportWith({ MCP_CLIENT_DOCUMENTS: 'on' })(), true)
    assert.equal(await supportWith({ MCP_CLIENT_DOCUMENTS: 'off' })(), false)
    assert.equal(requests, 0)
  })

  describe('over time', () => {
    beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }))
    afterEach(() => mock.timers.reset())

    it('checks once for all requests of an hour', async () => {
      const isSupported = supportWith()
      await Promise.all([isSupported(), isSupported()])
      mock.timers.tick(59 * minuteMs)
      await isSupported()
      assert.equal(requests, 1)
    })

    it('checks again after 5 minutes without access, and returns the earlier result until then', async () => {
      isOnline = false
      const isSupported = supportWith()
      assert.equal(await isSupported(), false)
      isOnline = true
      mock.timers.tick(4 * minuteMs)
      assert.equal(await isSupported(), false)
      mock.timers.tick(minuteMs)
      assert.equal(await isSupported(), false)
      while (!(await isSupported())) await new Promise((resolve) => setImmediate(resolve))
      assert.equal(requests, 1)
    })
  })

  describe('on a server', () => {
    let server: TestServer
    afterEach(() => server.stop())
    const start = async (setting: string) => {
      server = await startWithSignIn(defaultEngine, { MCP_CLIENT_DOCUMENTS: setting }, { mcpSignIn: options })
    }

    it('makes the 2.x client send the URL of its document', async () => {
      await start('auto')
      assert.equal(await clientIdAt(server, probe), probe)
    })

    it('makes the 2.x client register itself if the server has no outbound access', async () => {
      isOnline = false
      await start('auto')
      assert.match(await clientIdAt(server, probe), /^[\w-]{20,}$/)
    })

    it('rejects documents without fetching them if it is off', async () => {
      await start('off')
      const { address, browser } = await startSignIn(server, { client_id: probe })
      assert.equal((await browser.fetch(address.href)).status, 400)
      assert.equal(requests, 0)
    })
  })
})

/** Starts a sign-in with the SDK client, and returns the client id that it sends. */
async function clientIdAt({ app }: TestServer, documentUrl: string): Promise<string> {
  let known: unknown
  let opened: URL | undefined
  const provider = {
    redirectUrl: loopback,
    clientMetadataUrl: documentUrl,
    clientMetadata: { client_name: 'Tester', redirect_uris: [loopback] },
    clientInformation: () => known,
    saveClientInformation: (given: unknown) => void (known = given),
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: (to: URL) => void (opened = to),
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  }
  await auth(provider as unknown as OAuthClientProvider, { serverUrl: `${app.config.MCP_URL}/mcp` })
  return opened!.searchParams.get('client_id')!
}

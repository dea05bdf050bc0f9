import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import {
  type OAuthClientProvider as ProviderOf2025,
  UnauthorizedError as UnauthorizedOf2025,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright-core'
import { type Entrance, addressOf, fillIn, openOwnEntrance, tabTo } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

/*
 * Third-party clients sign in on their own, and a user approves them on the real page.
 */
describe('third-party MCP clients sign in', { skip }, () => {
  let entrance: Entrance
  let callback: Callback
  before(async () => {
    entrance = await openOwnEntrance(() => ({ MCP_OAUTH: 'true' }))
    callback = await listenForRedirect()
  })
  after(async () => {
    await callback?.close()
    await entrance?.close()
  })

  const address = () => new URL('/mcp', entrance.url)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const step = story()
  let ada: Person
  let page: Page

  step('shows the client and where the response goes, and grants exactly the chosen access', async () => {
    ada = await entrance.server.register('Ada')
    const other = await ada.call('organizations.create', { name: 'Laboratory' })
    await ada.call('projects.create', { name: 'Microscope' }, { organization: other.id })
    await ada.call('organizations.switch', { organization: ada.organization.id })
    page = await entrance.visit(await requestAuthorization(), ada)
    await page.setViewportSize({ width: 360, height: 740 })
    const facts = page.locator('dl')
    const host = new URL(callback.url).host
    for (const fact of ['A real client', 'Unverified', `This computer (${host})`, ada.email])
      await facts.getByText(fact).waitFor()
    await page.getByText('Allow only a request you just started yourself.').waitFor()
    await page.getByLabel('Organization').selectOption({ label: 'Laboratory' })
    await page.getByLabel('Read · View what you can see.').check()
    await page.getByText('More options').click()
    await page.getByLabel('Project access').selectOption({ label: 'Only Microscope' })
    await page.getByLabel('Tools').selectOption('core')
    await fitsPhone(page)
    await press(page, 'Allow')
    assert.ok((await callback.next()).get('code'))
    const { items } = await ada.call('credentials.listMcpTokens', {}, { organization: other.id })
    const { scopes, project, profile } = items[0]!
    assert.deepEqual([scopes, project!.name, profile], [['read'], 'Microscope', 'core'])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('denies a request with the keyboard alone, and notifies the client', async () => {
    await page.goto(await requestAuthorization())
    await page.getByRole('heading', { name: 'Allow A real client?' }).waitFor()
    await tabTo(page, 'Deny')
    await page.keyboard.press('Enter')
    const back = await callback.next()
    assert.equal(back.get('error'), 'access_denied')
    assert.equal(back.get('iss'), entrance.url)
  })

  step('signs in the 1.x SDK, for a user who has to sign in first', async () => {
    const storage = createClientStorage(callback.url)
    const provider = storage as unknown as ProviderOf2025
    const transport = new HttpOf2025(address(), { authProvider: provider })
    await assert.rejects(
      new ClientOf2025({ name: 'test', version: '1' }).connect(transport),
      UnauthorizedOf2025,
    )
    const elsewhere = await entrance.visit(storage.authorizationUrl!.href)
    await elsewhere.getByText('Sign in to approve or deny the app.').waitFor()
    assert.match(addressOf(elsewhere), /^\/sign-in\?to=%2Fmcp-sign-in%2F/)
    await fillIn(elsewhere, ada)
    await elsewhere.getByRole('heading', { name: 'Allow A real client?' }).waitFor()

    // The request belongs to the browser that started it, not to the user.
    await page.goto(entrance.url + addressOf(elsewhere))
    await page.getByRole('heading', { name: 'Unknown request' }).waitFor()

    await press(elsewhere, 'Allow')
    await transport.finishAuth((await callback.next()).get('code')!)
    const client = new ClientOf2025({ name: 'test', version: '1' })
    await client.connect(new HttpOf2025(address(), { authProvider: provider }))
    assert.ok((await client.listTools()).tools.length > 30)
    await client.close()
  })

  step(
    'signs in the 2.x client, which refreshes an expired token, and asks again after the user revokes it',
    async () => {
      const grace = await entrance.server.register('Grace')
      const storage = createClientStorage(callback.url)
      const provider = storage as unknown as OAuthClientProvider
      const connect = async () => {
        const transport = new StreamableHTTPClientTransport(address(), { authProvider: provider })
        const client = new Client({ name: 'test', version: '1' })
        return { client, transport, done: client.connect(transport) }
      }
      const { transport, done } = await connect()
      await assert.rejects(done, UnauthorizedError)
      assert.equal(storage.authorizationUrl!.searchParams.get('resource'), `${entrance.url}/mcp`)
      // Another user signs in to the same browser.
      await page.evaluate(`localStorage.setItem('baton.token', '${grace.token}')`)
      await page.goto(storage.authorizationUrl!.href)
      await page.locator('dl').getByText(grace.email).waitFor()
      await press(page, 'Allow')
      await transport.finishAuth(await callback.next())
      const first = await connect()
      await first.done
      assert.ok((await first.client.listTools()).tools.length > 30)
      await first.client.close()
      const old = storage.savedTokens!.access_token
      await entrance.server.app.database.run(
        sql`update mcp_oauth_artifacts set expires_at = now() where kind = 'AccessToken'`,
      )
      const again = await connect()
      await again.done
      assert.notEqual(storage.savedTokens!.access_token, old)
      assert.ok((await again.client.listTools()).tools.length > 30)

      await page.getByText('You can close this window.').waitFor()
      await page.goto(`${entrance.url}/connect`)
      await page.getByRole('listitem').filter({ hasText: 'A real client' }).getByText('signed in').waitFor()
      await press(page, 'Revoke A real client')
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked “A real client”.').waitFor()
      storage.authorizationUrl = undefined
      await assert.rejects(again.client.listTools(), UnauthorizedError)
      assert.ok(storage.authorizationUrl, 'a client with a revoked token asks the user again')
      await again.client.close()
    },
  )

  step('reports no browser error or policy violation', () => entrance.checkComplaints())

  /** Returns the URL to which an unregistered client sends the user. */
  async function requestAuthorization(): Promise<string> {
    const storage = createClientStorage(callback.url)
    const authProvider = storage as unknown as OAuthClientProvider
    const transport = new StreamableHTTPClientTransport(address(), { authProvider })
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(transport), UnauthorizedError)
    return storage.authorizationUrl!.href
  }
})

/** A client's storage between two starts, usable by both SDKs. */
function createClientStorage(redirectUrl: string) {
  const storage = {
    redirectUrl,
    clientMetadata: {
      client_name: 'A real client',
      redirect_uris: [redirectUrl],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    authorizationUrl: undefined as URL | undefined,
    savedTokens: undefined as { access_token: string } | undefined,
    known: undefined as unknown,
    verifier: '',
    found: undefined as unknown,
    discoveryState: () => storage.found,
    saveDiscoveryState: (given: unknown) => void (storage.found = given),
    clientInformation: () => storage.known,
    saveClientInformation: (given: unknown) => void (storage.known = given),
    tokens: () => storage.savedTokens,
    saveTokens: (given: { access_token: string }) => void (storage.savedTokens = given),
    redirectToAuthorization: (to: URL) => void (storage.authorizationUrl = to),
    saveCodeVerifier: (given: string) => void (storage.verifier = given),
    codeVerifier: () => storage.verifier,
    invalidateCredentials: () => void (storage.savedTokens = undefined),
  }
  return storage
}

interface Callback {
  url: string
  next(): Promise<URLSearchParams>
  close(): Promise<void>
}

/** Starts the small server that such a client runs on the user's machine to receive the redirect. */
async function listenForRedirect(): Promise<Callback> {
  const redirects: URLSearchParams[] = []
  let notify = () => {}
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    response.setHeader('Content-Type', 'text/html')
    response.end('<link rel="icon" href="data:,">You can close this window.')
    if (pathname !== '/callback') return
    redirects.push(searchParams)
    notify()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async next() {
      if (redirects.length === 0) await new Promise<void>((resolve) => (notify = resolve))
      return redirects.shift()!
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

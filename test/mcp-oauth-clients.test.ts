import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
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
import { fitsPhone, skip } from './partners/chromium.ts'

/*
 * The clients that others wrote sign in by themselves, and a person lets them in through the real page.
 */
describe('MCP clients that we did not write sign in', { skip }, () => {
  let entrance: Entrance
  let callback: Callback
  before(async () => {
    entrance = await openOwnEntrance(() => ({ MCP_OAUTH: 'true' }))
    callback = await listenForAnswer()
  })
  after(async () => {
    await callback?.close()
    await entrance?.close()
  })

  const address = () => new URL('/mcp', entrance.url)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  it('the client 2.x finds everything, is let in, lists the tools, and comes back when its token has run out', async () => {
    const ada = await entrance.server.register('Ada')
    const memory = remember(callback.url)
    const provider = memory as unknown as OAuthClientProvider
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(address(), { authProvider: provider })
      const client = new Client({ name: 'test', version: '1' })
      return { client, transport, done: client.connect(transport) }
    }
    const { transport, done } = await connect()
    await assert.rejects(done, UnauthorizedError)
    assert.equal(memory.asked!.searchParams.get('resource'), `${entrance.url}/mcp`)
    const page = await entrance.visit(memory.asked!.href, ada)
    await page.getByRole('heading', { name: 'Allow A real client?' }).waitFor()
    await press(page, 'Allow')
    await transport.finishAuth(await callback.next())
    const first = await connect()
    await first.done
    assert.ok((await first.client.listTools()).tools.length > 30)
    await first.client.close()
    const [before] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.equal(before!.name, 'A real client')
    assert.equal(before!.hint, 'signed in')
    const old = memory.kept!.access_token
    await entrance.server.app.database.run(
      `update mcp_oauth_artifacts set expires_at = now() where kind = 'AccessToken'`,
    )
    const again = await connect()
    await again.done
    assert.notEqual(memory.kept!.access_token, old)
    assert.ok((await again.client.listTools()).tools.length > 30)
    await ada.call('credentials.revokeMcpToken', { mcpToken: before!.id })
    memory.asked = undefined
    await assert.rejects(again.client.listTools(), UnauthorizedError)
    assert.ok(memory.asked, 'revoked, it asks the person again')
    await again.client.close()
  })

  it('the SDK 1.x does the same, for somebody who has to sign in first', async () => {
    const ada = await entrance.server.register('Ada')
    const memory = remember(callback.url)
    const provider = memory as unknown as ProviderOf2025
    const begun = new HttpOf2025(address(), { authProvider: provider })
    await assert.rejects(new ClientOf2025({ name: 'test', version: '1' }).connect(begun), UnauthorizedOf2025)
    const page = await entrance.visit(memory.asked!.href)
    await page.getByText('Sign in to approve or deny the app.').waitFor()
    assert.match(addressOf(page), /^\/sign-in\?to=%2Fmcp-sign-in%2F/)
    await fillIn(page, ada)
    await press(page, 'Allow')
    await begun.finishAuth((await callback.next()).get('code')!)
    const client = new ClientOf2025({ name: 'test', version: '1' })
    await client.connect(new HttpOf2025(address(), { authProvider: provider }))
    assert.ok((await client.listTools()).tools.length > 30)
    await client.close()
  })

  it('the page says who asks and where the answer goes, and gives what was chosen, and no more', async () => {
    const ada = await entrance.server.register('Ada')
    const other = await ada.call('organizations.create', { name: 'Laboratory' })
    await ada.call('projects.create', { name: 'Microscope' }, { organization: other.id })
    const page = await entrance.visit(await ask(), ada)
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
  })

  it('it is denied by the keyboard alone, and told so', async () => {
    const ada = await entrance.server.register('Ada')
    const page = await entrance.visit(await ask(), ada)
    await page.getByRole('heading', { name: 'Allow A real client?' }).waitFor()
    await tabTo(page, 'Deny')
    await page.keyboard.press('Enter')
    const back = await callback.next()
    assert.equal(back.get('error'), 'access_denied')
    assert.equal(back.get('iss'), entrance.url)
  })

  it('a request that was begun elsewhere, or answered already, is not known', async () => {
    const ada = await entrance.server.register('Ada')
    const page = await entrance.visit(await ask(), ada)
    await page.getByRole('heading', { name: 'Allow A real client?' }).waitFor()
    const elsewhere = await entrance.visit(addressOf(page), ada)
    await elsewhere.getByRole('heading', { name: 'Unknown request' }).waitFor()
    await press(page, 'Allow')
    await callback.next()
    const late = await entrance.openTab(page.context(), elsewhere.url())
    await late.getByRole('heading', { name: 'Unknown request' }).waitFor()
  })

  it('what was let in stands among the tokens, and ends with a click', async () => {
    const grace = await entrance.server.register('Grace')
    const page = await entrance.visit(await ask(), grace)
    await press(page, 'Allow')
    await callback.next()
    await page.getByText('You can close this window.').waitFor()
    await page.goto(`${entrance.url}/connect`)
    await page.getByRole('listitem').filter({ hasText: 'A real client' }).getByText('signed in').waitFor()
    await press(page, 'Revoke A real client')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked “A real client”.').waitFor()
    assert.deepEqual((await grace.call('credentials.listMcpTokens', {})).items, [])
  })

  it('nothing of it broke the rules of the pages', () => entrance.checkComplaints())

  /** Where a client that knows nothing yet sends the person. */
  async function ask(): Promise<string> {
    const memory = remember(callback.url)
    const authProvider = memory as unknown as OAuthClientProvider
    const transport = new StreamableHTTPClientTransport(address(), { authProvider })
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(transport), UnauthorizedError)
    return memory.asked!.href
  }
})

/** What a client keeps between two starts; both SDKs take it. */
function remember(redirectUrl: string) {
  const memory = {
    redirectUrl,
    clientMetadata: {
      ...{ client_name: 'A real client', redirect_uris: [redirectUrl], response_types: ['code'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
    },
    asked: undefined as URL | undefined,
    kept: undefined as { access_token: string } | undefined,
    known: undefined as unknown,
    verifier: '',
    found: undefined as unknown,
    discoveryState: () => memory.found,
    saveDiscoveryState: (given: unknown) => void (memory.found = given),
    clientInformation: () => memory.known,
    saveClientInformation: (given: unknown) => void (memory.known = given),
    tokens: () => memory.kept,
    saveTokens: (given: { access_token: string }) => void (memory.kept = given),
    redirectToAuthorization: (to: URL) => void (memory.asked = to),
    saveCodeVerifier: (given: string) => void (memory.verifier = given),
    codeVerifier: () => memory.verifier,
    invalidateCredentials: () => void (memory.kept = undefined),
  }
  return memory
}

interface Callback {
  url: string
  next(): Promise<URLSearchParams>
  close(): Promise<void>
}

/** The small server that such a client runs on the person's machine, to hear the answer. */
async function listenForAnswer(): Promise<Callback> {
  const answers: URLSearchParams[] = []
  let heard = () => {}
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    response.setHeader('Content-Type', 'text/html')
    response.end('<link rel="icon" href="data:,">You can close this window.')
    if (pathname !== '/callback') return
    answers.push(searchParams)
    heard()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async next() {
      if (answers.length === 0) await new Promise<void>((resolve) => (heard = resolve))
      return answers.shift()!
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

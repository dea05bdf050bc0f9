import { createHash } from 'node:crypto'
import routes from '../contract/routes.json' with { type: 'json' }
import { type Client, type InputOf, createClient } from '../server/assembly/client.ts'
import { randomSecret } from '../server/platform/ids.ts'
import type { StartOptions } from '../server/start.ts'
import { type Engine, type Person, type TestServer, defaultEngine, startOwnServer } from './harness.ts'
import { freePort } from './partners/postgres.ts'
import { type Browser, createBrowser } from './partners/walking-browser.ts'

/*
 * An MCP client that signs in step by step, so that a test can get each step wrong. Real clients are in
 * mcp-oauth-clients.test.ts.
 */

/** Starts a server at which clients can sign in. */
export async function startWithSignIn(
  engine: Engine = defaultEngine,
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestServer> {
  const port = String(await freePort())
  const settings = { MCP_OAUTH: 'true', PORT: port, APP_URL: `http://localhost:${port}`, ...environment }
  return startOwnServer(engine, settings, options)
}

export const loopback = 'http://127.0.0.1:4321/callback'

export interface OAuthResponse {
  status: number
  body: Record<string, string> & { redirect_uris?: string[] }
}

export async function registerClient({ url }: TestServer, metadata: object = {}): Promise<OAuthResponse> {
  const body = { client_name: 'Tester', redirect_uris: [loopback], ...metadata }
  return responseOf(
    fetch(`${url}/oauth/mcp/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

/** A sign-in in progress: the URL that the client sent the user to, and the values that it keeps to itself. */
export interface Attempt {
  client: string
  verifier: string
  address: URL
  browser: Browser
}

export async function startSignIn(
  server: TestServer,
  changed: Record<string, string | undefined> = {},
): Promise<Attempt> {
  const client = changed.client_id ?? (await registerClient(server)).body.client_id!
  const verifier = randomSecret()
  const address = new URL('/oauth/mcp/authorize', server.app.config.APP_URL)
  const params = {
    response_type: 'code',
    client_id: client,
    redirect_uri: loopback,
    state: 'the state',
    resource: `${server.app.config.MCP_URL}/mcp`,
    scope: 'read write',
    code_challenge: challengeFor(verifier),
    code_challenge_method: 'S256',
    ...changed,
  }
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) address.searchParams.set(name, value)
  return { client, verifier, address, browser: createBrowser(server) }
}

export const challengeFor = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Opens the client's authorization URL and returns the id of the request that the page is about. */
export async function requestConsent({
  address,
  browser,
}: Pick<Attempt, 'address' | 'browser'>): Promise<string> {
  const page = (await browser.fetch(address.href)).headers.get('location') ?? ''
  const [, request] = /\/mcp-sign-in\/([\w-]+)$/.exec(page) ?? []
  if (!request) throw new Error(`The user was redirected to "${page}".`)
  return request
}

/** Returns the user's calls in the browser in which the client asked. */
export function inBrowser(
  { app }: TestServer,
  { browser }: Pick<Attempt, 'browser'>,
  person: Person,
): Client {
  return createClient({
    baseUrl: app.config.APP_URL,
    routes,
    token: () => person.token,
    fetch: (address, init) => browser.fetch(String(address), init),
  })
}

type Choice = Omit<InputOf<'mcpSignIn.allow'>, 'request'>

/** Approves the request as the user, and returns the parameters with which the browser returns to the client. */
export async function allow(
  server: TestServer,
  attempt: Attempt,
  person: Person,
  choice: Choice = {},
): Promise<URLSearchParams> {
  const request = await requestConsent(attempt)
  const { location } = await inBrowser(server, attempt, person)('mcpSignIn.allow', { request, ...choice })
  return followRedirect(attempt, location)
}

export async function followRedirect({ browser }: Attempt, location: string): Promise<URLSearchParams> {
  const back = (await browser.fetch(location)).headers.get('location')
  return new URL(back ?? 'nowhere:').searchParams
}

/** Opens a client's authorization URL as the user, approves it and follows the redirect back. */
export async function approve(server: TestServer, person: Person, authorizationUrl: string): Promise<void> {
  const attempt = { browser: createBrowser(server), address: new URL(authorizationUrl) }
  const request = await requestConsent(attempt)
  const { location } = await inBrowser(server, attempt, person)('mcpSignIn.allow', { request })
  const back = (await attempt.browser.fetch(location)).headers.get('location')!
  await (await fetch(back)).text()
}

export function requestToken({ url }: TestServer, fields: Record<string, string>): Promise<OAuthResponse> {
  return responseOf(fetch(`${url}/oauth/mcp/token`, { method: 'POST', body: new URLSearchParams(fields) }))
}

export function exchange(
  server: TestServer,
  { client, verifier }: Attempt,
  code: string,
  changed: Record<string, string> = {},
): Promise<OAuthResponse> {
  return requestToken(server, {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    redirect_uri: loopback,
    code_verifier: verifier,
    resource: `${server.app.config.MCP_URL}/mcp`,
    ...changed,
  })
}

export function refresh(
  server: TestServer,
  client: string,
  token: string,
  changed = {},
): Promise<OAuthResponse> {
  return requestToken(server, {
    grant_type: 'refresh_token',
    client_id: client,
    refresh_token: token,
    ...changed,
  })
}

export interface SignedIn {
  client: string
  access: string
  refresh: string
  scope: string
  attempt: Attempt
  code: string
}

export async function signIn(server: TestServer, person: Person, choice: Choice = {}): Promise<SignedIn> {
  const attempt = await startSignIn(server)
  const code = (await allow(server, attempt, person, choice)).get('code')!
  const { body } = await exchange(server, attempt, code)
  return {
    client: attempt.client,
    access: body.access_token!,
    refresh: body.refresh_token!,
    scope: body.scope!,
    attempt,
    code,
  }
}

/** Returns the response of /mcp to `tools/list` with this bearer token. */
export function listTools({ url }: TestServer, bearer: string, path = '/mcp'): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
}

async function responseOf(sent: Promise<Response>): Promise<OAuthResponse> {
  const response = await sent
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as OAuthResponse['body'] }
}

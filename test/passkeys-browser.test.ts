import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person, TestServer } from './harness.ts'
import { skip } from './partners/chromium.ts'

/*
 * Passkeys as a browser creates and uses them. The domain's own tests cover each rejection. Here the browser sends the
 * data.
 */
describe('passkeys in Chromium', { skip }, () => {
  let entrance: Entrance
  let server: TestServer
  let elsewhere: http.Server
  let page: Page
  let devtools: CDPSession
  let authenticatorId: string
  let ada: Person

  before(async () => {
    entrance = await openEntrance()
    server = entrance.server
    ada = await server.register('Ada')
    elsewhere = await servePage()
    page = await entrance.visit(ownPage)
    devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const options = {
      ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    }
    authenticatorId = (await devtools.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
    const added = await inPage(`
      const options = await post('/api/auth/passkey/register/begin', {}, token)
      return post('/api/auth/passkey/register/finish', { name: 'Laptop', response: await create(options) }, token)`)
    assert.equal(added.status, 201, String(added.detail))
  })
  after(async () => {
    await entrance?.close()
    elsewhere?.close()
  })

  it('signs in with a passkey that was added in the page', async () => {
    const { items } = await ada.call('passkeys.list', {})
    assert.deepEqual([items.length, items[0]!.name], [1, 'Laptop'])
    const signedIn = await inPage(`
      const options = await post('/api/auth/passkey/authenticate/begin', {})
      return post('/api/auth/passkey/authenticate/finish', { response: await get(options) })`)
    assert.deepEqual([signedIn.status, (signedIn.user as { id: string }).id], [200, ada.user.id])
  })

  it('rejects the same authenticator a second time', async () => {
    const options = await ada.call('passkeys.beginRegistration', {})
    assert.equal(await failure(`create(${JSON.stringify(options)})`), 'InvalidStateError')
  })

  it('rejects a replayed response', async () => {
    const options = await server.anonymous('passkeys.beginAuthentication', {})
    const response = await inPage(`return get(${JSON.stringify(options)})`)
    assert.equal(await finishSignIn(response), 'signed in')
    assert.equal(await finishSignIn(response), 'wrong_passkey')
  })

  it('rejects a response to a page on another port', async () => {
    await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`)
    assert.equal(await signIn(), 'wrong_passkey')
    await openOwnPage()
    assert.equal(await signIn(), 'signed in')
  })

  it('rejects an expired response', async () => {
    const stale = await signIn(() =>
      server.app.database.run(sql`update passkey_challenges set expires_at = now() - interval '1 second'`),
    )
    assert.equal(stale, 'wrong_passkey')
  })

  it('rejects a response without user verification', async () => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const options = await server.anonymous('passkeys.beginAuthentication', {})
    assert.equal(
      await failure(`get(${JSON.stringify(options)})`),
      'NotAllowedError',
      'the browser requires verification',
    )
    const careless = { ...options, userVerification: 'discouraged' }
    assert.equal(await finishSignIn(await inPage(`return get(${JSON.stringify(careless)})`)), 'wrong_passkey')
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  })

  it('rejects a cloned passkey whose counter continues from the copy', async () => {
    for (const _ of [1, 2]) assert.equal(await signIn(), 'signed in')
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [original] = credentials
    await replaceCredential({ ...original!, signCount: original!.signCount - 2 })
    assert.equal(await signIn(), 'wrong_passkey')
    await replaceCredential(original!)
    assert.equal(await signIn(), 'signed in')
  })

  async function replaceCredential(
    credential: Awaited<ReturnType<typeof devtools.send<'WebAuthn.getCredentials'>>>['credentials'][number],
  ): Promise<void> {
    const { credentialId } = credential
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
  }

  /** Signs in on the open page. `meanwhile` runs before the response is sent. */
  async function signIn(beforeSend: () => unknown = () => {}): Promise<string> {
    const options = await server.anonymous('passkeys.beginAuthentication', {})
    const response = await inPage(`return get(${JSON.stringify(options)})`)
    await beforeSend()
    return finishSignIn(response)
  }

  async function finishSignIn(response: object): Promise<string> {
    return server.anonymous('passkeys.finishAuthentication', { response: response as never }).then(
      () => 'signed in',
      ({ code }: { code: string }) => code,
    )
  }

  function inPage(script: string): Promise<Record<string, unknown>> {
    return page.evaluate(`(async (token) => {${words}; ${script}})(${JSON.stringify(ada.token)})`)
  }

  async function failure(script: string): Promise<unknown> {
    return (await inPage(`return ${script}.then(() => ({}), ({ name }) => ({ name }))`)).name
  }

  function openOwnPage() {
    return page.goto(entrance.url + ownPage)
  }
})

/** A page that can call the server and runs no script of its own. */
const ownPage = '/api/reference'

/** The functions that scripts in the page can use. */
const words = `
  async function post(path, body, token) {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) }
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, ...(await response.json()) }
  }
  async function create(options) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    return (await navigator.credentials.create({ publicKey })).toJSON()
  }
  async function get(options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    return (await navigator.credentials.get({ publicKey })).toJSON()
  }`

/** Serves an empty page of another site, on another port of the same host. */
function servePage(): Promise<http.Server> {
  const site = http.createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(),
  )
  return new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(site)))
}

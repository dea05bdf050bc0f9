import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Issuer, type Providers, startIssuer, startProviders } from '../../../test/partners/oidc.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../test/partners/walking-browser.ts'
import { storeFlow, newFlow } from './flow.ts'

const appUrl = 'https://baton.example'

for (const engine of oneEngine) {
  describe(`attacks on the sign-in at a provider, on ${engine}`, () => {
    let server: TestServer
    let providers: Providers
    let evil: Issuer
    before(async () => {
      providers = await startProviders(appUrl)
      evil = await startIssuer(`${appUrl}/api/auth/oauth/google/callback`)
      server = await startOwnServer(engine, providers.environment)
    })
    after(async () => {
      await server.stop()
      await Promise.all([providers.close(), evil.close()])
    })

    const verified = (name = 'Ada') => ({ email: `${randomUUID()}@example.com`, email_verified: true, name })

    /** A browser that has been at the provider, and the address with which it is about to come back. */
    async function aboutToReturn(provider: 'github' | 'google' | 'gitlab', claims = verified()) {
      const browser = createBrowser(server)
      const subject = providers.issuers[provider].person(claims)
      const callback = await browser.open(`/api/auth/oauth/${provider}`, subject, isCallback)
      return { browser, callback }
    }

    async function accounts(): Promise<number> {
      const [row] = await server.app.database.run<{ count: number }>(
        'select count(*)::int as count from users',
      )
      return row!.count
    }

    function assertLost(page: URL): void {
      assert.deepEqual([page.pathname, pageText(page).error], ['/sign-in', 'sign_in_lost'])
    }

    it("somebody else's answer cannot be put into a browser that began nothing", async () => {
      const { callback } = await aboutToReturn('google')
      assertLost(await createBrowser(server).open(callback.href))
      const { code, state, iss } = Object.fromEntries(callback.searchParams)
      const { location } = await server.anonymous('oauth.acceptCallback', {
        provider: 'google',
        code,
        state,
        iss,
      })
      assertLost(new URL(location))
    })

    it('nor into one that began a sign-in of its own', async () => {
      const mallory = await aboutToReturn('google')
      const ada = await aboutToReturn('google')
      assertLost(await ada.browser.open(mallory.callback.href))
      const state = ada.callback.searchParams.get('state')!
      mallory.callback.searchParams.set('state', state)
      const page = await ada.browser.open(mallory.callback.href)
      assert.equal(pageText(page).error, 'sign_in_failed', 'the code belongs to another verifier')
    })

    it('the answer of one provider is not taken for that of another', async () => {
      const github = await aboutToReturn('github')
      const elsewhere = github.callback.href.replace('/github/', '/google/')
      assertLost(await github.browser.open(elsewhere))

      const google = await aboutToReturn('google')
      const mixed = new URL(google.callback)
      mixed.searchParams.set('code', github.callback.searchParams.get('code')!)
      mixed.searchParams.set('iss', github.callback.searchParams.get('iss')!)
      assert.equal(pageText(await google.browser.copy().open(mixed.href)).error, 'sign_in_failed')
      mixed.searchParams.delete('iss')
      assert.equal(pageText(await google.browser.open(mixed.href)).error, 'sign_in_failed')
    })

    it('an issuer that nobody configured opens nothing, whatever subject and address it claims', async () => {
      const claims = verified()
      const ada = providers.issuers.google.person(claims)
      await finishSignIn(await signInAt(server, 'google', ada))
      const mallory = createBrowser(server)
      const began = new URL((await mallory.fetch('/api/auth/oauth/google')).headers.get('location')!)
      const there = began.href.replace(began.origin + began.pathname, `${evil.url}/auth`)
      const callback = await mallory.open(there, evil.person(claims, ada), isCallback)
      assert.equal(pageText(await mallory.copy().open(callback.href)).error, 'sign_in_failed')
      callback.searchParams.set('iss', providers.issuers.google.url)
      assert.equal(pageText(await mallory.open(callback.href)).error, 'sign_in_failed')
    })

    it('a code is used once', async () => {
      const { browser, callback } = await aboutToReturn('gitlab')
      const again = browser.copy()
      assert.ok(pageText(await browser.open(callback.href)).ticket)
      assert.equal(pageText(await again.open(callback.href)).error, 'sign_in_failed')
    })

    it('an answer is taken once, even before the provider is asked', async () => {
      const { browser, callback } = await aboutToReturn('gitlab')
      await browser.open(callback.href)
      assertLost(await browser.open(callback.href))
    })

    it('a sign-in that took too long is over', async () => {
      const { browser, callback } = await aboutToReturn('google')
      let cookie = ''
      const request = { cookies: { set: (_name: string, value: string) => (cookie = value) } }
      const flow = newFlow({ provider: 'google', to: '/', person: null })
      const state = callback.searchParams.get('state')!
      storeFlow({ app: server.app, request } as never, { ...flow, state, expiresAt: Date.now() - 1 })
      const headers = { Cookie: `__Secure-baton-oauth=${cookie}` }
      const response = await fetch(callback.href.replace(appUrl, server.url), { headers, redirect: 'manual' })
      assertLost(new URL(response.headers.get('location')!))
      assert.ok(pageText(await browser.open(callback.href)).ticket, 'and else it would have been taken')
    })

    it('what a browser keeps cannot be altered', async () => {
      const { callback } = await aboutToReturn('google')
      for (const value of ['', 'x', 'A'.repeat(22), 'A'.repeat(400)]) {
        const headers = { Cookie: `__Secure-baton-oauth=${value}` }
        const answer = await fetch(callback.href.replace(appUrl, server.url), { headers, redirect: 'manual' })
        assertLost(new URL(answer.headers.get('location')!))
      }
    })

    it('of 50 that use one ticket at the same time, one is signed in', async () => {
      const ada = await signInAt(server, 'google', providers.issuers.google.person(verified()))
      const statuses = await Promise.all(
        Array.from(
          { length: 50 },
          async () => (await finishSignIn({ ...ada, browser: ada.browser.copy() })).status,
        ),
      )
      assert.equal(statuses.filter((status) => status === 200).length, 1)
      assert.equal(statuses.filter((status) => status === 401).length, 49)
    })

    it('nobody is tricked into an account that is not theirs: a ticket works in its own browser alone', async () => {
      const mallory = await signInAt(server, 'google', providers.issuers.google.person(verified('Mallory')))
      const ada = await signInAt(server, 'google', providers.issuers.google.person(verified()))
      const { status, code } = await finishSignIn({ browser: ada.browser, told: mallory.told })
      assert.deepEqual([status, code], [401, 'sign_in_lost'])
      const { ticket } = mallory.told
      await assert.rejects(server.anonymous('oauth.finish', { ticket: ticket! }), { code: 'sign_in_lost' })
      const { user } = await finishSignIn(mallory)
      assert.equal(user.name, 'Mallory')
    })

    it('a ticket runs out', async () => {
      const ada = await signInAt(server, 'google', providers.issuers.google.person(verified()))
      await server.app.database.run(`update sign_in_tickets set expires_at = now()`)
      assert.equal((await finishSignIn(ada)).code, 'sign_in_lost')
    })

    it('an unverified address takes over no account, and makes none', async () => {
      const ada = await finishSignIn(
        await signInAt(server, 'google', providers.issuers.google.person(verified())),
      )
      const before = await accounts()
      const { issuers } = providers
      for (const email of [ada.user.email, ada.user.email.toUpperCase(), `${randomUUID()}@example.com`]) {
        for (const email_verified of [false, undefined, 'true' as never]) {
          const mallory = issuers.gitlab.person({ email, email_verified, name: 'Mallory' })
          assert.equal((await signInAt(server, 'gitlab', mallory)).told.error, 'address_unverified')
        }
      }
      assert.equal(
        (await signInAt(server, 'gitlab', issuers.gitlab.person({ name: 'M' }))).told.error,
        'address_unverified',
      )
      assert.equal(await accounts(), before)
    })

    it('a verified address does not open an account whose own address nobody has verified', async () => {
      // Mallory has registered with Ada's address, in the hope that Ada comes by Google one day.
      const mallory = await server.register('Ada')
      const ada = providers.issuers.google.person({ ...verified(), email: mallory.email })
      const { told } = await signInAt(server, 'google', ada)
      assert.equal(told.error, 'address_in_use')
      assert.deepEqual((await mallory.call('connectedAccounts.list', {})).items, [])
    })

    it('another account at the same provider does not get in by an address that it was given later', async () => {
      const { google } = providers.issuers
      const claims = verified()
      await finishSignIn(await signInAt(server, 'google', google.person(claims)))
      assert.equal((await signInAt(server, 'google', google.person(claims))).told.error, 'identity_taken')
    })

    it('no other site is reached by where the person wanted to go', async () => {
      const elsewhere = [
        '//evil.example',
        '//evil.example/path',
        '/\\evil.example',
        'https://evil.example',
        '/.//evil.example',
        '/\t/evil.example',
        'evil',
        '',
      ]
      for (const to of elsewhere) {
        const { told } = await signInAt(server, 'google', providers.issuers.google.person(verified()), to)
        assert.equal(told.to, '/', to)
      }
    })

    it('no header decides where the browser or the code goes', async () => {
      const hostile = {
        ...{
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'http',
          'X-Original-Host': 'evil.example',
        },
        ...{
          Forwarded: 'host=evil.example',
          Referer: 'https://evil.example/',
        },
      }
      const browser = createBrowser(server)
      const started = await browser.fetch('/api/auth/oauth/google', { headers: hostile })
      const location = new URL(started.headers.get('location')!)
      assert.equal(location.origin, providers.issuers.google.url)
      assert.equal(location.searchParams.get('redirect_uri'), `${appUrl}/api/auth/oauth/google/callback`)
      const subject = providers.issuers.google.person(verified())
      const callback = await browser.open(location.href, subject, isCallback)
      for (const address of [callback.href, callback.href]) {
        const answer = await browser.fetch(address, { headers: hostile })
        assert.ok(answer.headers.get('location')!.startsWith(`${appUrl}/sign-in`))
      }
    })

    it('the cookies are out of reach of scripts, other sites and plain connections', async () => {
      const response = await createBrowser(server).fetch('/api/auth/oauth/google')
      const [line] = response.headers.getSetCookie()
      assert.match(
        line!,
        /^__Secure-baton-oauth=[\w-]+; Max-Age=600; Path=\/api; HttpOnly; Secure; SameSite=Lax$/,
      )
    })
  })
}

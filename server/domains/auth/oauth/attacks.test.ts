import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { type Issuer, type Providers, startIssuer, startProviders } from '../../../../test/partners/oidc.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../../test/partners/walking-browser.ts'
import { sql } from '../../../database/sql.ts'
import { storeFlow, newFlow } from './flow.ts'

const appUrl = 'https://baton.example'

for (const engine of oneEngine) {
  describe(`attacks on provider sign-in, on ${engine}`, () => {
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

    /** Returns a browser that has signed in at the provider, and the callback URL that it has not opened yet. */
    async function stopAtCallback(provider: 'github' | 'google' | 'gitlab', claims = verified()) {
      const browser = createBrowser(server)
      const subject = providers.issuers[provider].person(claims)
      const callback = await browser.open(`/api/auth/oauth/${provider}`, subject, isCallback)
      return { browser, callback }
    }

    async function accounts(): Promise<number> {
      const [row] = await server.app.database.run<{ count: number }>(
        sql`select count(*)::int as count from users`,
      )
      return row!.count
    }

    function assertLost(page: URL): void {
      assert.deepEqual([page.pathname, pageText(page).error], ['/sign-in', 'sign_in_lost'])
    }

    it('rejects a callback in a browser that started no sign-in', async () => {
      const { callback } = await stopAtCallback('google')
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

    it('rejects a foreign callback in a browser that started its own sign-in', async () => {
      const mallory = await stopAtCallback('google')
      const ada = await stopAtCallback('google')
      assertLost(await ada.browser.open(mallory.callback.href))
      const state = ada.callback.searchParams.get('state')!
      mallory.callback.searchParams.set('state', state)
      const page = await ada.browser.open(mallory.callback.href)
      assert.equal(pageText(page).error, 'sign_in_failed', 'the code belongs to another verifier')
    })

    it('rejects the callback of one provider at another', async () => {
      const github = await stopAtCallback('github')
      const elsewhere = github.callback.href.replace('/github/', '/google/')
      assertLost(await github.browser.open(elsewhere))

      const google = await stopAtCallback('google')
      const mixed = new URL(google.callback)
      mixed.searchParams.set('code', github.callback.searchParams.get('code')!)
      mixed.searchParams.set('iss', github.callback.searchParams.get('iss')!)
      assert.equal(pageText(await google.browser.copy().open(mixed.href)).error, 'sign_in_failed')
      mixed.searchParams.delete('iss')
      assert.equal(pageText(await google.browser.open(mixed.href)).error, 'sign_in_failed')
    })

    it('rejects an unconfigured issuer that claims a known subject and address', async () => {
      const claims = verified()
      const ada = providers.issuers.google.person(claims)
      await finishSignIn(await signInAt(server, 'google', ada))
      const mallory = createBrowser(server)
      const started = new URL((await mallory.fetch('/api/auth/oauth/google')).headers.get('location')!)
      const evilUrl = started.href.replace(started.origin + started.pathname, `${evil.url}/auth`)
      const callback = await mallory.open(evilUrl, evil.person(claims, ada), isCallback)
      assert.equal(pageText(await mallory.copy().open(callback.href)).error, 'sign_in_failed')
      callback.searchParams.set('iss', providers.issuers.google.url)
      assert.equal(pageText(await mallory.open(callback.href)).error, 'sign_in_failed')
    })

    it('rejects a code that was already used', async () => {
      const { browser, callback } = await stopAtCallback('gitlab')
      const again = browser.copy()
      assert.ok(pageText(await browser.open(callback.href)).ticket)
      assert.equal(pageText(await again.open(callback.href)).error, 'sign_in_failed')
    })

    it('rejects a repeated callback without calling the provider', async () => {
      const { browser, callback } = await stopAtCallback('gitlab')
      await browser.open(callback.href)
      assertLost(await browser.open(callback.href))
    })

    it('rejects a callback after the flow has expired', async () => {
      const { browser, callback } = await stopAtCallback('google')
      let cookie = ''
      const request = { cookies: { set: (_name: string, value: string) => (cookie = value) } }
      const flow = newFlow({ provider: 'google', to: '/', person: null })
      const state = callback.searchParams.get('state')!
      storeFlow({ app: server.app, request } as never, { ...flow, state, expiresAt: Date.now() - 1 })
      const headers = { Cookie: `__Secure-baton-oauth=${cookie}` }
      const response = await fetch(callback.href.replace(appUrl, server.url), { headers, redirect: 'manual' })
      assertLost(new URL(response.headers.get('location')!))
      assert.ok(pageText(await browser.open(callback.href)).ticket, 'the unexpired flow succeeds')
    })

    it('rejects forged flow cookies', async () => {
      const { callback } = await stopAtCallback('google')
      for (const value of ['', 'x', 'A'.repeat(22), 'A'.repeat(400)]) {
        const headers = { Cookie: `__Secure-baton-oauth=${value}` }
        const response = await fetch(callback.href.replace(appUrl, server.url), {
          headers,
          redirect: 'manual',
        })
        assertLost(new URL(response.headers.get('location')!))
      }
    })

    it('accepts one of 50 concurrent uses of a ticket', async () => {
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

    it('rejects a ticket in any browser but the one that received it', async () => {
      const mallory = await signInAt(server, 'google', providers.issuers.google.person(verified('Mallory')))
      const ada = await signInAt(server, 'google', providers.issuers.google.person(verified()))
      const { status, code } = await finishSignIn({ browser: ada.browser, told: mallory.told })
      assert.deepEqual([status, code], [401, 'sign_in_lost'])
      const { ticket } = mallory.told
      await assert.rejects(server.anonymous('oauth.finish', { ticket: ticket! }), { code: 'sign_in_lost' })
      const { user } = await finishSignIn(mallory)
      assert.equal(user.name, 'Mallory')
    })

    it('rejects an expired ticket', async () => {
      const ada = await signInAt(server, 'google', providers.issuers.google.person(verified()))
      await server.app.database.run(sql`update sign_in_tickets set expires_at = now()`)
      assert.equal((await finishSignIn(ada)).code, 'sign_in_lost')
    })

    it('rejects an unverified address and creates no account for it', async () => {
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

    it('rejects a verified address when the existing account has not verified it', async () => {
      // Mallory registered with Ada's address and waits for Ada to sign in with Google.
      const mallory = await server.register('Ada')
      const ada = providers.issuers.google.person({ ...verified(), email: mallory.email })
      const { told } = await signInAt(server, 'google', ada)
      assert.equal(told.error, 'address_in_use')
      assert.deepEqual((await mallory.call('connectedAccounts.list', {})).items, [])
    })

    it('rejects a second account at the same provider with the same address', async () => {
      const { google } = providers.issuers
      const claims = verified()
      await finishSignIn(await signInAt(server, 'google', google.person(claims)))
      assert.equal((await signInAt(server, 'google', google.person(claims))).told.error, 'identity_taken')
    })

    it('replaces destinations on other sites by the start page', async () => {
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

    it('ignores forged host headers in every redirect', async () => {
      const hostile = {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        'X-Original-Host': 'evil.example',
        Forwarded: 'host=evil.example',
        Referer: 'https://evil.example/',
      }
      const browser = createBrowser(server)
      const started = await browser.fetch('/api/auth/oauth/google', { headers: hostile })
      const location = new URL(started.headers.get('location')!)
      assert.equal(location.origin, providers.issuers.google.url)
      assert.equal(location.searchParams.get('redirect_uri'), `${appUrl}/api/auth/oauth/google/callback`)
      const subject = providers.issuers.google.person(verified())
      const callback = await browser.open(location.href, subject, isCallback)
      for (const address of [callback.href, callback.href]) {
        const response = await browser.fetch(address, { headers: hostile })
        assert.ok(response.headers.get('location')!.startsWith(`${appUrl}/sign-in`))
      }
    })

    it('sets cookies with HttpOnly, Secure and SameSite', async () => {
      const response = await createBrowser(server).fetch('/api/auth/oauth/google')
      const [line] = response.headers.getSetCookie()
      assert.match(
        line!,
        /^__Secure-baton-oauth=[\w-]+; Max-Age=600; Path=\/api; HttpOnly; Secure; SameSite=Lax$/,
      )
    })
  })
}

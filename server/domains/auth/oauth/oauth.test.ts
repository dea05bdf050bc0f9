import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { withRegistration } from '../../../../test/registration.ts'
import { type Providers, startProviders } from '../../../../test/partners/oidc.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../../test/partners/walking-browser.ts'
import { sql } from '../../../database/sql.ts'
import type { Registration } from '../accounts/registration.ts'
import { providerIds } from '../../../operations/sign-in-provider.ts'

const appUrl = 'https://baton.example'

for (const engine of oneEngine) {
  describe(`provider sign-in, on ${engine}`, () => {
    let server: TestServer
    let providers: Providers
    before(async () => {
      providers = await startProviders(appUrl)
      server = await startOwnServer(engine, providers.environment)
    })
    after(async () => {
      await server.stop()
      await providers.close()
    })

    const address = () => `${randomUUID()}@example.com`

    for (const id of providerIds) {
      it(`creates an account for a new user from ${id} and signs the same user in later`, async () => {
        const email = address()
        const ada = providers.issuers[id].person({ email, email_verified: true, name: 'Ada' })
        const first = await finishSignIn(await signInAt(server, id, ada))
        assert.deepEqual([first.user.email, first.user.name], [email, 'Ada'])
        const call = server.client(first.token)
        assert.equal((await call('accounts.getMe', {})).organization?.name, "Ada's organization")
        assert.equal((await call('logins.list', {})).items[0]!.method, id)
        assert.equal((await finishSignIn(await signInAt(server, id, ada))).user.id, first.user.id)
      })
    }

    it('returns the requested dashboard path after the sign-in', async () => {
      const ada = providers.issuers.google.person({ email: address(), email_verified: true, name: 'Ada' })
      const { page, told } = await signInAt(server, 'google', ada, '/projects/web?view=board#top')
      assert.equal(page.href.split('#')[0], `${appUrl}/sign-in/finish`)
      assert.equal(told.to, '/projects/web?view=board#top')
    })

    it('signs in to the account with the same address if both sides have verified it', async () => {
      const email = address()
      const claims = { email, email_verified: true, name: 'Ada' }
      const { issuers } = providers
      const first = await finishSignIn(await signInAt(server, 'gitlab', issuers.gitlab.person(claims)))
      const second = await finishSignIn(await signInAt(server, 'google', issuers.google.person(claims)))
      assert.equal(second.user.id, first.user.id)
      const { items } = await server.client(second.token)('connectedAccounts.list', {})
      assert.deepEqual(
        items.map(({ provider }) => provider),
        ['gitlab', 'google'],
      )
    })

    it('keeps the account when the address at the provider changes', async () => {
      const ada = providers.issuers.google.person({ email: address(), email_verified: true, name: 'Ada' })
      const first = await finishSignIn(await signInAt(server, 'google', ada))
      const moved = { email: address(), email_verified: false, name: 'Ada L.' }
      providers.issuers.google.change(ada, moved)
      const second = await finishSignIn(await signInAt(server, 'google', ada))
      assert.deepEqual(second.user, first.user)
      const { items } = await server.client(second.token)('connectedAccounts.list', {})
      assert.deepEqual([items[0]!.email, items[0]!.name], [moved.email, moved.name])
    })

    it("reports a cancelled sign-in by code and hides the provider's text", async () => {
      const browser = createBrowser(server)
      const started = new URL((await browser.fetch('/api/auth/oauth/google')).headers.get('location')!)
      const query = new URLSearchParams({
        error: 'access_denied',
        error_description: 'Call 555-0100',
        iss: providers.issuers.google.url,
        state: started.searchParams.get('state')!,
      })
      const page = await browser.open(`/api/auth/oauth/google/callback?${query.toString()}`)
      assert.equal(page.pathname, '/sign-in')
      assert.equal(pageText(page).error, 'access_denied')
      assert.ok(!page.href.includes('555'))
    })

    it('ignores unknown parameters in the callback', async () => {
      const ada = providers.issuers.gitlab.person({ email: address(), email_verified: true, name: 'Ada' })
      const browser = createBrowser(server)
      const callback = await browser.open('/api/auth/oauth/gitlab', ada, isCallback)
      const page = await browser.open(`${callback.href}&session_state=x&prompt=none&prompt=again`)
      assert.equal(page.pathname, '/sign-in/finish')
    })

    it('rejects a suspended user with the code suspended', async () => {
      const ada = providers.issuers.github.person({ email: address(), email_verified: true, name: 'Ada' })
      const { user } = await finishSignIn(await signInAt(server, 'github', ada))
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${user.id}`)
      const { page, told } = await signInAt(server, 'github', ada)
      assert.deepEqual([page.pathname, told.error], ['/sign-in', 'suspended'])
      assert.ok(!('ticket' in told))
    })

    it('rejects new users that the registration settings exclude, but not existing ones', async () => {
      const { google } = providers.issuers
      const member = google.person({ email: address(), email_verified: true, name: 'Ada' })
      await finishSignIn(await signInAt(server, 'google', member))
      const newcomer = google.person({ email: address(), email_verified: true, name: 'Eve' })
      const cases: [code: string, registration: Partial<Registration>][] = [
        ['registration_closed', { mode: 'closed' }],
        ['invitation_needed', { mode: 'invitation' }],
        ['email_domain_refused', { domains: ['example.org'] }],
      ]
      for (const [code, registration] of cases)
        await withRegistration(server, registration, async () => {
          assert.equal((await signInAt(server, 'google', newcomer)).told.error, code)
          assert.ok((await finishSignIn(await signInAt(server, 'google', member))).token)
        })
    })

    it('offers exactly the configured providers', async () => {
      const options = await server.anonymous('accounts.getSignInOptions', {})
      assert.deepEqual(options.providers, [
        { id: 'github', name: 'GitHub' },
        { id: 'google', name: 'Google' },
        { id: 'gitlab', name: 'GitLab' },
      ])
      assert.deepEqual([options.instance, options.registration, options.mail], ['Baton', true, false])
      assert.equal((await errorAtStart(server, 'acme')).error, 'not_found')
    })
  })

  describe(`unavailable sign-in providers, on ${engine}`, () => {
    let server: TestServer
    let stopped: Providers
    before(async () => {
      stopped = await startProviders(appUrl)
      const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...settings } = stopped.environment
      server = await startOwnServer(engine, settings)
    })
    after(() => server.stop())

    it('hides a provider without a client and reports it as not configured', async () => {
      const { providers } = await server.anonymous('accounts.getSignInOptions', {})
      assert.deepEqual(
        providers.map(({ id }) => id),
        ['github', 'gitlab'],
      )
      const shown = await errorAtStart(server, 'google')
      assert.equal(shown.error, 'provider_not_configured')
    })

    it('reports an unreachable provider before the redirect and after the callback', async () => {
      const ada = stopped.issuers.gitlab.person({ email: 'ada@example.com', email_verified: true })
      const browser = createBrowser(server)
      const callback = await browser.open('/api/auth/oauth/gitlab?to=/projects/web', ada, isCallback)
      await stopped.close()
      const page = await browser.open(callback.href)
      assert.deepEqual([page.pathname, pageText(page).error], ['/sign-in', 'provider_unavailable'])
      assert.equal(pageText(page).provider, 'GitLab')
      assert.equal(
        page.searchParams.get('to'),
        '/projects/web',
        'the destination is kept for another sign-in method',
      )
      assert.equal((await errorAtStart(server, 'github')).error, 'provider_unavailable')
    })
  })
}

/** Returns the error that the sign-in page shows when a sign-in cannot start. */
async function errorAtStart(server: TestServer, provider: string) {
  const { location } = await server.anonymous('oauth.start', { provider })
  return pageText(new URL(location))
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, clientFor, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { withRegistration } from '../../../test/registration.ts'
import { type Providers, startProviders } from '../../../test/partners/oidc.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../test/partners/walking-browser.ts'
import type { Registration } from '../accounts/registration.ts'
import { providerIds } from './provider.ts'

const appUrl = 'https://baton.example'

for (const engine of oneEngine) {
  describe(`signing in at a provider, on ${engine}`, () => {
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
      it(`makes an account for a newcomer from ${id}, and knows them when they come again`, async () => {
        const email = address()
        const ada = providers.issuers[id].person({ email, email_verified: true, name: 'Ada' })
        const first = await finishSignIn(await signInAt(server, id, ada))
        assert.deepEqual([first.user.email, first.user.name], [email, 'Ada'])
        const call = clientFor(server.url, first.token)
        assert.equal((await call('accounts.getMe', {})).organization?.name, "Ada's organization")
        assert.equal((await call('logins.list', {})).items[0]!.method, id)
        assert.equal((await finishSignIn(await signInAt(server, id, ada))).user.id, first.user.id)
      })
    }

    it('leads to where the person wanted to go', async () => {
      const ada = providers.issuers.google.person({ email: address(), email_verified: true, name: 'Ada' })
      const { page, told } = await signInAt(server, 'google', ada, '/projects/web?view=board#top')
      assert.equal(page.href.split('#')[0], `${appUrl}/sign-in/finish`)
      assert.equal(told.to, '/projects/web?view=board#top')
    })

    it('opens the account with the same address, if both sides have verified it', async () => {
      const email = address()
      const claims = { email, email_verified: true, name: 'Ada' }
      const { issuers } = providers
      const first = await finishSignIn(await signInAt(server, 'gitlab', issuers.gitlab.person(claims)))
      const second = await finishSignIn(await signInAt(server, 'google', issuers.google.person(claims)))
      assert.equal(second.user.id, first.user.id)
      const { items } = await clientFor(server.url, second.token)('connectedAccounts.list', {})
      assert.deepEqual(
        items.map(({ provider }) => provider),
        ['gitlab', 'google'],
      )
    })

    it('stays the same account when the address at the provider changes', async () => {
      const ada = providers.issuers.google.person({ email: address(), email_verified: true, name: 'Ada' })
      const first = await finishSignIn(await signInAt(server, 'google', ada))
      const moved = { email: address(), email_verified: false, name: 'Ada L.' }
      providers.issuers.google.change(ada, moved)
      const second = await finishSignIn(await signInAt(server, 'google', ada))
      assert.deepEqual(second.user, first.user)
      const { items } = await clientFor(server.url, second.token)('connectedAccounts.list', {})
      assert.deepEqual([items[0]!.email, items[0]!.name], [moved.email, moved.name])
    })

    it('tells in our own words that it was cancelled there', async () => {
      const browser = createBrowser(server)
      const began = new URL((await browser.fetch('/api/auth/oauth/google')).headers.get('location')!)
      const answer = new URLSearchParams({
        ...{ error: 'access_denied', error_description: 'Call 555-0100', iss: providers.issuers.google.url },
        state: began.searchParams.get('state')!,
      })
      const page = await browser.open(`/api/auth/oauth/google/callback?${answer.toString()}`)
      assert.equal(page.pathname, '/sign-in')
      assert.equal(pageText(page).error, 'access_denied')
      assert.ok(!page.href.includes('555'))
    })

    it('ignores what a provider adds to its answer', async () => {
      const ada = providers.issuers.gitlab.person({ email: address(), email_verified: true, name: 'Ada' })
      const browser = createBrowser(server)
      const callback = await browser.open('/api/auth/oauth/gitlab', ada, isCallback)
      const page = await browser.open(`${callback.href}&session_state=x&prompt=none&prompt=again`)
      assert.equal(page.pathname, '/sign-in/finish')
    })

    it('tells somebody who is suspended so', async () => {
      const ada = providers.issuers.github.person({ email: address(), email_verified: true, name: 'Ada' })
      const { user } = await finishSignIn(await signInAt(server, 'github', ada))
      await server.app.database.run('update users set suspended_at = now() where id = $1', [user.id])
      const { page, told } = await signInAt(server, 'github', ada)
      assert.deepEqual([page.pathname, told.error], ['/sign-in', 'suspended'])
      assert.ok(!('ticket' in told))
    })

    it('rejects newcomers whom the registration settings do not admit, but not members', async () => {
      const { google } = providers.issuers
      const member = google.person({ email: address(), email_verified: true, name: 'Ada' })
      await finishSignIn(await signInAt(server, 'google', member))
      const newcomer = google.person({ email: address(), email_verified: true, name: 'Eve' })
      const refused: [code: string, registration: Partial<Registration>][] = [
        ['registration_closed', { mode: 'closed' }],
        ['invitation_needed', { mode: 'invitation' }],
        ['email_domain_refused', { domains: ['example.org'] }],
      ]
      for (const [code, registration] of refused)
        await withRegistration(server, registration, async () => {
          assert.equal((await signInAt(server, 'google', newcomer)).told.error, code)
          assert.ok((await finishSignIn(await signInAt(server, 'google', member))).token)
        })
    })

    it('is offered by what is configured', async () => {
      const options = await server.anonymous('accounts.getSignInOptions', {})
      assert.deepEqual(options.providers, [
        { id: 'github', name: 'GitHub' },
        { id: 'google', name: 'Google' },
        { id: 'gitlab', name: 'GitLab' },
      ])
      assert.deepEqual([options.instance, options.registration, options.mail], ['Baton', true, false])
      assert.equal((await refusedAtStart(server, 'acme')).error, 'not_found')
    })
  })

  describe(`without a working provider, on ${engine}`, () => {
    let server: TestServer
    let gone: Providers
    before(async () => {
      gone = await startProviders(appUrl)
      const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...settings } = gone.environment
      server = await startOwnServer(engine, settings)
    })
    after(() => server.stop())

    it('one that is not set up says so, and is not offered', async () => {
      const { providers } = await server.anonymous('accounts.getSignInOptions', {})
      assert.deepEqual(
        providers.map(({ id }) => id),
        ['github', 'gitlab'],
      )
      const told = await refusedAtStart(server, 'google')
      assert.equal(told.error, 'provider_not_configured')
    })

    it('one that is down is a sentence, before the browser leaves and after it has come back', async () => {
      const ada = gone.issuers.gitlab.person({ email: 'ada@example.com', email_verified: true })
      const browser = createBrowser(server)
      const callback = await browser.open('/api/auth/oauth/gitlab?to=/projects/web', ada, isCallback)
      await gone.close()
      const page = await browser.open(callback.href)
      assert.deepEqual([page.pathname, pageText(page).error], ['/sign-in', 'provider_unavailable'])
      assert.equal(pageText(page).provider, 'GitLab')
      assert.equal(page.searchParams.get('to'), '/projects/web', 'another way leads there, too')
      assert.equal((await refusedAtStart(server, 'github')).error, 'provider_unavailable')
    })
  })
}

/** What somebody is told whose browser was never sent to the provider. */
async function refusedAtStart(server: TestServer, provider: string) {
  const { location } = await server.anonymous('oauth.start', { provider })
  return pageText(new URL(location))
}

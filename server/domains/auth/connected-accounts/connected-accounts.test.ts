import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine } from '../../../../test/harness.ts'
import { linkIn } from '../../../../test/partners/mail.ts'
import { type Providers, startProviders } from '../../../../test/partners/oidc.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../../test/partners/walking-browser.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'
import type { ProviderId } from '../../../operations/sign-in-provider.ts'

for (const engine of oneEngine) {
  describe(`connected accounts, on ${engine}`, () => {
    let server: ServerWithMail
    let providers: Providers
    before(async () => {
      providers = await startProviders('https://baton.example')
      server = await startOwnWithMail(engine, providers.environment)
    })
    after(async () => {
      await server.stop()
      await providers.close()
    })

    const claims = () => ({ email: `${randomUUID()}@example.com`, email_verified: true, name: 'Ada' })

    /** Starts connecting in the settings and stops before the callback from the provider. */
    async function startConnecting(person: Pick<Person, 'token'>, provider: ProviderId, subject: string) {
      const browser = createBrowser(server)
      const response = await browser.fetch(`/api/settings/connected-accounts/${provider}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${person.token}` },
      })
      const { location } = (await response.json()) as { location: string }
      return { browser, callback: await browser.open(location, subject, isCallback) }
    }

    async function connect(person: Pick<Person, 'token'>, provider: ProviderId, subject: string) {
      const { browser, callback } = await startConnecting(person, provider, subject)
      return browser.open(callback.href)
    }

    async function newcomer(provider: ProviderId) {
      const subject = providers.issuers[provider].person(claims())
      const { token, user } = await finishSignIn(await signInAt(server, provider, subject))
      return { subject, token, user, call: server.client(token) }
    }

    it('connects an account with any email address and signs in with it', async () => {
      const ada = await server.register('Ada')
      const atGitLab = { ...claims(), email_verified: false, name: 'ada42' }
      const subject = providers.issuers.gitlab.person(atGitLab)
      const page = await connect(ada, 'gitlab', subject)
      assert.deepEqual([page.pathname, pageText(page)], ['/settings/sign-in', { connected: 'gitlab' }])
      const [account] = (await ada.call('connectedAccounts.list', {})).items
      assert.deepEqual(
        [account!.provider, account!.providerName, account!.email, account!.name],
        ['gitlab', 'GitLab', atGitLab.email, 'ada42'],
      )
      assert.ok(account!.connectedAt <= account!.lastUsedAt!)
      const { user } = await finishSignIn(await signInAt(server, 'gitlab', subject))
      assert.equal(user.id, ada.user.id)
    })

    it('notifies the owner by email of each connected account', async () => {
      const { person: ada } = await server.newcomer('Ada')
      const atGoogle = claims()
      await connect(ada, 'google', providers.issuers.google.person(atGoogle))
      const notice = await server.mails.next(ada.email)
      assert.match(notice.subject, /^Google was connected/)
      assert.ok(notice.text.includes(atGoogle.email))
      assert.equal(linkIn(notice).href, 'https://baton.example/settings/sign-in')

      const same = claims()
      await signInAt(server, 'gitlab', providers.issuers.gitlab.person(same))
      await signInAt(server, 'github', providers.issuers.github.person(same))
      assert.match((await server.mails.next(same.email)).subject, /^GitHub was connected/)
    })

    it('accepts connecting the same account again', async () => {
      const ada = await server.register('Ada')
      const subject = providers.issuers.google.person(claims())
      for (const _ of [1, 2]) assert.ok(pageText(await connect(ada, 'google', subject)).connected)
      assert.equal((await ada.call('connectedAccounts.list', {})).items.length, 1)
    })

    it('rejects a sign-in with a disconnected account', async () => {
      const ada = await server.register('Ada')
      const { email: _email, ...unknown } = claims()
      const subject = providers.issuers.github.person(unknown)
      await connect(ada, 'github', subject)
      await ada.call('connectedAccounts.remove', { provider: 'github' })
      assert.equal((await signInAt(server, 'github', subject)).told.error, 'address_unverified')
      const { items } = await ada.call('activity.listEvents', { limit: 10 })
      const types = items.map(({ type }) => type)
      assert.ok(types.includes('identity.connected') && types.includes('identity.disconnected'))
    })

    it('rejects removing the last sign-in method, even with concurrent requests', async () => {
      const ada = await newcomer('google')
      const last = { code: 'last_way_in', status: 422 }
      await assert.rejects(ada.call('connectedAccounts.remove', { provider: 'google' }), last)
      await connect(ada, 'gitlab', providers.issuers.gitlab.person(claims()))
      const both = await Promise.allSettled([
        ada.call('connectedAccounts.remove', { provider: 'google' }),
        ada.call('connectedAccounts.remove', { provider: 'gitlab' }),
      ])
      assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      assert.equal((await ada.call('connectedAccounts.list', {})).items.length, 1)
    })

    it('rejects an account that is connected to another user', async () => {
      const bob = await newcomer('google')
      const ada = await server.register('Ada')
      const page = await connect(ada, 'google', bob.subject)
      assert.deepEqual([page.pathname, pageText(page).error], ['/settings/sign-in', 'identity_taken'])
      assert.deepEqual((await ada.call('connectedAccounts.list', {})).items, [])
    })

    it('rejects a second account of the same provider', async () => {
      const ada = await newcomer('gitlab')
      const page = await connect(ada, 'gitlab', providers.issuers.gitlab.person(claims()))
      assert.equal(pageText(page).error, 'identity_taken')
    })

    it('rejects the callback after the user signed out or was suspended', async () => {
      const ada = await newcomer('google')
      const subject = providers.issuers.github.person(claims())
      const late = await startConnecting(ada, 'github', subject)
      await ada.call('accounts.logOut', {})
      assert.equal(pageText(await late.browser.open(late.callback.href)).error, 'sign_in_again')

      const eve = await newcomer('google')
      const suspended = await startConnecting(eve, 'github', subject)
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${eve.user.id}`)
      assert.equal(pageText(await suspended.browser.open(suspended.callback.href)).error, 'suspended')
    })

    it('rejects a callback in a browser that did not start the flow', async () => {
      const [ada, mallory] = [await server.register('Ada'), await server.register('Mallory')]
      const forAda = await startConnecting(ada, 'google', providers.issuers.google.person(claims()))
      const forMallory = await startConnecting(mallory, 'google', providers.issuers.google.person(claims()))
      const page = await forAda.browser.open(forMallory.callback.href)
      assert.equal(pageText(page).error, 'sign_in_lost')
      assert.deepEqual((await ada.call('connectedAccounts.list', {})).items, [])
    })

    it('requires a recent sign-in to add or remove an account', async () => {
      const ada = await server.register('Ada')
      await server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      for (const id of ['connectedAccounts.add', 'connectedAccounts.remove'] as const)
        await assert.rejects(ada.call(id, { provider: 'google' }), { code: 'sign_in_again' })
      assert.deepEqual((await ada.call('connectedAccounts.list', {})).items, [])
    })

    it('hides the external auth backend', async () => {
      const ada = await server.register('Ada')
      await server.app.database.run(
        sql`insert into identities (id, user_id, provider, issuer, subject)
         values (${randomUUID()}, ${ada.user.id}, 'backend', 'x', ${randomUUID()})`,
      )
      assert.deepEqual((await ada.call('connectedAccounts.list', {})).items, [])
      for (const provider of ['backend', 'github', 'acme'])
        await assert.rejects(ada.call('connectedAccounts.remove', { provider }), { status: 404 })
    })
  })
}

import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openOwnEntrance } from './entrance.ts'
import { type Person, clientFor } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { type Providers, startProviders } from './partners/oidc.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { impersonate } from './world.ts'

describe('the sign-in settings', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let providers: Providers
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openOwnEntrance(async (url) => {
      providers = await startProviders(url)
      return providers.environment
    })
    ada = (await entrance.server.newcomer('Ada')).person
    page = await entrance.visit('/settings/sign-in', ada)
  })
  after(async () => {
    await entrance?.close()
    await providers?.close()
  })

  step('changes the password and signs out every other device', async () => {
    const other = await entrance.visit('/sign-in')
    await fillIn(other, ada)
    await other.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    // The first field has the focus.
    await page.keyboard.type('not the password')
    await page.getByLabel('New password').fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Must have at least 10 characters.').waitFor()
    await page.getByLabel('New password').fill('another sentence of mine')
    await page.keyboard.press('Enter')
    await page.getByText('This is not your current password.').waitFor()
    const key = await ada.call('credentials.createApiKey', { name: 'CI' })
    await page.getByLabel('Current password').fill(ada.password)
    await page.getByLabel('Revoke my API keys and MCP tokens').check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    const program = clientFor(entrance.server.url, key.value)
    await assert.rejects(program('accounts.getMe', {}), { code: 'invalid_credential' })
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(other, { ...ada, password: 'another sentence of mine' })
    await other.getByRole('heading', { name: 'Home' }).waitFor()
    await other.close()
  })

  step('adds, names, renames and removes a passkey', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const options = {
      ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    }
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
    await page.getByText('No passkeys yet.').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Passkey name').waitFor()
    await page.keyboard.type('Laptop')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Passkeys' })
    await list.getByText('Laptop').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey for your account.').waitFor()

    // Saving returned the focus to the button that opens this form.
    await list.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.keyboard.type('Old laptop')
    await page.keyboard.press('Enter')
    await list.getByText('Old laptop').waitFor()
    await page
      .locator(':focus')
      .and(list.getByRole('button', { name: 'Rename Old laptop' }))
      .waitFor()
    assert.equal((await ada.call('passkeys.list', {})).items[0]!.name, 'Old laptop')

    await list.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed “Old laptop”.').waitFor()
    await page.getByText('No passkeys yet.').waitFor()
    assert.deepEqual((await ada.call('passkeys.list', {})).items, [])
  })

  step("hides passkeys where the browser can't create them, and says why", async () => {
    const { token } = await entrance.server.register('Grace')
    const elsewhere = await entrance.visit('/settings/sign-in', { token })
    await elsewhere.goto(`${entrance.server.url}/settings/sign-in`)
    await elsewhere.getByText('Passkeys need a host name with HTTPS.').waitFor()
    assert.equal(await elsewhere.getByRole('button', { name: 'Add a passkey' }).count(), 0)
    await elsewhere.close()
  })

  step('connects an account at a provider and disconnects it', async () => {
    const { gitlab } = providers.issuers
    const there = gitlab.person({ email: 'ada@gitlab.example', email_verified: true, name: 'Ada L.' })
    const list = page.getByRole('list', { name: 'Connected accounts' })
    await list.getByRole('button', { name: 'Connect GitLab', exact: true }).click()
    await signInThere(there)
    await page.getByText('GitLab is connected. You can now sign in with it.').waitFor()
    await isAt(page, '/settings/sign-in')
    await list.getByText('Ada L., ada@gitlab.example').waitFor()

    await list.getByRole('button', { name: 'Disconnect GitLab' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await list.getByRole('button', { name: 'Connect GitLab', exact: true }).waitFor()
    assert.deepEqual((await ada.call('connectedAccounts.list', {})).items, [])
  })

  step('shows why an account could not be connected', async () => {
    const { google } = providers.issuers
    const someone = await entrance.server.register('Someone')
    const there = google.person({ email: 'someone@google.example', email_verified: true })
    await entrance.server.app.database.run(
      sql`insert into identities (id, user_id, provider, issuer, subject) values (gen_random_uuid(),
        ${someone.user.id}, 'google', ${google.url}, ${there})`,
    )
    await page.getByRole('button', { name: 'Connect Google' }).click()
    await signInThere(there)
    await page.getByText('This Google account is connected to another user').waitFor()
    await isAt(page, '/settings/sign-in')
    await page.reload()
    await page.getByRole('button', { name: 'Connect Google' }).waitFor()
    assert.equal(
      await page.getByText('is connected to another user').count(),
      0,
      'the page shows the error only once',
    )
  })

  step('lists signed-in devices and impersonators, and signs them out', async () => {
    const admin = await entrance.server.register('Root')
    await impersonate(entrance.server, admin, ada)
    const phone = await entrance.visit('/sign-in')
    await fillIn(phone, { ...ada, password: 'another sentence of mine' })
    await phone.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('link', { name: 'Devices' }).click()
    const list = page.getByRole('list', { name: 'Devices' })
    const rows = list.getByRole('listitem')
    await rows.filter({ hasText: 'Root acts as you' }).waitFor()
    await rows.filter({ hasText: 'This device' }).waitFor()
    const other = rows
      .filter({ hasNotText: /This device|acts as you/ })
      .filter({ hasText: 'Chrome on Linux' })

    await other.first().getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Chrome on Linux is signed out.').waitFor()
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('All other devices are signed out.').waitFor()
    await phone.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal((await ada.call('logins.list', {})).items.length, 1)
    await eventually(() => rows.count(), 1)
    entrance.checkComplaints()
  })

  /** Signs in at the provider and consents. */
  async function signInThere(subject: string): Promise<void> {
    await page.locator('input[name=login]').fill(subject)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
    await page.locator('button[type=submit]').click()
  }
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openOwnEntrance, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { type Providers, startProviders } from './partners/oidc.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { impersonate } from './world.ts'

describe('providers, passkeys and the sign-in settings', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let providers: Providers
  let ada: Person
  /** Ada's own browser, which shows the settings. */
  let page: Page
  /** The browser of a second device. */
  let other: Page
  before(async () => {
    entrance = await openOwnEntrance(async (url) => {
      providers = await startProviders(url)
      return providers.environment
    })
    ada = (await entrance.server.newcomer('Ada')).person
    other = await entrance.visit('/sign-up?to=/connect')
  })
  after(async () => {
    await entrance?.close()
    await providers?.close()
  })

  step('signs a new user in with a provider and opens the page that they wanted', async () => {
    const email = 'new-from-github@example.com'
    const subject = providers.issuers.github.person({ email, email_verified: true, name: 'Grace' })
    for (const name of ['GitHub', 'Google', 'GitLab'])
      await other.getByRole('link', { name: `Continue with ${name}` }).waitFor()
    await other.getByRole('link', { name: 'Continue with GitHub' }).click()
    await agreeAs(other, subject)
    await other.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    await isAt(other, '/connect')
    assert.equal(await whoIs(entrance, other), email)
    // The provider has verified the address, so the page doesn't ask for it.
    assert.equal(await other.getByText('Confirm your email address').count(), 0)
    const history = await other.evaluate<string[]>('navigation.entries().map(({ url }) => url)')
    assert.deepEqual(history, [`${entrance.url}/connect`], 'no step of it is left to go back to')
  })

  step(
    'explains a cancelled sign-in at the provider, and still leads to the page the user wanted',
    async () => {
      await signOut(other)
      await other.getByRole('link', { name: 'Continue with Google' }).click()
      await other.getByRole('link', { name: 'Cancel' }).click()
      await other.getByRole('alert').getByText('The sign-in was denied.').waitFor()
      await isAt(other, '/sign-in?to=%2Fconnect')
    },
  )

  step('rejects a forged ticket in a link and does not redirect', async () => {
    await other.goto(`${entrance.url}/sign-in/finish#ticket=of-someone-else&to=//evil.example`)
    await other.getByRole('alert').getByText('This sign-in was started in another browser').waitFor()
    await isAt(other, '/sign-in/finish')
    await other.getByRole('link', { name: 'Back to sign-in' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await isAt(other, '/sign-in')
  })

  step('changes the password and signs out every other device', async () => {
    await fillIn(other, ada)
    await other.getByRole('heading', { name: 'Home' }).waitFor()
    page = await entrance.visit('/settings/sign-in', ada)
    await page.getByRole('button', { name: 'Change password' }).click()
    // The first field has the focus.
    await page.keyboard.type('not the password')
    await page.getByLabel('New password').fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Must have at least 10 characters.').waitFor()
    const password = 'another sentence of mine'
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('This is not your current password.').waitFor()
    await page.getByLabel('Current password').fill(ada.password)
    await page.getByLabel('Revoke my API keys and MCP tokens').check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    ada = { ...ada, password }
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(other, ada)
    await other.getByRole('heading', { name: 'Home' }).waitFor()
  })

  step('connects an account at a provider and disconnects it', async () => {
    const { gitlab } = providers.issuers
    const there = gitlab.person({ email: 'ada@gitlab.example', email_verified: true, name: 'Ada L.' })
    const list = page.getByRole('list', { name: 'Connected accounts' })
    await list.getByRole('button', { name: 'Connect GitLab', exact: true }).click()
    await agreeAs(page, there)
    await page.getByText('GitLab is connected. You can now sign in with it.').waitFor()
    await isAt(page, '/settings/sign-in')
    await list.getByText('Ada L., ada@gitlab.example').waitFor()

    await list.getByRole('button', { name: 'Disconnect GitLab' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await list.getByRole('button', { name: 'Connect GitLab', exact: true }).waitFor()
  })

  step('shows once why an account could not be connected', async () => {
    await page.getByRole('button', { name: 'Connect Google' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('The sign-in was denied.').waitFor()
    await isAt(page, '/settings/sign-in')
    await page.reload()
    await page.getByRole('button', { name: 'Connect Google' }).waitFor()
    assert.equal(await page.getByText('The sign-in was denied.').count(), 0)
  })

  step('lists signed-in devices and impersonators, and signs them out', async () => {
    const admin = await entrance.server.register('Root')
    await impersonate(entrance.server, admin, ada)
    await page.getByRole('link', { name: 'Devices' }).click()
    const list = page.getByRole('list', { name: 'Devices' })
    const rows = list.getByRole('listitem')
    await rows.filter({ hasText: 'Root acts as you' }).waitFor()
    await rows.filter({ hasText: 'This device' }).waitFor()
    const phone = rows
      .filter({ hasNotText: /This device|acts as you/ })
      .filter({ hasText: 'Chrome on Linux' })
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Chrome on Linux is signed out.').waitFor()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('All other devices are signed out.').waitFor()
    await eventually(() => rows.count(), 1)
  })

  const passkeys = () => page.getByRole('list', { name: 'Passkeys' })
  let devtools: CDPSession
  let authenticatorId: string

  step('adds, names and renames a passkey', async () => {
    devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const options = {
      ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    }
    authenticatorId = (await devtools.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
    await page.getByText('No passkeys yet.').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Passkey name').waitFor()
    await page.keyboard.type('Laptop')
    await page.keyboard.press('Enter')
    await passkeys().getByText('Laptop').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey for your account.').waitFor()

    // Saving returned the focus to the button that opens this form.
    await passkeys().getByRole('button', { name: 'Rename Laptop' }).click()
    await page.keyboard.type('Old laptop')
    await page.keyboard.press('Enter')
    await passkeys().getByText('Old laptop').waitFor()
    await page
      .locator(':focus')
      .and(passkeys().getByRole('button', { name: 'Rename Old laptop' }))
      .waitFor()
  })

  step('asks for a passkey only after its button is pressed', async () => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    assert.ok(!requestedPaths.some((path) => path.startsWith('/api/auth/passkey')))
  })

  step('rejects a passkey without user verification, and names the alternatives', async () => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkey was used. Try again, or sign in another way.').waitFor()
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  })

  step('signs in with a passkey, opens the page that the user wanted, and removes the passkey', async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await passkeys().getByRole('button', { name: 'Remove Old laptop' }).click()
    await isAt(page, '/settings/sign-in')
    assert.equal(await whoIs(entrance, page), ada.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed “Old laptop”.').waitFor()
    await page.getByText('No passkeys yet.').waitFor()
  })

  step('explains that passkeys do not work at another address of the server', async () => {
    const grace = await entrance.server.register('Grace')
    const numbers = await entrance.visit(`${entrance.server.url}/settings/sign-in`, grace)
    await numbers.getByText('Passkeys need a host name with HTTPS.').waitFor()
    assert.equal(await numbers.getByRole('button', { name: 'Add a passkey' }).count(), 0)
    await signOut(numbers)
    await numbers.getByRole('button', { name: 'Use a passkey' }).click()
    await numbers.getByText("Passkeys don't work at this URL.").waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** Signs in and consents at the provider. */
async function agreeAs(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { type Entrance, isAt, openOwnEntrance, whoIs } from './entrance.ts'
import { skip } from './partners/chromium.ts'
import { type Providers, startProviders } from './partners/oidc.ts'
import { story } from './story.ts'

describe('signing in with providers and passkeys, through the pages', { skip }, () => {
  let entrance: Entrance
  let providers: Providers
  before(async () => {
    entrance = await openOwnEntrance(async (url) => {
      providers = await startProviders(url)
      return providers.environment
    })
  })
  after(async () => {
    await entrance?.close()
    await providers?.close()
  })

  for (const [id, name] of [
    ['github', 'GitHub'],
    ['google', 'Google'],
    ['gitlab', 'GitLab'],
  ] as const) {
    it(`signs a new user in with ${name} and opens the page that they wanted`, async () => {
      const email = `new-from-${id}@example.com`
      const subject = providers.issuers[id].person({ email, email_verified: true, name: 'Ada' })
      const page = await entrance.visit('/sign-in?to=/connect')
      await page.getByRole('link', { name: `Continue with ${name}` }).click()
      await agreeAs(page, subject)
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
      await isAt(page, '/connect')
      assert.equal(await whoIs(entrance, page), email)
      // The provider has verified the address, so the page doesn't ask for it.
      assert.equal(await page.getByText('Confirm your email address').count(), 0)
      const history = await page.evaluate<string[]>('navigation.entries().map(({ url }) => url)')
      assert.deepEqual(history, [`${entrance.url}/connect`], 'no step of it is left to go back to')
    })
  }

  it('explains a cancelled sign-in at the provider, and still leads to the page the user wanted', async () => {
    const page = await entrance.visit('/sign-up?to=/connect')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('The sign-in was denied.').waitFor()
    await isAt(page, '/sign-in?to=%2Fconnect')
  })

  it('rejects a forged ticket in a link and does not redirect', async () => {
    const page = await entrance.visit('/sign-in/finish#ticket=of-someone-else&to=//evil.example')
    await page.getByRole('alert').getByText('This sign-in was started in another browser').waitFor()
    await isAt(page, '/sign-in/finish')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await isAt(page, '/sign-in')
  })

  describe('a passkey', () => {
    const step = story()
    let page: Page
    let devtools: CDPSession
    let authenticatorId: string
    let email: string
    before(async () => {
      const ada = await entrance.server.register('Ada')
      email = ada.email
      page = await entrance.visit('/sign-in?to=/connect')
      devtools = await page.context().newCDPSession(page)
      await devtools.send('WebAuthn.enable')
      const options = {
        ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      }
      authenticatorId = (await devtools.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
      const publicKey = JSON.stringify(await ada.call('passkeys.beginRegistration', {}))
      const response = await page.evaluate<never>(`(async () => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${publicKey})
        return (await navigator.credentials.create({ publicKey })).toJSON()
      })()`)
      await ada.call('passkeys.finishRegistration', { name: 'Laptop', response })
    })

    step('asks for a passkey only after its button is pressed', async () => {
      const requestedPaths: string[] = []
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await page.reload()
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
      assert.ok(!requestedPaths.some((path) => path.includes('passkey')))
    })

    step('rejects a passkey without user verification, and names the alternatives', async () => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('No passkey was used. Try again, or sign in another way.').waitFor()
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    })

    step('signs in with a passkey and opens the page that the user wanted', async () => {
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
      assert.equal(await whoIs(entrance, page), email)
    })

    step('explains that a passkey does not work at another address of the server', async () => {
      const numbers = await entrance.visit(`${entrance.url.replace('localhost', '127.0.0.1')}/sign-in`)
      await numbers.getByRole('button', { name: 'Use a passkey' }).click()
      await numbers.getByText("Passkeys don't work at this URL.").waitFor()
    })
  })

  it('reports no browser error or policy violation', () => entrance.checkComplaints())
})

/** Signs in and consents at the provider. */
async function agreeAs(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

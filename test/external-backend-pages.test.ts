import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, openOwnEntrance, whoIs } from './entrance.ts'
import { skip } from './partners/chromium.ts'
import { codeIn, linkIn } from './partners/mail.ts'
import { story } from './story.ts'

/*
 * The sign-in pages with the emails and links of a GoTrue server.
 */
describe('the sign-in pages with an external auth backend', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let page: Page
  before(async () => {
    entrance = await openOwnEntrance(() => ({}), 'external')
  })
  after(() => entrance?.close())

  const mailTo = (email: string) => entrance.server.mails.next(email)
  const password = 'a sentence is a good password'

  step('creates the administrator from another machine only with the setup link', async () => {
    page = await entrance.visit('about:blank')
    await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.7' })
    await page.goto(`${entrance.url}/sign-up`)
    await page.getByRole('heading', { name: 'Open the setup link' }).waitFor()
    assert.equal(await page.getByLabel('Your name').count(), 0)
    await page.goto('about:blank')
    await page.goto(entrance.server.setupLink!)
    await page.getByLabel('Your name').fill('Boss')
    await fillIn(page, { email: 'boss@example.com', password })
    await page.getByText('Confirm your email address. We sent a link to boss@example.com.').waitFor()
    assert.equal(new URL(page.url()).hash, '')
  })

  step('confirms the address of a new user with the emailed link', async () => {
    await page.context().setExtraHTTPHeaders({})
    await page.goto(linkIn(await mailTo('boss@example.com')).href)
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
  })

  step('offers a code to a user with an unconfirmed address, and signs in with it', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    await signOut()
    await page.goto(linkIn(welcome).href)
    await fillIn(page, grace)
    await page.getByText('or sign in with a code.').waitFor()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(codeIn(await mailTo(grace.email)))
    // The code has confirmed the address, so the link is no longer needed.
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    assert.equal(await whoIs(entrance, page), grace.email)
  })

  step('signs in with the emailed link only after the button is pressed', async () => {
    const ada = await entrance.server.verified('Ada')
    await signOut()
    await page.goto(`${entrance.url}/sign-in?to=/projects`)
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(linkIn(await mailTo(ada.email)).href)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    assert.equal(await whoIs(entrance, page), ada.email)
  })

  step('replaces the current session in every tab with the one in the link', async () => {
    const { gotrue } = entrance.server
    const joan = gotrue!.users.create('joan@example.com', password, { name: 'Joan' })
    gotrue!.users.confirm(joan)
    const { access_token: token } = await gotrue!.signIn(joan.email, password)
    const link = `/sign-in/link#access_token=${token}&type=magiclink`
    const followed = await entrance.openTab(page.context(), link)
    await followed.getByRole('button', { name: 'Sign in' }).click()
    for (const tab of [followed, page])
      await tab.getByRole('button', { name: 'Account' }).getByText('Joan').waitFor()
    assert.equal(await whoIs(entrance, page), joan.email)
    await followed.close()
  })

  step('resets a password with the emailed link', async () => {
    const { email } = await entrance.server.verified('Grace')
    await page.goto(`${entrance.url}/forgot-password`)
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(linkIn(await mailTo(email)).href)
    await page.getByLabel('New password').fill(`${password} too`)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed.').waitFor()
    await fillIn(page, { email, password: `${password} too` })
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  })

  step('reports no script error or policy violation', () => entrance.checkComplaints())

  /** Leaves the app too, because a link to its current page would not reload it. */
  async function signOut(): Promise<void> {
    await page.evaluate('localStorage.clear()')
    await page.goto('about:blank')
  }
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openEntrance, tabTo, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { codeIn, linkIn } from './partners/mail.ts'
import { story } from './story.ts'

describe('signing in through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  /** Another browser, such as that of an email scanner. */
  let elsewhere: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.verified('Ada')
    page = await entrance.visit('/connect')
  })
  after(() => entrance?.close())

  const mailTo = (subject: RegExp) => mailAbout(entrance.server.mails, ada.email, subject)
  const showsWantedPage = (shown: Page) => shown.getByRole('heading', { name: 'Connect an agent' }).waitFor()
  const themeOf = (shown: Page) =>
    shown.evaluate<string | undefined>('document.documentElement.dataset.theme')
  async function signOut() {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }

  step('signs in with a code by keyboard alone, also after a reload', async () => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The first field has the focus.
    await page.keyboard.type(ada.email)
    await tabTo(page, 'Send me a code')
    await page.keyboard.press('Enter')
    await page.getByText(ada.email).waitFor()
    const code = codeIn(await mailTo(/code/))
    // Phones reload a page while the user reads the email.
    await page.reload()
    await page.getByLabel('Code').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    await page.getByText("This code doesn't work.").waitFor()
    // The field is empty again and focused. The last digit submits it.
    await page.keyboard.type(code)
    await showsWantedPage(page)
    assert.equal(await whoIs(entrance, page), ada.email)
  })

  step('rejects a wrong password, and opens the wanted page after the right one', async () => {
    await signOut()
    await page.getByRole('button', { name: /^Theme: system/ }).click()
    await fillIn(page, { email: ada.email, password: 'not the password' })
    await page.getByText('The email address or password is wrong.').waitFor()
    await fillIn(page, ada)
    await showsWantedPage(page)
  })

  step('signs in with a link after a click, and also on the page that requested it', async () => {
    await signOut()
    await page.getByLabel('Email address').fill('')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('Enter an email address.').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('name'), 'email')
    await page.keyboard.type(ada.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = linkIn(await mailTo(/link/)).href

    elsewhere = await entrance.visit(link)
    await elsewhere.getByRole('button', { name: 'Sign in' }).waitFor()
    // The secret is not in the browser history.
    await isAt(elsewhere, '/sign-in/link')

    const followed = await entrance.openTab(page.context(), link)
    await followed.getByText('You opened a sign-in link.').waitFor()
    await followed.keyboard.press('Enter')
    for (const tab of [followed, page]) await showsWantedPage(tab)
    await followed.close()

    // The page of the used link explains that and leads on.
    await elsewhere.getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.getByText('This link was already used or has expired.').waitFor()
    await elsewhere.getByRole('link', { name: 'Back to sign-in' }).click()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  step('keeps the theme of a device if its user never chose one', async () => {
    assert.equal(await themeOf(page), 'light')
  })

  step('shows a sentence of ours if an external auth backend rejects its own link', async () => {
    await elsewhere.goto(`${entrance.url}/sign-in/link#error=access_denied&error_description=You+have+won`)
    await elsewhere.getByText('This link was already used or has expired.').waitFor()
    assert.equal(await elsewhere.getByText('You have won').count(), 0)
  })

  step('shows the reason for a redirect once, only in our words, and removes it from the URL', async () => {
    const forged = 'provider=You+have+won&detail=You+have+won'
    await elsewhere.goto(`${entrance.url}/sign-in?to=/connect#error=provider_unavailable&${forged}`)
    await elsewhere.getByText("The provider can't be reached right now.").waitFor()
    assert.equal(await elsewhere.getByText('You have won').count(), 0)
    await isAt(elsewhere, '/sign-in?to=/connect')
    await elsewhere.reload()
    await elsewhere.getByRole('button', { name: 'Use a passkey' }).waitFor()
    assert.equal(await elsewhere.getByRole('alert').count(), 0)
  })

  // dashboard/src/destination.test.ts lists the other spellings.
  step('never redirects to another site', async () => {
    await elsewhere.goto(`${entrance.url}/sign-in?to=//evil.example/`)
    await fillIn(elsewhere, ada)
    await elsewhere.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    assert.equal(elsewhere.url(), `${entrance.url}/`)
  })

  step('explains a password link without its secret, and a used one, which leads to a new link', async () => {
    await signOut()
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const reset = await entrance.openTab(page.context(), '/reset-password')
    await reset.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
    // A link can open in a tab that already shows its page.
    await reset.goto(`${entrance.url}/reset-password#token=of-yesterday`)
    await reset.getByLabel('New password').fill('a sentence is a good password')
    await reset.keyboard.press('Enter')
    await reset.getByText('This link was already used or has expired.').waitFor()
    await reset.getByRole('link', { name: 'Get a new link' }).click()
    await reset.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await reset.close()
  })

  step('replaces a forgotten password with a link, and signs in with the new one', async () => {
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    // The page fills in the email address that the user typed before.
    assert.equal(await page.getByLabel('Email address').inputValue(), ada.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(linkIn(await mailTo(/new password/)).href)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await isAt(page, '/reset-password')
    // A phone may reload the page while the user thinks of a password.
    await page.reload()
    await page.getByLabel('New password').fill('short')
    await page.getByText('5 to go').waitFor()
    const password = 'a sentence is a good password'
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed. Sign in with the new one.').waitFor()
    await fillIn(page, { email: ada.email, password })
    await showsWantedPage(page)
    // The change signs out every session that used the old password.
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  step('sends a second code if the first does not arrive or has expired', async () => {
    await signOut()
    await page.clock.install()
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await mailTo(/code/)
    assert.ok(await page.getByRole('button', { name: /^Send again in \d+ s$/ }).isDisabled())
    await page.clock.fastForward('10:01')
    await page.getByText('This code has expired.').waitFor()
    assert.ok(await page.getByLabel('Code').isDisabled())
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByText('Sent again.').waitFor()
    const code = codeIn(await mailTo(/code/))
    // Accepts a pasted code as the email program shows it.
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await showsWantedPage(page)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

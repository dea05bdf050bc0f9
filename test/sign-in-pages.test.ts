import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Entrance, fillIn, isAt, openEntrance, tabTo, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { codeIn, linkIn } from './partners/mail.ts'

describe('signing in through the pages', { skip }, () => {
  let entrance: Entrance
  let ada: Person
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
  })
  after(() => entrance?.close())

  it('rejects a wrong password, and opens the wanted page after the right one', async () => {
    const page = await entrance.visit('/connect')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(page, { email: ada.email, password: 'not the password' })
    await page.getByText('The email address or password is wrong.').waitFor()
    await fillIn(page, ada)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
  })

  for (const elsewhere of [
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
  ]) {
    it(`never redirects to another site: ${JSON.stringify(elsewhere)}`, async () => {
      const page = await entrance.visit(`/sign-in?to=${encodeURIComponent(elsewhere)}`)
      await fillIn(page, ada)
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
      assert.equal(page.url(), `${entrance.url}/`)
    })
  }

  it('signs in with a code by keyboard alone', async () => {
    const page = await entrance.visit('/connect')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The first field has the focus.
    await page.keyboard.type(ada.email)
    await tabTo(page, 'Send me a code')
    await page.keyboard.press('Enter')
    await page.getByText(ada.email).waitFor()
    const code = codeIn(await mailAbout(entrance.server.mails, ada.email, /code/))
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    await page.getByText("This code doesn't work.").waitFor()
    // The field is empty again and focused. The last digit submits it.
    await page.keyboard.type(code)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    assert.equal(await whoIs(entrance, page), ada.email)
  })

  it('accepts a pasted code as the email program shows it, after a reload', async () => {
    const page = await entrance.visit('/sign-in?to=/connect')
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const code = codeIn(await mailAbout(entrance.server.mails, ada.email, /code/))
    await page.getByLabel('Code').waitFor()
    // Phones reload a page while the user reads the email.
    await page.reload()
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
  })

  it('sends a second code if the first does not arrive or has expired', async () => {
    const grace = (await entrance.server.newcomer('Grace')).person
    const page = await entrance.visit('/sign-in')
    await page.clock.install()
    await page.getByLabel('Email address').fill(grace.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const first = codeIn(await mailAbout(entrance.server.mails, grace.email, /code/))
    assert.ok(await page.getByRole('button', { name: /^Send again in \d+ s$/ }).isDisabled())
    await page.clock.fastForward('10:01')
    await page.getByText('This code has expired.').waitFor()
    assert.ok(await page.getByLabel('Code').isDisabled())
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByText('Sent again.').waitFor()
    const second = codeIn(await mailAbout(entrance.server.mails, grace.email, /code/))
    if (first !== second) {
      await page.getByLabel('Code').fill(first)
      await page.getByText("This code doesn't work").waitFor()
    }
    await page.getByLabel('Code').fill(second)
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  })

  it('shows at the field that an email address is missing', async () => {
    const page = await entrance.visit('/sign-in')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('Enter an email address.').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('name'), 'email')
  })

  it('signs in with a link after a click, and also on the page that requested it', async () => {
    const asking = await entrance.visit('/sign-in?to=/connect')
    await asking.getByLabel('Email address').fill(ada.email)
    await asking.getByRole('button', { name: 'Send me a link' }).click()
    await asking.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = linkIn(await mailAbout(entrance.server.mails, ada.email, /link/)).href

    const scanner = await entrance.visit(link)
    await scanner.getByRole('button', { name: 'Sign in' }).waitFor()
    // The secret is not in the browser history.
    await isAt(scanner, '/sign-in/link')

    const followed = await entrance.openTab(asking.context(), link)
    await followed.getByText('You opened a sign-in link.').waitFor()
    await followed.keyboard.press('Enter')
    for (const page of [followed, asking])
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()

    // The page of the used link explains that and leads on.
    await scanner.getByRole('button', { name: 'Sign in' }).click()
    await scanner.getByText('This link was already used or has expired.').waitFor()
    await scanner.getByRole('link', { name: 'Back to sign-in' }).click()
    await scanner.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('shows a sentence of ours if an external auth backend rejects its own link', async () => {
    const page = await entrance.visit('/sign-in/link#error=access_denied&error_description=You+have+won')
    await page.getByText('This link was already used or has expired.').waitFor()
    assert.equal(await page.getByText('You have won').count(), 0)
  })

  it('shows the reason for a redirect once, only in our words, and removes it from the URL', async () => {
    const forged = 'provider=You+have+won&detail=You+have+won'
    const page = await entrance.visit(`/sign-in?to=/connect#error=provider_unavailable&${forged}`)
    await page.getByText("The provider can't be reached right now.").waitFor()
    assert.equal(await page.getByText('You have won').count(), 0)
    await isAt(page, '/sign-in?to=/connect')
    await page.reload()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it('reports no browser error or policy violation', () => entrance.checkComplaints())
})

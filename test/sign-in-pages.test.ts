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

  it('with a password: a wrong one is said, the right one leads to where the person wanted to go', async () => {
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
    it(`never leads away from the site: ${JSON.stringify(elsewhere)}`, async () => {
      const page = await entrance.visit(`/sign-in?to=${encodeURIComponent(elsewhere)}`)
      await fillIn(page, ada)
      await page.getByRole('heading', { name: 'Projects' }).waitFor()
      assert.equal(page.url(), `${entrance.url}/projects`)
    })
  }

  it('with a code, by the keyboard alone', async () => {
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
    // The field is empty again and has the focus; the last digit sends it.
    await page.keyboard.type(code)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    assert.equal(await whoIs(entrance, page), ada.email)
  })

  it('with a code that is pasted as the mail program shows it, into a page that was loaded again', async () => {
    const page = await entrance.visit('/sign-in?to=/connect')
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const code = codeIn(await mailAbout(entrance.server.mails, ada.email, /code/))
    await page.getByLabel('Code').waitFor()
    // Phones do that to a page while its person looks into the mail.
    await page.reload()
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
  })

  it('with a second code when the first does not come, or has run out', async () => {
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
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
  })

  it('without an address there is nowhere to send to, and the field says so', async () => {
    const page = await entrance.visit('/sign-in')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('Enter an email address.').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('name'), 'email')
  })

  it('with a link, which waits for its reader; the page that asked for it goes on, too', async () => {
    const asking = await entrance.visit('/sign-in?to=/connect')
    await asking.getByLabel('Email address').fill(ada.email)
    await asking.getByRole('button', { name: 'Send me a link' }).click()
    await asking.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = linkIn(await mailAbout(entrance.server.mails, ada.email, /link/)).href

    const scanner = await entrance.visit(link)
    await scanner.getByRole('button', { name: 'Sign in' }).waitFor()
    // The secret is in no history.
    await isAt(scanner, '/sign-in/link')

    const followed = await entrance.openTab(asking.context(), link)
    await followed.getByText('You opened a sign-in link.').waitFor()
    await followed.keyboard.press('Enter')
    for (const page of [followed, asking])
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()

    // The one that came too late reads why, and where to go.
    await scanner.getByRole('button', { name: 'Sign in' }).click()
    await scanner.getByText('This link was already used or has expired.').waitFor()
    await scanner.getByRole('link', { name: 'Back to sign-in' }).click()
    await scanner.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('an external auth backend that refuses its own link is heard, in our words', async () => {
    const page = await entrance.visit('/sign-in/link#error=access_denied&error_description=You+have+won')
    await page.getByText('This link was already used or has expired.').waitFor()
    assert.equal(await page.getByText('You have won').count(), 0)
  })

  it('what sent somebody away is said once, in our words alone, and is gone from the address', async () => {
    const forged = 'provider=You+have+won&detail=You+have+won'
    const page = await entrance.visit(`/sign-in?to=/connect#error=provider_unavailable&${forged}`)
    await page.getByText("The provider can't be reached right now.").waitFor()
    assert.equal(await page.getByText('You have won').count(), 0)
    await isAt(page, '/sign-in?to=/connect')
    await page.reload()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it('nothing of it broke the rules of the pages', () => entrance.checkComplaints())
})

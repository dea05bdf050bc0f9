import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Entrance, fillIn, isAt, openEntrance, whoIs } from './entrance.ts'
import { newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { withRegistration } from './registration.ts'

describe('resetting a password, through the pages', { skip }, () => {
  let entrance: Entrance
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  it('replaces a forgotten password with a link, and signs in with the new one', async () => {
    const { person: ada } = await entrance.server.newcomer('Ada')
    const elsewhere = await entrance.visit('/projects', ada)
    await elsewhere.getByRole('heading', { name: 'Projects', exact: true }).waitFor()

    const page = await entrance.visit('/sign-in?to=/connect')
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    // The page fills in the email address that the user typed before.
    assert.equal(await page.getByLabel('Email address').inputValue(), ada.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = linkIn(await mailAbout(entrance.server.mails, ada.email, /new password/)).href

    const reset = await entrance.openTab(page.context(), link)
    await reset.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await isAt(reset, '/reset-password')
    // A phone may reload the page while the user thinks of a password.
    await reset.reload()
    await reset.getByLabel('New password').fill('short')
    await reset.getByText('5 to go').waitFor()
    await reset.getByLabel('New password').fill('password1234')
    await reset.keyboard.press('Enter')
    await reset.getByText('This password is too common.').waitFor()
    const password = 'a sentence is a good password'
    await reset.getByLabel('New password').fill(password)
    await reset.keyboard.press('Enter')
    await reset.getByText('Your password is changed. Sign in with the new one.').waitFor()
    await fillIn(reset, { email: ada.email, password })
    await reset.getByRole('heading', { name: 'Connect an agent' }).waitFor()

    // The change signs out every session that used the old password.
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('rejects a used link and leads to a new one', async () => {
    const page = await entrance.visit('/reset-password#token=of-yesterday')
    await page.getByLabel('New password').fill('a sentence is a good password')
    await page.keyboard.press('Enter')
    await page.getByText('This link was already used or has expired.').waitFor()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  it('rejects a link without its secret', async () => {
    const page = await entrance.visit('/reset-password')
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
  })

  it('reports no browser error or policy violation', () => entrance.checkComplaints())
})

describe('confirming an email address, through the pages', { skip }, () => {
  let entrance: Entrance
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  it('confirms the address of a new user with the link, and updates the other windows', async () => {
    const email = newAddress('ada')
    const page = await entrance.visit('/sign-up')
    await page.getByText('We send you a link to confirm it.').waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, { email, password: 'a sentence is a good password' })
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText(email).waitFor()
    const first = linkIn(await mailAbout(entrance.server.mails, email, /Confirm/)).href
    await page.getByRole('link', { name: 'sign in' }).click()
    await fillIn(page, { email, password: 'a sentence is a good password' })
    await page.getByText(`Confirm your email address. We sent a link to ${email}.`).waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Link sent.').waitFor()
    const second = linkIn(await mailAbout(entrance.server.mails, email, /Confirm/)).href
    assert.notEqual(first, second)

    const followed = await entrance.openTab(page.context(), second)
    await followed.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    await followed.getByText(email).waitFor()
    await isAt(followed, '/verify-email')
    await page.getByText('Confirm your email address').waitFor({ state: 'detached' })

    const again = await entrance.openTab(page.context(), second)
    await again.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    await again.getByText('The link you opened has expired').waitFor()
  })

  it('shows the same page for an address that has an account', async () => {
    const { person } = await entrance.server.newcomer('Grace')
    const page = await entrance.visit('/sign-up')
    await page.getByLabel('Your name').fill('Someone')
    await fillIn(page, { email: person.email, password: 'a sentence is a good password' })
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await mailAbout(entrance.server.mails, person.email, /already have an account/)
  })

  it('shows a confirmed address even if the account was read before the confirmation', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    const page = await entrance.visit('/projects', grace)
    const link = await page.context().newPage()
    const confirmed = link.waitForResponse('**/api/auth/verify-email')
    await link.route(
      '**/api/bootstrap',
      async (route) => {
        const response = await route.fetch()
        await confirmed
        // The page may have aborted this request.
        await route.fulfill({ response }).catch(() => {})
      },
      { times: 1 },
    )
    await link.goto(linkIn(welcome).href)
    await link.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
  })

  it('keeps the link through a sign-in, and never shows its secret in the URL', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    const page = await entrance.visit(linkIn(welcome).href)
    await page.getByText('Sign in to the account whose email address you want to confirm.').waitFor()
    await isAt(page, '/sign-in?to=%2Fverify-email')
    await fillIn(page, grace)
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    await page.getByText(grace.email).waitFor()
  })

  it('rejects the link of another account, and accepts it after signing in to that account', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    const eve = await entrance.server.register('Eve')
    const page = await entrance.visit(linkIn(welcome).href, eve)
    await page.getByRole('heading', { name: "This link doesn't work here" }).waitFor()
    await page.getByText(eve.email).waitFor()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await fillIn(page, grace)
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    assert.equal(await whoIs(entrance, page), grace.email)
  })

  it('hides a dismissed reminder until the next visit', async () => {
    const { person: grace } = await entrance.server.newcomer('Grace')
    const page = await entrance.visit('/projects', grace)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    assert.equal(await page.getByText('Confirm your email address').count(), 0)
    const later = await entrance.openTab(page.context(), '/projects')
    await later.getByText('Confirm your email address').waitFor()
  })

  it('hides the form where registration is closed, and says who can invite you', async () => {
    await withRegistration(entrance.server, { mode: 'invitation' }, async () => {
      const page = await entrance.visit('/sign-up')
      await page.getByRole('heading', { name: 'Registration needs an invitation' }).waitFor()
      assert.equal(await page.getByLabel('Your name').count(), 0)
    })
    await withRegistration(entrance.server, { mode: 'closed' }, async () => {
      const page = await entrance.visit('/sign-up?to=/connect')
      await page.getByRole('heading', { name: 'Registration is closed' }).waitFor()
      assert.equal(await page.getByLabel('Your name').count(), 0)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Send me a code' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
    })
  })

  it('names the email domains that can register', async () => {
    await withRegistration(entrance.server, { domains: ['example.org', 'acme.example'] }, async () => {
      const page = await entrance.visit('/sign-up')
      await page.getByText('Use an email address at example.org or acme.example.').waitFor()
    })
  })

  it('reports no browser error or policy violation', () => entrance.checkComplaints())
})

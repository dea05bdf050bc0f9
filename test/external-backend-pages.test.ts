import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Entrance, fillIn, openOwnEntrance, whoIs } from './entrance.ts'
import { skip } from './partners/chromium.ts'
import { codeIn, linkIn } from './partners/mail.ts'

/*
 * The sign-in pages with the emails and links of a GoTrue server.
 */
describe('the sign-in pages with an external auth backend', { skip }, () => {
  let entrance: Entrance
  before(async () => {
    entrance = await openOwnEntrance(() => ({}), 'external')
  })
  after(() => entrance?.close())

  const mailTo = (email: string) => entrance.server.mails.next(email)

  it('creates the administrator from another machine only with the setup link', async () => {
    const page = await entrance.visit('/sign-in')
    await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.7' })
    await page.goto(`${entrance.url}/sign-up`)
    await page.getByRole('heading', { name: 'Open the setup link' }).waitFor()
    assert.equal(await page.getByLabel('Your name').count(), 0)
    await page.goto('about:blank')
    await page.goto(entrance.server.setupLink!)
    await page.getByLabel('Your name').fill('Boss')
    await fillIn(page, { email: 'boss@example.com', password: 'a sentence is a good password' })
    await page.getByText('Confirm your email address').waitFor()
    assert.equal(new URL(page.url()).hash, '')
    const [boss] = await entrance.server.app.database.run(sql`select role from users where name = 'Boss'`)
    assert.deepEqual(boss, { role: 'admin' })
  })

  it('confirms the address of a new user with the emailed link', async () => {
    const email = 'ada@example.com'
    const page = await entrance.visit('/sign-up')
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, { email, password: 'a sentence is a good password' })
    await page.getByText(`Confirm your email address. We sent a link to ${email}.`).waitFor()
    const followed = await entrance.openTab(page.context(), linkIn(await mailTo(email)).href)
    await followed.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
  })

  it('offers a code to a user with an unconfirmed address, and signs in with it', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    const page = await entrance.visit(linkIn(welcome).href)
    await fillIn(page, grace)
    await page.getByText('or sign in with a code.').waitFor()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(codeIn(await mailTo(grace.email)))
    // The code has confirmed the address, so the link is no longer needed.
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    assert.equal(await whoIs(entrance, page), grace.email)
  })

  it('signs in with the emailed link only after the button is pressed', async () => {
    const grace = await entrance.server.verified('Grace')
    const page = await entrance.visit('/sign-in?to=/connect')
    await page.getByLabel('Email address').fill(grace.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const followed = await entrance.openTab(page.context(), linkIn(await mailTo(grace.email)).href)
    await followed.getByRole('button', { name: 'Sign in' }).click()
    await followed.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    assert.equal(await whoIs(entrance, followed), grace.email)
  })

  it('replaces the current session in every tab with the one in the link', async () => {
    const { gotrue } = entrance.server
    const password = 'a sentence is a good password'
    const [eve, joan] = await Promise.all(
      ['Eve', 'Joan'].map(async (name) => {
        const user = gotrue!.users.create(`${name.toLowerCase()}@example.com`, password, { name })
        gotrue!.users.confirm(user)
        return (await gotrue!.signIn(user.email, password)).access_token
      }),
    )
    const page = await entrance.visit('/projects', { token: eve! })
    await page.getByRole('button', { name: 'Account' }).getByText('Eve').waitFor()
    const link = `/sign-in/link#access_token=${joan}&type=magiclink`
    const followed = await entrance.openTab(page.context(), link)
    await followed.getByRole('button', { name: 'Sign in' }).click()
    for (const tab of [followed, page])
      await tab.getByRole('button', { name: 'Account' }).getByText('Joan').waitFor()
    assert.equal(await whoIs(entrance, page), 'joan@example.com')
  })

  it('resets a password with the emailed link', async () => {
    const { email } = await entrance.server.verified('Grace')
    const page = await entrance.visit('/forgot-password')
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const followed = await entrance.openTab(page.context(), linkIn(await mailTo(email)).href)
    const password = 'a sentence is a good password'
    await followed.getByLabel('New password').fill(password)
    await followed.keyboard.press('Enter')
    await followed.getByText('Your password is changed.').waitFor()
    await fillIn(followed, { email, password })
    await followed.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  })

  it('reports no script error or policy violation', () => entrance.checkComplaints())
})

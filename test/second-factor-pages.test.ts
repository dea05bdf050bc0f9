import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, openEntrance, whoIs } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { appWith } from './second-factor.ts'
import { sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('protecting an account with a second factor', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let phone: Page
  let app: ReturnType<typeof appWith>
  let codes: string[]
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.verified('Ada')
    page = await entrance.visit('/settings/sign-in', ada)
  })
  after(() => entrance?.close())

  /** Returns an unused code that the server accepts. */
  async function code(): Promise<string> {
    await entrance.server.app.database.run(sql`update totp_secrets set last_step = 0`)
    return app.codeNow()
  }
  async function signOut(): Promise<void> {
    await phone.getByRole('button', { name: 'Account' }).click()
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await phone.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
  const section = () => page.getByRole('region', { name: 'Second factor' })

  step('sets up an authenticator app and saves the recovery codes', async () => {
    await section().getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    app = appWith((await page.getByLabel('Key', { exact: true }).textContent())!.replaceAll(' ', ''))
    await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
    await page.getByText("This isn't the current code.").waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(app.codeNow())
    const saved = page.getByRole('region', { name: 'Your recovery codes' })
    await saved.waitFor()
    codes = await saved.getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    await saved.getByRole('button', { name: 'I saved the codes' }).click()
    await section().getByText('10 of 10 left.').waitFor()
  })

  step('asks for the second factor after the password, and accepts a recovery code', async () => {
    phone = await entrance.visit('/connect')
    await phone.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(phone, ada)
    await phone.getByRole('heading', { name: 'Second factor' }).waitFor()
    assert.equal(
      await phone.getByRole('textbox', { name: 'Code' }).getAttribute('autocomplete'),
      'one-time-code',
    )
    await phone.getByRole('textbox', { name: 'Code' }).fill('000000')
    await phone.keyboard.press('Enter')
    await phone.getByText('This second factor is wrong').waitFor()
    await phone.getByRole('button', { name: 'Use a recovery code' }).click()
    await phone.getByLabel('Recovery code').fill(codes[0]!)
    await phone.keyboard.press('Enter')
    await phone.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    await phone.getByText('You have 9 recovery codes left.').waitFor()
  })

  step('asks for the second factor once on a remembered device', async () => {
    await signOut()
    await fillIn(phone, ada)
    await phone.getByLabel("Don't ask again on this device for 30 days").check()
    await phone.getByRole('textbox', { name: 'Code' }).fill(await code())
    await phone.keyboard.press('Enter')
    await phone.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    assert.equal(await whoIs(entrance, phone), ada.email)
    await signOut()
    await fillIn(phone, ada)
    await phone.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    await phone.close()
  })

  step('forgets a remembered device', async () => {
    await page.reload()
    await section().getByText('9 of 10 left.').waitFor()
    await section().getByRole('button', { name: 'Forget Chrome on Linux' }).click()
    await page.getByText('Chrome on Linux asks for the second factor again.').waitFor()
  })

  step('requires a second factor of a colleague, who is led to set one up', async () => {
    const grace = await entrance.server.verified('Grace')
    await join(entrance.server, grace, ada, 'member')
    await grace.call('organizations.switch', { organization: ada.organization.id })
    const colleague = await entrance.visit('/projects', grace)
    await colleague.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await sidebar(page).getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('button', { name: 'Require' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require' }).click()
    await page.getByText('Required for all members').waitFor()
    // Requests that are rejected before the setup are answered after it.
    const release = Promise.withResolvers<void>()
    await colleague.route(/\/api\//, async (route) => {
      const response = await route.fetch()
      if (response.status() === 403) await release.promise
      await route.fulfill({ response })
    })
    await colleague.reload()
    await colleague.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await colleague.getByRole('button', { name: 'Set up authenticator app' }).click()
    const key = await colleague.getByLabel('Key', { exact: true }).textContent()
    await colleague.getByRole('textbox', { name: 'Code' }).fill(appWith(key!.replaceAll(' ', '')).codeNow())
    const saved = colleague.getByRole('button', { name: 'I saved the codes' })
    await saved.waitFor()
    // Each rejected request reloads the account, and aborts a reload that has not ended.
    const reloaded = colleague.waitForEvent('requestfinished', (request) =>
      request.url().includes('/api/auth/me'),
    )
    release.resolve()
    await reloaded
    await saved.click()
    await colleague.getByRole('heading', { name: 'No projects yet' }).waitFor()
  })

  step("can't be turned off while it is required, but can afterwards", async () => {
    await page.goto(`${entrance.url}/settings/sign-in`)
    const off = section().getByRole('button', { name: 'Turn off second factor' })
    await off.waitFor()
    assert.ok(await off.isDisabled())
    await ada.call('organizations.update', { requireSecondFactor: false })
    await page.reload()
    await off.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await section().getByRole('button', { name: 'Set up authenticator app' }).waitFor()
    entrance.checkComplaints()
  })
})

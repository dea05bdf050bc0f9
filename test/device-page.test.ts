import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { requestDevice } from './devices.ts'
import { type Entrance, fillIn, isAt, openEntrance, tabTo } from './entrance.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('the page that approves a device', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let page: Page
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  step(
    'asks a signed-out user to sign in, shows the device, and requires a recent sign-in to approve it',
    async () => {
      const ada = await entrance.server.register('Ada')
      const { userCode } = await requestDevice(entrance.server)
      page = await entrance.visit(`/device#code=${userCode}`)
      await page.getByText('Sign in to approve or deny the device.').waitFor()
      await isAt(page, '/sign-in?to=%2Fdevice')
      await fillIn(page, ada)
      await page.getByText('Check that your device shows exactly this code.').waitFor()
      assert.equal(await page.getByLabel('Code').inputValue(), userCode)
      await page.getByRole('button', { name: 'Continue' }).click()
      const facts = page.locator('dl')
      for (const fact of [userCode, 'The TV', '127.0.0.1', 'just now', ada.email])
        await facts.getByText(fact).waitFor()
      await page.getByText('Approve only a request you just started yourself.').waitFor()
      await entrance.server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Sign in again to return to your page.').waitFor()
      await fillIn(page, ada)
      // The page still has the code of the same device.
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('heading', { name: 'Device signed in' }).waitFor()
      await page.getByText('You can close this window.').waitFor()
    },
  )

  step('denies a device with the keyboard alone, and normalizes the typed code', async () => {
    const { userCode } = await requestDevice(entrance.server)
    await page.goto(`${entrance.url}/device`)
    await page.getByLabel('Code').waitFor()
    await page.keyboard.type(` ${userCode.toLowerCase().replace('-', ' ')} `)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in this device?' }).waitFor()
    await tabTo(page, 'Deny')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Device denied' }).waitFor()
  })

  step('shows that a code is unknown beside the field', async () => {
    await page.goto(`${entrance.url}/device`)
    await page.getByLabel('Code').fill('BCDF-GHJK')
    await page.keyboard.press('Enter')
    await page.getByText('This code is unknown or expired.').waitFor()
    assert.equal(await page.getByLabel('Code').getAttribute('aria-invalid'), 'true')
  })

  step('replaces the code when a link opens in the same window', async () => {
    const { userCode } = await requestDevice(entrance.server)
    await page.goto(`${entrance.url}/device#code=${userCode}`)
    await page
      .getByLabel('Code')
      .and(page.locator(`[value="${userCode}"]`))
      .waitFor()
    await isAt(page, '/device')
  })

  step('hides the buttons when the code expires', async () => {
    await page.clock.install()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.clock.fastForward('10:01')
    await page.getByText('This code has expired.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  })

  step('reports no script error or policy violation', () => entrance.checkComplaints())
})

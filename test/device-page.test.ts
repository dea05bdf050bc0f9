import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { requestDevice } from './devices.ts'
import { type Entrance, fillIn, isAt, openEntrance, tabTo } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'

describe('the page that approves a device', { skip }, () => {
  let entrance: Entrance
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  const newcomer = () => entrance.server.register('Ada')
  const poll = (deviceCode: string) =>
    entrance.server
      .anonymous('deviceFlow.poll', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: deviceCode,
        client_id: 'tv',
      })
      .then(
        ({ user }) => user.email,
        ({ code }: { code: string }) => code,
      )

  it('asks a signed-out user to sign in first, then shows the device and approves it', async () => {
    const ada = await newcomer()
    const { deviceCode, userCode } = await requestDevice(entrance.server)
    const page = await entrance.visit(`/device#code=${userCode}`)
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
    assert.equal(await poll(deviceCode), 'authorization_pending', 'viewing the request does not approve it')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Device signed in' }).waitFor()
    await page.getByText('You can close this window.').waitFor()
    assert.equal(await poll(deviceCode), ada.email)
  })

  it('denies a device with the keyboard alone, and normalizes the typed code', async () => {
    const { deviceCode, userCode } = await requestDevice(entrance.server)
    const page = await entrance.visit('/device', await newcomer())
    await page.getByLabel('Code').waitFor()
    await page.keyboard.type(` ${userCode.toLowerCase().replace('-', ' ')} `)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in this device?' }).waitFor()
    await tabTo(page, 'Deny')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Device denied' }).waitFor()
    assert.equal(await poll(deviceCode), 'access_denied')
  })

  it('shows that a code is unknown beside the field', async () => {
    const page = await entrance.visit('/device', await newcomer())
    await page.getByLabel('Code').fill('BCDF-GHJK')
    await page.keyboard.press('Enter')
    await page.getByText('This code is unknown or expired.').waitFor()
    assert.equal(await page.getByLabel('Code').getAttribute('aria-invalid'), 'true')
  })

  it('replaces the code when a second link opens in the same window', async () => {
    const page = await entrance.visit('/device#code=BCDF-GHJK', await newcomer())
    await page.getByLabel('Code').waitFor()
    const { userCode } = await requestDevice(entrance.server)
    await page.goto(`${entrance.url}/device#code=${userCode}`)
    await page
      .getByLabel('Code')
      .and(page.locator(`[value="${userCode}"]`))
      .waitFor()
    await isAt(page, '/device')
  })

  it('hides the buttons when the code expires', async () => {
    const { userCode } = await requestDevice(entrance.server)
    const page = await entrance.visit(`/device#code=${userCode}`, await newcomer())
    await page.clock.install()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.clock.fastForward('10:01')
    await page.getByText('This code has expired.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  })

  it('requires a recent sign-in, and returns to the same device afterwards', async () => {
    const ada = await newcomer()
    const { deviceCode, userCode } = await requestDevice(entrance.server)
    const page = await entrance.visit(`/device#code=${userCode}`, ada)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await makeOld(ada)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Sign in again to return to your page.').waitFor()
    await fillIn(page, ada)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Device signed in' }).waitFor()
    assert.equal(await poll(deviceCode), ada.email)
  })

  async function makeOld({ user }: Person): Promise<void> {
    await entrance.server.app.database.run(
      sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${user.id}`,
    )
  }

  it('reports no script error or policy violation', () => entrance.checkComplaints())
})

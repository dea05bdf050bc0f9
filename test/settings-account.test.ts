import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { story } from './story.ts'

describe('preferences, data export and account deletion', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    // The first user is the administrator, who can't delete their account while others exist.
    await entrance.server.register('Grace')
    ada = await entrance.server.register('Ada')
    const { slug } = await ada.call('projects.create', { name: 'Web shop' })
    await ada.call('tasks.create', { project: slug, title: 'Sell things', dueAt: '2020-02-01T12:00:00.000Z' })
    page = await entrance.visit('/settings/preferences', ada)
  })
  after(() => entrance?.close())

  step('applies a theme immediately, after a reload and on another device', async () => {
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    assert.equal(await themeOf(page), 'dark')
    await server(async ({ theme }) => theme === 'dark')
    await page.reload()
    assert.equal(await themeOf(page), 'dark')
    const other = await entrance.visit('/projects', ada)
    await other.locator('html[data-theme=dark]').waitFor()
    // The switch in the toolbar changes the same setting, and the first page follows.
    await other.getByRole('button', { name: /^Theme: dark/ }).click()
    await page.locator('html:not([data-theme])').waitFor()
    await other.close()
  })

  step('keeps the theme of a device if its user never chose one', async () => {
    const newcomer = await entrance.server.register('Newcomer')
    const other = await entrance.visit('/sign-in')
    await other.getByRole('button', { name: /^Theme: system/ }).click()
    await other.evaluate(`localStorage.setItem('baton.token', '${newcomer.token}')`)
    await other.goto(`${entrance.url}/settings/preferences`)
    await other.getByRole('radiogroup', { name: 'Density' }).waitFor()
    assert.equal(await themeOf(other), 'light')
    await other.close()
  })

  step('makes rows more compact and changes the date format', async () => {
    const row = page.locator('[data-task]')
    await page.goto(`${entrance.url}/projects/web-shop`)
    const high = (await row.boundingBox())!.height
    await row.getByText('Feb 1, 2020').waitFor()
    await page.goto(`${entrance.url}/settings/preferences`)
    await page.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click()
    await page.getByRole('combobox', { name: 'Date format' }).click()
    await page.keyboard.type('british')
    await page.keyboard.press('Enter')
    await server(async ({ density, locale }) => density === 'compact' && locale === 'en-GB')
    await page.goto(`${entrance.url}/projects/web-shop`)
    await row.getByText('1 Feb 2020').waitFor()
    assert.ok((await row.boundingBox())!.height < high)
  })

  step('links to the notification settings, and shows only preferences that have an effect', async () => {
    await page.goto(`${entrance.url}/settings/preferences`)
    const link = page.getByRole('link', { name: 'Notification settings' })
    assert.equal(await link.getAttribute('href'), '/settings/notifications')
    assert.equal(await page.getByRole('radiogroup').count(), 2, 'theme and density')
    assert.equal(await page.getByText(/not in use|yet/i).count(), 0)
  })

  step('downloads all personal data after a recent sign-in', async () => {
    await entrance.server.app.database.run(
      sql`update login_sessions set created_at = now() - interval '2 hours' where user_id = ${ada.user.id}`,
    )
    await page.goto(`${entrance.url}/settings/account`)
    await page.getByRole('button', { name: 'Download my data' }).click()
    await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
    await entrance.server.app.database.run(sql`update login_sessions set created_at = now()`)
    await page.keyboard.press('Escape')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await download
    assert.match(file.suggestedFilename(), /^baton-ada-\w+-\d{4}-\d\d-\d\d\.json$/)
    const everything = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as Record<string, unknown[]>
    assert.equal((everything.profile as unknown as Person['user']).email, ada.email)
    assert.equal(everything.tasks!.length, 1)
  })

  step('schedules the deletion of the account, shows a reminder everywhere, and cancels it', async () => {
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await page.keyboard.type('not me')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your username.').waitFor()
    await dialog.getByRole('textbox').fill(ada.user.username)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.ok((await ada.call('accounts.getMe', {})).user.eraseAt)

    await page.goto(`${entrance.url}/projects`)
    const banner = page.getByRole('status').filter({ hasText: 'Your account will be erased on' })
    await banner.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText("Your account won't be erased.").waitFor()
    await banner.waitFor({ state: 'detached' })
    assert.equal((await ada.call('accounts.getMe', {})).user.eraseAt, null)
    entrance.checkComplaints()
  })

  type Preferences = Awaited<ReturnType<typeof ada.call<'preferences.get'>>>

  /** Waits until an optimistic change has reached the server. */
  async function server(is: (preferences: Preferences) => Promise<boolean>): Promise<void> {
    await until(async () => is(await ada.call('preferences.get', {})))
  }

  function themeOf(shown: Page): Promise<string | undefined> {
    return shown.evaluate<string | undefined>('document.documentElement.dataset.theme')
  }
})

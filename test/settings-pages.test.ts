import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe } from 'node:test'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { tokenIn } from './partners/mail.ts'
import { eventually, until } from './poll.ts'
import { openSettings, sidebar } from './sidebar.ts'
import { story } from './story.ts'

const pages = [
  'Profile',
  'Public profile',
  'Preferences',
  'Sign-in',
  'Devices',
  'Sync',
  'API keys',
  'Account',
]

describe('the settings of a user', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    const { slug } = await ada.call('projects.create', { name: 'Web shop' })
    await ada.call('tasks.create', { project: slug, title: 'Sell things', dueAt: '2020-02-01T12:00:00.000Z' })
    page = await entrance.visit('/projects/web-shop', ada)
  })
  after(() => entrance?.close())

  const themeOf = (shown: Page) =>
    shown.evaluate<string | undefined>('document.documentElement.dataset.theme')
  const preferences = () => ada.call('preferences.get', {})

  step('makes rows more compact and changes the date format', async () => {
    const row = page.locator('[data-task]')
    await row.getByText('Feb 1, 2020').waitFor()
    const high = (await row.boundingBox())!.height
    await openSettings(page, 'Preferences')
    await page.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click()
    await page.getByRole('combobox', { name: 'Date format' }).click()
    await page.keyboard.type('british')
    await page.keyboard.press('Enter')
    // The page shows the choice before the server has it.
    await until(async () => {
      const { density, locale } = await preferences()
      return density === 'compact' && locale === 'en-GB'
    })
    await sidebar(page).getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Web shop' }).click()
    await row.getByText('1 Feb 2020').waitFor()
    assert.ok((await row.boundingBox())!.height < high)
  })

  step('applies a theme immediately, after a reload and on another device', async () => {
    await openSettings(page, 'Preferences')
    const sent = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await sent.promise
      await route.continue()
    }
    await page.route('**/api/settings/preferences', hold, { times: 1 })
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    await page.locator('html[data-theme=dark]').waitFor()
    sent.resolve()
    await until(async () => (await preferences()).theme === 'dark')
    await page.reload()
    assert.equal(await themeOf(page), 'dark')
    const other = await entrance.visit('/projects', ada)
    await other.locator('html[data-theme=dark]').waitFor()
    // The switch in the toolbar changes the same setting, and the first page follows.
    await other.getByRole('button', { name: /^Theme: dark/ }).click()
    await page.locator('html:not([data-theme])').waitFor()
    await other.close()
  })

  step('lists the settings in the account menu and each page in the palette', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await page.getByRole('button', { name: 'Search or create' }).click()
    await page.getByRole('combobox', { name: 'Search or create' }).fill('passkeys')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
  })

  step('changes name, username, bio and time zone with the keyboard alone', async () => {
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Ada Byron')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada-byron')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Engines.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('berlin')
    await page.getByRole('option', { name: /^Europe\/Berlin/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Profile saved.').waitFor()
    await page.getByRole('button', { name: 'Account' }).getByText('Ada Byron').waitFor()
    // The form can't show that the server has all four.
    const { user } = await ada.call('accounts.getMe', {})
    assert.deepEqual([user.username, user.bio, user.timezone], ['ada-byron', 'Engines.', 'Europe/Berlin'])
  })

  step('shows beside the field that a username is taken', async () => {
    const grace = await entrance.server.register('Grace')
    await page.getByLabel('Username').fill(grace.user.username)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('is already taken. Choose another.').waitFor()
    assert.equal(await page.getByLabel('Username').getAttribute('aria-invalid'), 'true')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assert.equal(await page.getByLabel('Username').inputValue(), 'ada-byron')
  })

  step('adds an avatar that the account menu shows, and removes it', async () => {
    const file = page.getByLabel('Image file')
    await file.setInputFiles(upload(Buffer.from('no image')))
    await page.getByText('This file is not a PNG, JPEG, WebP or GIF image').waitFor()
    const teal = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    await file.setInputFiles(upload(await teal.png().toBuffer()))
    const shown = page.getByRole('button', { name: 'Account' }).locator('img')
    await shown.waitFor()
    const width = (image: unknown) => (image as { naturalWidth: number }).naturalWidth
    await eventually(() => shown.evaluate(width), 64)

    await page.getByRole('button', { name: 'Remove image' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await shown.waitFor({ state: 'detached' })
  })

  step('accepts a wide image by drag and drop', async () => {
    const wide = sharp({ create: { width: 800, height: 200, channels: 3, background: 'teal' } })
    const bytes = (await wide.png().toBuffer()).toString('base64')
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${bytes}'), (letter) => letter.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], 'cover.png', { type: 'image/png' }))
      const place = document.querySelector('[aria-label=Images] > div')
      place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    await page.getByRole('button', { name: 'Remove cover' }).waitFor()
  })

  step('shows changes from elsewhere without losing unsaved input', async () => {
    await page.evaluate('window.neverReloaded = true')
    await ada.call('accounts.updateProfile', { bio: 'Saved elsewhere.' })
    await page.getByText('Saved elsewhere.').waitFor()
    await page.getByLabel('About you').fill('Being written.')
    await ada.call('accounts.updateProfile', { bio: 'Saved once more.' })
    await page.getByText('Your profile changed while you were editing.').waitFor()
    assert.equal(await page.getByLabel('About you').inputValue(), 'Being written.')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved.').first().waitFor()
    await eventually(async () => (await ada.call('accounts.getMe', {})).user.bio, 'Being written.')
    assert.equal(await page.evaluate('window.neverReloaded'), true)
  })

  step('resends the confirmation link, and shows live when a new address is confirmed', async () => {
    const { mails } = entrance.server
    await page.getByRole('button', { name: 'Resend link' }).click()
    await mailAbout(mails, ada.email, /confirm/i)
    await page.getByRole('button', { name: 'Change address' }).click()
    const other = `other-${ada.email}`
    await page.getByLabel('New email address').fill(other)
    await page.keyboard.press('Enter')
    await page.getByText(`We sent a link to ${other}`).waitFor()
    await ada.call('accounts.verifyEmail', { token: tokenIn(await mailAbout(mails, other, /./)) })
    await page.getByText('Confirmed', { exact: true }).waitFor()
  })

  step('shows the chosen details on a public profile that works without scripts', async () => {
    await page.getByRole('link', { name: 'Public profile' }).click()
    await page.getByRole('checkbox', { name: 'Public profile' }).check()
    await page.getByRole('textbox', { name: 'Location' }).fill('London')
    await page.getByRole('checkbox', { name: 'About you' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Public profile saved.').waitFor()
    const profile = await (await fetch(`${entrance.url}/@ada-byron`)).text()
    assert.match(profile, /<h1[^>]*>Ada Byron/)
    assert.match(profile, /London/)
    assert.doesNotMatch(profile, /Being written\./)
  })

  step('fits every page on a phone without horizontal scrolling', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = page.getByRole('navigation', { name: 'Settings' })
    for (const name of pages) {
      await menu.getByRole('button').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await menu.locator('[aria-current=page]').getByText(name, { exact: true }).waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(/^Loading/).waitFor({ state: 'detached' })
      const widths = `['html', 'main'].map((part) => document.querySelector(part).scrollWidth)`
      await eventually(() => page.evaluate(widths), [390, 390])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('downloads all personal data', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await download
    assert.match(file.suggestedFilename(), /^baton-ada-byron-\d{4}-\d\d-\d\d\.json$/)
    const everything = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as Record<string, unknown[]>
    assert.equal((everything.profile as unknown as Person['user']).email, `other-${ada.email}`)
  })

  step('schedules the deletion of the account, shows a reminder everywhere, and cancels it', async () => {
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await page.keyboard.type('not me')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your username.').waitFor()
    await dialog.getByRole('textbox').fill('ada-byron')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    await sidebar(page).getByRole('link', { name: 'Projects' }).click()
    const banner = page.getByRole('status').filter({ hasText: 'Your account will be erased on' })
    await banner.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText("Your account won't be erased.").waitFor()
    await banner.waitFor({ state: 'detached' })
    entrance.checkComplaints()
  })
})

function upload(buffer: Buffer) {
  return { name: 'image.png', mimeType: 'image/png', buffer }
}

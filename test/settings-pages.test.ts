import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

const pages = [
  'profile',
  'public-profile',
  'preferences',
  'sign-in',
  'devices',
  'sync',
  'api-keys',
  'account',
]

describe('the profile settings', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    page = await entrance.visit('/projects', ada)
  })
  after(() => entrance?.close())

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
    const { avatarUrl } = (await ada.call('accounts.getMe', {})).user
    assert.equal(await shown.getAttribute('src'), avatarUrl)
    const width = (image: unknown) => (image as { naturalWidth: number }).naturalWidth
    assert.equal(await shown.evaluate(width), 64)

    await page.getByRole('button', { name: 'Remove image' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await shown.waitFor({ state: 'detached' })
    assert.equal((await ada.call('accounts.getMe', {})).user.avatarUrl, null)
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
    assert.ok((await ada.call('accounts.getMe', {})).user.coverUrl)
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

  step('resends the confirmation link, and changes the email address with the link sent there', async () => {
    const { mails } = entrance.server
    await page.getByRole('button', { name: 'Resend link' }).click()
    await mailAbout(mails, ada.email, /confirm/i)
    await page.getByRole('button', { name: 'Change address' }).click()
    const other = `other-${ada.email}`
    await page.getByLabel('New email address').fill(other)
    await page.keyboard.press('Enter')
    await page.getByText(`We sent a link to ${other}`).waitFor()
    const link = linkIn(await mailAbout(mails, other, /./))
    const tab = await entrance.openTab(page.context(), link.href)
    await tab.getByText(other).first().waitFor()
    await page.getByText('Confirmed', { exact: true }).waitFor()
    assert.equal((await ada.call('accounts.getMe', {})).user.email, other)
  })

  step('shows the chosen details on a public profile that works without scripts', async () => {
    await page.getByRole('link', { name: 'Public profile' }).click()
    await page.getByRole('checkbox', { name: 'Public profile' }).check()
    await page.getByRole('textbox', { name: 'Location' }).fill('London')
    await page.getByRole('checkbox', { name: 'About you' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Public profile saved.').waitFor()
    const { user } = await ada.call('accounts.getMe', {})
    const profile = await (await fetch(`${entrance.url}/@${user.username}`)).text()
    assert.match(profile, /<h1[^>]*>Ada Byron/)
    assert.match(profile, /London/)
    assert.doesNotMatch(profile, /Engines\./)
  })

  step('fits every page on a phone without horizontal scrolling', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of pages) {
      await page.goto(`${entrance.url}/settings/${name}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(/^Loading/).waitFor({ state: 'detached' })
      const widths = `['html', 'main'].map((part) => document.querySelector(part).scrollWidth)`
      await eventually(() => page.evaluate(widths), [390, 390])
      const here = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
      assert.ok(await here.isVisible(), `the tab of ${name} is in sight`)
    }
    entrance.checkComplaints()
  })
})

function upload(buffer: Buffer) {
  return { name: 'image.png', mimeType: 'image/png', buffer }
}

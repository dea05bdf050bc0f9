import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('the pages for the settings, notifications, contact form and sponsors', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let admin: Person
  let page: Page
  before(async () => {
    entrance = await openOwnEntrance()
    admin = await entrance.server.register('Admin')
    page = await entrance.visit('/admin/settings', admin)
  })
  after(() => entrance?.close())

  const checkPhone = async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('changes settings, and shows an invalid value at its field', async () => {
    const general = page.getByRole('form', { name: 'General' })
    await general.getByLabel('Theme color').fill('red')
    await general.getByRole('button', { name: 'Save' }).click()
    await general.getByText('Enter a color such as #0f766e.').waitFor()
    await general.getByLabel('Theme color').fill('#8b1e3f')
    await general.getByLabel('Name').fill('Relay')
    await general.getByRole('button', { name: 'Save' }).click()
    await toast('General saved.')
    const features = page.getByRole('form', { name: 'Features' })
    await features.getByLabel('Contact form').check()
    await features.getByRole('button', { name: 'Save' }).click()
    await toast('Features saved.')
    const legal = page.getByRole('form', { name: 'Legal links' })
    await legal.getByLabel('Terms').fill('https://example.com/terms')
    await legal.getByRole('button', { name: 'Save' }).click()
    await toast('Legal links saved.')
    await page.getByText('The environment variable RATE_LIMIT_API sets this value.').waitFor()
    await checkPhone()
  })

  step('shows the response of the email server', async () => {
    await page.getByLabel('Recipient').fill('ops@example.com')
    await page.getByRole('button', { name: 'Send test email' }).click()
    await page.getByText('The email server accepted the email to ops@example.com.').waitFor()
    await page.getByText(/^250 /).waitFor()
  })

  step('accepts a message of a visitor, and closes it', async () => {
    const visitor = await entrance.visit('/sign-in')
    await visitor.getByText('Welcome back to Relay.').waitFor()
    assert.equal(
      await visitor.getByRole('link', { name: 'Terms' }).getAttribute('href'),
      'https://example.com/terms',
    )
    await visitor.getByRole('link', { name: 'Contact' }).click()
    await visitor.getByLabel('Name').fill('Ada')
    await visitor.getByLabel('Email address').fill('ada@example.com')
    await visitor.getByLabel('Subject').fill('Pricing')
    await visitor.getByLabel('Message').fill('<img src=x onerror=alert(1)> How much?')
    await visitor.getByRole('button', { name: 'Send message' }).click()
    await visitor.getByRole('heading', { name: 'Message sent' }).waitFor()
    await page.getByRole('link', { name: 'Contact' }).click()
    await page.getByText('<img src=x onerror=alert(1)> How much?').waitFor()
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await page.getByText('No messages yet').waitFor()
    await checkPhone()
  })

  step('previews and sends a notification', async () => {
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Notifications' })
      .click()
    await page.getByRole('button', { name: 'New notification' }).first().click()
    await page.getByLabel('Title').fill('Maintenance')
    await page.getByLabel('By email').check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('1 person gets this notification, 0 by email.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await toast('“Maintenance” is being sent.')
    await page
      .getByRole('table', { name: 'Sent and scheduled notifications' })
      .getByText('Maintenance')
      .waitFor()
    await checkPhone()
  })

  step('adds a sponsor with a logo', async () => {
    await page.getByRole('link', { name: 'Sponsors' }).click()
    await page.getByRole('button', { name: 'Add sponsor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add sponsor' })
    await dialog.getByLabel('Name').fill('Acme')
    await dialog.getByLabel('URL').fill('https://acme.example')
    await dialog.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
    await dialog.getByRole('button', { name: 'Add sponsor' }).click()
    const row = page.getByRole('row', { name: /Acme/ })
    await row.getByText('Shown now').waitFor()
    await row.locator('img').waitFor()
    const { items } = await entrance.server.anonymous('sponsors.listCurrent', {})
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Acme'],
    )
    await checkPhone()
    entrance.checkComplaints()
  })
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
)

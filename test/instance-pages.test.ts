import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openOwnEntrance } from './entrance.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openSettings, openTab } from './sidebar.ts'
import { story } from './story.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

describe('the administration of an instance and its people, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let root: Person
  let ada: Person
  let page: Page
  let hers: Page

  before(async () => {
    entrance = await openOwnEntrance(() => ({ BILLING_KEY: 'pk_tests' }))
    root = await entrance.server.verified('Root')
    page = await entrance.visit('/admin/settings', root)
  })
  after(() => entrance?.close())

  const open = async () => {
    await page.getByRole('link', { name: /^Ada/ }).click()
    await page.getByRole('heading', { name: /^Ada/, level: 1 }).waitFor()
  }
  const act = (name: string) =>
    page.getByRole('group', { name: 'Actions' }).getByRole('button', { name }).click()
  const fitsOnPhone = async (shown: Page) => {
    await shown.setViewportSize({ width: 360, height: 800 })
    for (const part of ['html', 'main']) await fitsPhone(shown, part)
    await shown.setViewportSize({ width: 1280, height: 800 })
  }
  const dialog = () => page.getByRole('dialog')

  step('changes settings, and shows an invalid value at its field', async () => {
    const general = page.getByRole('form', { name: 'General' })
    await general.getByLabel('Theme color').fill('red')
    await general.getByRole('button', { name: 'Save' }).click()
    await general.getByText('Enter a color such as #0f766e.').waitFor()
    await general.getByLabel('Theme color').fill('#8b1e3f')
    await general.getByLabel('Name').fill('Relay')
    await general.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByText('General saved.').waitFor()
    const features = page.getByRole('form', { name: 'Features' })
    await features.getByLabel('Contact form').check()
    await features.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByText('Features saved.').waitFor()
    const legal = page.getByRole('form', { name: 'Legal links' })
    await legal.getByLabel('Terms').fill('https://example.com/terms')
    await legal.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByText('Legal links saved.').waitFor()
    await page.getByText('The environment variable RATE_LIMIT_API sets this value.').waitFor()
    await fitsOnPhone(page)
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
    await fitsOnPhone(page)
  })

  step('previews and sends a notification', async () => {
    const pages = page.getByRole('navigation', { name: 'Administration' })
    await pages.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('button', { name: 'New notification' }).first().click()
    await page.getByLabel('Title').fill('Maintenance')
    await page.getByLabel('By email').check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText(/^1 person gets this notification, /).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await toast(page).getByText('“Maintenance” is being sent.').waitFor()
    await page
      .getByRole('table', { name: 'Sent and scheduled notifications' })
      .getByText('Maintenance')
      .waitFor()
    await fitsOnPhone(page)
  })

  step('adds a sponsor with a logo', async () => {
    await page.getByRole('link', { name: 'Sponsors' }).click()
    await page.getByRole('button', { name: 'Add sponsor' }).click()
    await dialog().getByLabel('Name').fill('Acme')
    await dialog().getByLabel('URL').fill('https://acme.example')
    await dialog().getByLabel('Logo').setInputFiles(logo)
    await dialog().getByRole('button', { name: 'Add sponsor' }).click()
    const row = page.getByRole('row', { name: /Acme/ })
    await row.getByText('Shown now').waitFor()
    await row.locator('img').waitFor()
    await fitsOnPhone(page)
  })

  step('opens the list of people, and filters it', async () => {
    ada = await entrance.server.verified('Ada')
    await entrance.server.newcomer('Ben')
    await page.getByRole('link', { name: 'People', exact: true }).click()
    const table = page.getByRole('table', { name: 'People' })
    await table.getByRole('row', { name: /Root.*Administrator/ }).waitFor()
    await page.getByRole('option', { name: 'All (3)' }).waitFor({ state: 'attached' })
    await page.getByLabel('Search people').fill('ben')
    await table.getByRole('row', { name: /Ada/ }).waitFor({ state: 'detached' })
    await table.getByRole('row', { name: /Ben/ }).waitFor()
    await page.getByLabel('Search people').fill('')
    await table.getByRole('row', { name: /Ada/ }).waitFor()
  })

  step('shows the use of each limit, and the numbers without a meter if there are no limits', async () => {
    const setPlan = (plan: 'free' | 'unlimited') =>
      root.call('organizations.setPlan', { organization: ada.organization.id, plan })
    hers = await entrance.visit('/organization/plan', ada)
    await hers.getByRole('heading', { name: 'Plan: Free' }).waitFor()
    const members = hers.getByRole('meter', { name: 'Members and invitations' })
    await eventually(() => members.getAttribute('aria-valuetext'), '1 of 5')
    await hers.getByText('0 bytes of 100 MiB').waitFor()
    await setPlan('unlimited')
    await hers.getByRole('heading', { name: 'No limits' }).waitFor()
    assert.equal(await hers.getByRole('meter').count(), 0)
    await hers.getByRole('heading', { name: 'Billing' }).waitFor()
    await setPlan('free')
  })

  step('sets the subscription of a person, and shows it in their settings', async () => {
    await open()
    const section = page.getByRole('region', { name: 'Subscription' })
    await section.getByText('No subscription').waitFor()
    await section.getByRole('button', { name: 'Set…' }).click()
    await dialog().getByLabel('Plan').selectOption('Business')
    await dialog().getByLabel('Last day').fill('2999-12-31')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await section.getByText('until Dec 31, 2999').waitFor()
    await page.getByRole('heading', { level: 1 }).getByText('Business plan').waitFor()
    await openSettings(hers, 'Billing')
    await hers.getByText('Business, until Dec 31, 2999').waitFor()
    await hers.getByText('Plan: Business').waitFor()
    const usage = hers.getByRole('list', { name: `Usage of ${ada.organization.name}` })
    await usage.getByText('1 of 1,000').waitFor()
  })

  step('ends the subscription, and updates the page of the person', async () => {
    await page.getByRole('button', { name: 'End…', exact: true }).click()
    await dialog().getByRole('button', { name: 'End' }).click()
    await page.getByText('No subscription').waitFor()
    await hers.getByText('No subscription').waitFor()
    await hers.getByText('Plan: Free').waitFor()
  })

  step('fits the pages of a person and their organization on a phone', async () => {
    for (const name of ['Billing', 'Organization', 'Members', 'Invitations', 'Plan']) {
      const settings = hers.getByRole('navigation', { name: 'Settings' })
      await settings.getByRole('link', { name, exact: true }).click()
      await hers.getByRole('heading', { level: 1 }).waitFor()
      await hers.getByText(/^Loading/).waitFor({ state: 'detached' })
      await fitsOnPhone(hers)
    }
  })

  step('sends a message that appears in the app and by email', async () => {
    await act('Send message…')
    await dialog().getByLabel('Title').fill('Maintenance tonight')
    await dialog().getByLabel('Text').fill('Baton restarts at 22:00 UTC.')
    await dialog().getByLabel('Also send an email').check()
    await dialog().getByRole('button', { name: 'Send' }).click()
    await toast(page).getByText('Message sent to Ada.').waitFor()
    assert.equal((await entrance.server.mails.next(ada.email)).subject, 'Maintenance tonight')
    await notified(entrance.server)
    await hers.getByRole('link', { name: 'Inbox' }).click()
    await hers.getByText('Maintenance tonight').first().waitFor()
  })

  step('shows a sign-in code after a confirmation', async () => {
    await act('Show sign-in code…')
    await dialog().getByRole('button', { name: 'Show code' }).click()
    await dialog().getByText('No valid code.').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await dialog().waitFor({ state: 'detached' })
  })

  step('impersonates a person with a banner on every page', async () => {
    await act('Impersonate…')
    await dialog().getByLabel('Reason').fill('Ticket 42')
    await dialog().getByRole('button', { name: 'Impersonate' }).click()
    const banner = page.getByText('Root, you are impersonating Ada.')
    await banner.waitFor()
    await isAt(page, '/projects')
    await page.goto(`${entrance.url}/admin/people`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await banner.waitFor()
    await openTab(page, 'Docs', 'Notes')
    await page.getByRole('link', { name: 'New note' }).first().click()
    await banner.waitFor()
    await page.getByLabel('Title').fill('Written while impersonating')
    await page.getByRole('button', { name: 'Create note' }).click()
    await page.getByRole('heading', { name: 'Written while impersonating' }).waitFor()
  })

  step('returns to the own account, and shows the impersonation in the log of the person', async () => {
    await page.getByRole('button', { name: 'Stop impersonating' }).click()
    await toast(page).getByText('The impersonation has ended.').waitFor()
    await isAt(page, '/admin/people')
    await page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Root/ }).waitFor()
    assert.equal(await page.getByText('you are impersonating').count(), 0)

    await openTab(hers, 'Agents', 'Activity')
    await hers.getByText('Root started to impersonate you').waitFor()
    await hers.getByText('Ada (impersonated by Root) ended the impersonation').waitFor()
    await hers.getByText(/Ada \(impersonated by Root\) created the note/).waitFor()
  })

  step('returns to the own account when the person ends the impersonation', async () => {
    await open()
    await act('Impersonate…')
    await dialog().getByLabel('Reason').fill('Ticket 43')
    await dialog().getByRole('button', { name: 'Impersonate' }).click()
    await page.getByText('Root, you are impersonating Ada.').waitFor()
    await openSettings(hers, 'Devices')
    const row = hers.getByRole('listitem').filter({ hasText: 'Root acts as you' })
    await row.getByText('Ticket 43').waitFor()
    await row.getByRole('button', { name: 'Sign out' }).click()
    await hers.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await row.waitFor({ state: 'detached' })
    await toast(page).getByText('The impersonation has ended.').waitFor()
    await isAt(page, '/admin/people')
  })

  step('suspends a person who is signed in elsewhere', async () => {
    await ada.call('teams.create', { name: 'Gardeners' })
    await open()
    await act('Suspend…')
    await dialog().getByLabel('Reason').fill('Sends spam')
    await dialog().getByRole('button', { name: 'Suspend' }).click()
    await toast(page).getByText('Ada is suspended.').waitFor()
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor()
    await hers.getByText('This account is suspended.').waitFor()
    await act('Unsuspend')
    await toast(page).getByText('Ada can sign in again.').waitFor()
  })

  step('makes a person an administrator, and signs them out everywhere', async () => {
    await act('Make administrator…')
    await dialog().getByRole('button', { name: 'Make administrator' }).click()
    await toast(page).getByText('Ada is now an administrator.').waitFor()
    await page.getByRole('button', { name: 'Remove administrator role…' }).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    await dialog().getByRole('button', { name: 'Sign out everywhere' }).click()
    await toast(page).getByText('Ada is signed out everywhere.').waitFor()
  })

  step('changes a team of another organization, its members and deletes it', async () => {
    await page.getByRole('link', { name: 'Teams' }).last().click()
    await page.getByLabel('Search teams').fill('garden')
    await page.getByRole('link', { name: /^Gardeners/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Farmers')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByText('Team saved.').waitFor()
    await page.getByLabel('Role of Ada').selectOption('member')
    await toast(page).getByText('Role of Ada changed.').waitFor()
    await page.getByRole('button', { name: 'Remove Ada' }).click()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await toast(page).getByText('Ada is no longer in the team.').waitFor()
    await page.getByText('No members.').waitFor()
    await page.getByRole('button', { name: 'Delete team…' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await toast(page).getByText('Farmers is deleted.').waitFor()
    await isAt(page, '/admin/teams')
    entrance.checkComplaints()
  })
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='
const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }

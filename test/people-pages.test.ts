import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openOwnEntrance } from './entrance.ts'
import { type Person, clientFor, notified } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { openTab } from './sidebar.ts'
import { story } from './story.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

describe('the people of an instance, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let root: Person
  let ada: Person
  let page: Page
  let hers: Page

  before(async () => {
    entrance = await openOwnEntrance()
    root = await entrance.server.verified('Root')
    ada = await entrance.server.verified('Ada')
    await entrance.server.newcomer('Ben')
    page = await entrance.visit('/admin/people', root)
    hers = await entrance.visit('/projects', ada)
    await hers.getByRole('heading', { name: 'No projects yet' }).waitFor()
  })
  after(() => entrance?.close())

  const open = async () => {
    await page.getByRole('link', { name: /^Ada/ }).click()
    await page.getByRole('heading', { name: /^Ada/, level: 1 }).waitFor()
  }
  const act = (name: string) =>
    page.getByRole('group', { name: 'Actions' }).getByRole('button', { name }).click()
  const dialog = () => page.getByRole('dialog')

  step('opens the list of people, and filters it', async () => {
    await isAt(page, '/admin/people')
    const table = page.getByRole('table', { name: 'People' })
    await table.getByRole('row', { name: /Root.*Administrator/ }).waitFor()
    await page.getByRole('option', { name: 'All (3)' }).waitFor({ state: 'attached' })
    await page.getByLabel('Search people').fill('ben')
    await table.getByRole('row', { name: /Ada/ }).waitFor({ state: 'detached' })
    await table.getByRole('row', { name: /Ben/ }).waitFor()
    await page.getByLabel('Search people').fill('')
    await table.getByRole('row', { name: /Ada/ }).waitFor()
  })

  step('hides the administration from other users', async () => {
    const other = await entrance.visit('/admin/people', ada)
    await other.getByRole('heading', { name: 'Page not found' }).waitFor()
    await other.close()
  })

  step('suspends a person who is signed in elsewhere', async () => {
    await open()
    await act('Suspend…')
    await dialog().getByLabel('Reason').fill('Sends spam')
    await dialog().getByRole('button', { name: 'Suspend' }).click()
    await toast(page).getByText('Ada is suspended.').waitFor()
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor()
    await hers.getByText('This account is suspended.').waitFor()

    await act('Unsuspend')
    await toast(page).getByText('Ada can sign in again.').waitFor()
    await hers.close()
    hers = await entrance.visit('/projects', ada)
    await hers.getByRole('heading', { name: 'No projects yet' }).waitFor()
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
    for (const path of ['/notes', '/settings/profile', '/inbox']) {
      await page.goto(entrance.url + path)
      await banner.waitFor()
    }
    await page.goto(`${entrance.url}/admin/people`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await banner.waitFor()
    await page.goto(`${entrance.url}/notes/new`)
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
    await hers.goto(`${entrance.url}/settings/devices`)
    const row = hers.getByRole('listitem').filter({ hasText: 'Root acts as you' })
    await row.getByText('Ticket 43').waitFor()
    await row.getByRole('button', { name: 'Sign out' }).click()
    await hers.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await row.waitFor({ state: 'detached' })
    await toast(page).getByText('The impersonation has ended.').waitFor()
    await isAt(page, '/admin/people')
  })

  step('makes a person an administrator, and signs them out everywhere', async () => {
    await open()
    await act('Make administrator…')
    await dialog().getByRole('button', { name: 'Make administrator' }).click()
    await toast(page).getByText('Ada is now an administrator.').waitFor()
    await page.getByRole('button', { name: 'Remove administrator role…' }).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    await dialog().getByRole('button', { name: 'Sign out everywhere' }).click()
    await toast(page).getByText('Ada is signed out everywhere.').waitFor()
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  step('changes a team of another organization, its members and deletes it', async () => {
    const { email, password } = ada
    const { token } = await entrance.server.anonymous('accounts.logIn', { email, password })
    const call = clientFor(entrance.server.url, token)
    const team = await call('teams.create', { name: 'Gardeners' })
    await page.getByRole('link', { name: 'Teams' }).last().click()
    await page.getByLabel('Search teams').fill('garden')
    await page.getByRole('link', { name: /^Gardeners/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Farmers')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByText('Team saved.').waitFor()
    assert.equal((await call('teams.get', { team: team.id })).name, 'Farmers')

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

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

describe('plans and subscriptions, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let root: Person
  let ada: Person
  let page: Page
  let hers: Page

  before(async () => {
    entrance = await openOwnEntrance(() => ({ BILLING_KEY: 'pk_tests' }))
    root = (await entrance.server.newcomer('Root')).person
    ada = (await entrance.server.newcomer('Ada')).person
    hers = await entrance.visit('/organization/plan', ada)
  })
  after(() => entrance?.close())

  const setPlan = (plan: 'free' | 'unlimited') =>
    root.call('organizations.setPlan', { organization: ada.organization.id, plan })

  step('shows the use of each limit', async () => {
    await hers.getByRole('heading', { name: 'Plan: Free' }).waitFor()
    const members = hers.getByRole('meter', { name: 'Members and invitations' })
    await eventually(() => members.getAttribute('aria-valuetext'), '1 of 5')
    await hers.getByText('0 bytes of 100 MiB').waitFor()
  })

  step('shows the numbers without a meter if there are no limits', async () => {
    await setPlan('unlimited')
    await hers.getByRole('heading', { name: 'No limits' }).waitFor()
    assert.equal(await hers.getByRole('meter').count(), 0)
    await hers.getByRole('heading', { name: 'Billing' }).waitFor()
    await setPlan('free')
  })

  step('sets the subscription of a person', async () => {
    page = await entrance.visit(`/admin/people/${ada.user.username}`, root)
    const section = page.getByRole('region', { name: 'Subscription' })
    await section.getByText('No subscription').waitFor()
    await section.getByRole('button', { name: 'Set…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Plan').selectOption('Business')
    await dialog.getByLabel('Last day').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose today or a later day.').waitFor()
    await dialog.getByLabel('Last day').fill('2999-12-31')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await section.getByText('until Dec 31, 2999').waitFor()
    await page.getByRole('heading', { level: 1 }).getByText('Business plan').waitFor()
  })

  step('shows the subscription and the usage in the settings of the person', async () => {
    await hers.goto(`${entrance.url}/settings`)
    await hers.getByRole('link', { name: 'Billing' }).click()
    await hers.getByText('Business, until Dec 31, 2999').waitFor()
    await hers.getByText('Plan: Business').waitFor()
    const usage = hers.getByRole('list', { name: `Usage of ${ada.organization.name}` })
    await usage.getByText('1 of 1,000').waitFor()
  })

  step('ends the subscription, and updates the page of the person', async () => {
    await page.getByRole('button', { name: 'End…', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('No subscription').waitFor()
    await hers.getByText('No subscription').waitFor()
    await hers.getByText('Plan: Free').waitFor()
  })

  step('every page fits a phone', async () => {
    await hers.setViewportSize({ width: 360, height: 800 })
    const paths = ['', '/members', '/invitations', '/plan'].map((path) => `/organization${path}`)
    for (const path of [...paths, '/settings/billing']) {
      await hers.goto(`${entrance.url}${path}`)
      await hers.getByRole('heading', { level: 1 }).waitFor()
      await hers.getByText(/^Loading/).waitFor({ state: 'detached' })
      const widths = `['html', 'main'].map((part) => document.querySelector(part).scrollWidth)`
      await eventually(() => hers.evaluate(widths), [360, 360])
    }
    entrance.checkComplaints()
  })
})

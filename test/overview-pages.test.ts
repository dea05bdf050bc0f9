import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('the overview and the journal of the instance', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let root: Person
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openOwnEntrance()
    const { server } = entrance
    root = (await server.newcomer('Root')).person
    ada = (await server.newcomer('Ada')).person
    await root.call('admin.suspendUser', { user: ada.user.id, reason: 'Sends spam' })
    server.mails.rejectNext(550)
    await server.app.jobs.enqueue('mail', { to: 'late@example.com', subject: 'Late', text: 'x', html: 'x' })
    await server.app.heartbeat.beat()
    page = await entrance.visit('/admin', root)
  })
  after(() => entrance?.close())

  const checkPhone = async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  step('shows numbers and charts, and retries a failed job', async () => {
    await page.waitForURL('**/admin/overview')
    const numbers = page.getByLabel('Key figures')
    await numbers.getByText('1 suspended').waitFor()
    await numbers.getByText('None known').waitFor()
    const requests = page.getByRole('figure', { name: 'Requests' })
    await requests.getByRole('group').locator('svg path').first().waitFor()
    assert.equal(await requests.getByRole('row').count(), 31, 'the same numbers as a table')
    const people = page.getByRole('figure', { name: 'Active people' })
    await people.getByRole('group').locator('svg path').first().waitFor()
    await page.getByRole('table', { name: 'Largest tables' }).getByRole('row').nth(8).waitFor()
    await page.getByRole('table', { name: 'Nodes' }).getByText('Version 0.1.0').waitFor()
    await page.getByText('No backup is known').waitFor()
    await page.getByLabel('Period').selectOption('Last 7 days')
    await requests.getByRole('row').nth(8).waitFor({ state: 'detached' })
    assert.equal(await requests.getByRole('row').count(), 8)

    await page.reload()
    const job = page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')
    await job.getByText('The mail server responded with 550 (EMESSAGE).').waitFor()
    await job.getByRole('button', { name: 'Retry mail' }).click()
    await page.getByText('No failed jobs.').waitFor()
    await entrance.server.mails.next('late@example.com')
    await checkPhone()
  })

  step('filters the journal and exports it', async () => {
    await page.getByRole('link', { name: 'Journal' }).click()
    const table = page.getByRole('table', { name: 'Journal' })
    await table.getByRole('row', { name: /job\.retried mail/ }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Event', { exact: true }).selectOption('user')
    await page.getByLabel('Actor', { exact: true }).fill(root.email)
    await table.getByRole('row', { name: /job\.retried/ }).waitFor({ state: 'detached' })
    await table.getByText('Reason: Sends spam').waitFor()
    await page.keyboard.press('Escape')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = fs.readFileSync(await (await saved).path(), 'utf8')
    assert.match(file, /^at,type,.*\r\n/)
    assert.match(file, /user\.suspended.*Sends spam/)
    await checkPhone()
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import { type Person, deliverWebhooks } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type Receiver, startReceiver, verify } from './partners/receiver.ts'
import { story } from './story.ts'

describe('the webhooks of an organization and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let receiver: Receiver
  let ada: Person
  let page: Page
  let secret: string
  before(async () => {
    receiver = await startReceiver()
    entrance = await openOwnEntrance(() => ({ WEBHOOK_HOSTS: receiver.host }))
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Web shop', slug: 'web' })
    await entrance.server.app.webhooks.catchUp()
    page = await entrance.visit('/organization/webhooks', ada)
  })
  after(async () => {
    await entrance?.close()
    await receiver?.close()
  })

  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const outcome = (text: string) =>
    page.getByRole('table', { name: 'Deliveries' }).getByText(text, { exact: true }).first().waitFor()
  const chooseAction = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Builds' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  step('creates a webhook for single events and all of a kind, and shows its secret once', async () => {
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('link', { name: 'New webhook' }).click()
    await page.getByLabel('Name').fill('Builds')
    await page.getByLabel('URL').fill('http://10.0.0.1/hook')
    await page.getByText('Selected events').click()
    await page.getByLabel('Task', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Select at least one event type').waitFor()
    await page.getByLabel('Note', { exact: true }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('The URL must use https.').waitFor()
    await page.getByLabel('URL').fill(receiver.url())
    await page.getByLabel('Individual events: Task', { exact: true }).click()
    await page.getByLabel('task.created').check()
    await page.getByText(/^1 of \d+$/).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Create webhook' }).click()
    secret = await page.getByLabel('Secret of “Builds”').innerText()
    assert.match(secret, /^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(secret).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Builds' }).waitFor()
    assert.equal(await page.getByText(secret).count(), 0, 'it is shown once')
    await page.getByText('Note, Task created').waitFor()
  })

  step('delivers a ping and shows it live in the log', async () => {
    await page.getByText('No deliveries yet').waitFor()
    await page.getByRole('button', { name: 'Ping', exact: true }).click()
    await outcome('Pending')
    await deliverWebhooks(entrance.server)
    await outcome('Delivered')
    verify(receiver.received[0]!, secret)
  })

  step('shows a failed delivery and sends it again', async () => {
    receiver.respondWith(500)
    await ada.call('tasks.create', { project: 'web', title: 'Write it' })
    await deliverWebhooks(entrance.server)
    await page.reload()
    await outcome('Failed')
    await page.getByText('Failing', { exact: true }).first().waitFor()
    await page.getByLabel('Delivery status').selectOption({ label: 'Failed' })
    await page.getByRole('button', { name: 'task.created' }).click()
    const dialog = page.getByRole('dialog', { name: 'task.created' })
    await dialog.getByText('The receiver returned status 500.').waitFor()
    await dialog.getByText('Response', { exact: true }).click()
    await dialog.getByText('status 500', { exact: true }).waitFor()
    await dialog.getByText('Payload', { exact: true }).click()
    await dialog.getByText('"type": "task.created"').waitFor()
    receiver.respondWith(200)
    const redelivered = page.waitForResponse((response) => response.url().endsWith('/redeliver'))
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await redelivered
    await deliverWebhooks(entrance.server)
    await dialog.getByText('Delivered', { exact: true }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page, 'dialog[open]')
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByLabel('Delivery status').selectOption({ label: 'All' })
  })

  step('rotates the secret, and shows how long the old one is valid', async () => {
    await chooseAction('Rotate secret')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const fresh = await page.getByLabel('Secret of “Builds”').innerText()
    assert.notEqual(fresh, secret)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Also signs until').waitFor()
  })

  step('edits a webhook, limits it to a project, pauses and resumes it', async () => {
    await chooseAction('Edit')
    await page.getByLabel('Source').selectOption({ label: 'Only Web shop' })
    await page.getByText('All events', { exact: true }).click()
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await toast('Saved Builds.')
    await page.getByText('Project Web shop').waitFor()
    await page.getByText('All events', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await toast('Paused Builds.')
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await toast('Resumed Builds.')
  })

  step('shows immediately that Baton disabled a webhook, and why', async () => {
    receiver.respondWith(410)
    await ada.call('tasks.create', { project: 'web', title: 'Write more' })
    await deliverWebhooks(entrance.server)
    await page.getByText('Baton disabled this webhook. The receiver returned 410 Gone.').waitFor()
  })

  step('fits on a phone, and deletes a webhook', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await settings.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('list', { name: 'Webhooks' }).getByText('Disabled').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Builds' }).click()
    await chooseAction('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast('Deleted Builds.')
    await page.getByText('No webhooks yet').waitFor()
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newId } from '../server/platform/ids.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the conflicts between devices', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let device: string
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave', 'Wind'])
      await ada.call('tasks.create', { project: 'looms', title, description: 'Slow.\n\nThin thread.' })
    device = (await ada.call('devices.register', { machine: newId(), name: 'Laptop' })).id
    await notified(entrance.server)
    page = await entrance.visit('/projects/looms/tasks/LOOM-1', ada)
    await page.locator('[data-live=hub]').waitFor()
  })
  after(() => entrance?.close())

  const task = (key: string) => grace.call('tasks.get', { task: key })
  const title = () => page.getByRole('main').getByRole('textbox', { name: 'Title' })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const notice = (field: string) => page.getByRole('region', { name: `Conflict: ${field}` })
  const side = (card: Locator, title: string) => card.locator('dl > div').filter({ hasText: title })
  const resolve = (card: Locator, action: string) => card.getByRole('button', { name: action }).click()

  /** Grace changes a task, then Ada's laptop pushes a change of the version before. */
  async function collide(key: string, hers: object, pushed: object | 'delete'): Promise<void> {
    const { id: item, version } = await task(key)
    await grace.call('tasks.update', { task: key, ...hers })
    const change =
      pushed === 'delete'
        ? ({ action: 'delete', version } as const)
        : ({ action: 'update', version, fields: { ...pushed } } as const)
    const changes = [{ id: newId(), kind: 'task' as const, item, ...change }]
    const { results } = await ada.call('sync.push', { device, changes })
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['conflict'],
    )
    await notified(entrance.server)
  }

  step('shows both values on the task without a reload, and on the page of all conflicts', async () => {
    await title().waitFor()
    assert.equal(await link('Conflicts').count(), 0, 'the sidebar has no entry without conflicts')
    await collide('LOOM-1', { title: 'Weave silk' }, { title: 'Weave wool' })
    await side(notice('Title'), 'Current value · Your change').getByText('Weave wool').waitFor()
    await side(notice('Title'), "Other value · Grace's change").getByText('Weave silk').waitFor()
    await link('Conflicts').click()
    await page.getByRole('main').getByRole('link', { name: 'LOOM-1 Weave wool' }).waitFor()
    await side(notice('Title'), 'Other value · Grace').getByText('Weave silk').waitFor()
  })

  step('restores the other value with one click, everywhere', async () => {
    await resolve(notice('Title'), 'Use other value')
    await page.getByText('Conflict resolved.').waitFor()
    await page.getByRole('heading', { name: 'No open conflicts' }).waitFor()
    await link('Conflicts').waitFor({ state: 'detached' })
    await page.getByText('Resolved', { exact: true }).click()
    await page.getByText('You used the other value').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'LOOM-1 Weave silk' }).click()
    await eventually(() => title().inputValue(), 'Weave silk')
    await notice('Title').waitFor({ state: 'detached' })
  })

  step('shows the difference of texts, and keeps the current one with the keyboard', async () => {
    await collide(
      'LOOM-1',
      { description: 'Fast.\n\nThin thread.' },
      { description: 'Careful.\n\nThin thread.' },
    )
    const card = notice('Description')
    await card.locator('[data-change=removed]').getByText('Careful.').waitFor()
    await card.locator('[data-change=added]').getByText('Fast.').waitFor()
    await card.getByRole('button', { name: 'Keep current value: Description' }).press('Enter')
    await card.waitFor({ state: 'detached' })
  })

  step('follows later changes of the item, and stores a merged value', async () => {
    await collide('LOOM-1', { title: 'Weave linen' }, { title: 'Weave cotton' })
    const card = notice('Title')
    await card.getByText('Weave cotton').waitFor()
    await ada.call('tasks.update', { task: 'LOOM-1', title: 'Weave jute' })
    await side(card, 'Current value').getByText('Weave jute').waitFor()
    await resolve(card, 'Edit merged value')
    const dialog = page.getByRole('dialog', { name: 'Merge Title' })
    const field = dialog.getByRole('textbox', { name: 'Title' })
    assert.equal(await field.inputValue(), 'Weave jute')
    await field.fill('Weave linen and cotton')
    await page.keyboard.press('Enter')
    await card.waitFor({ state: 'detached' })
    await eventually(() => title().inputValue(), 'Weave linen and cotton')
  })

  step('restores a deleted item with the change that its deletion lost', async () => {
    await collide('LOOM-2', { priority: 'high', assignee: ada.user.id }, 'delete')
    await link('Conflicts').click()
    const card = notice('LOOM-2 was deleted')
    await card.getByText('You deleted LOOM-2 while someone else changed it.').waitFor()
    for (const text of ["Grace's change", 'High', 'Ada'])
      await card.getByText(text, { exact: true }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await resolve(card, 'Restore with this change')
    await page.getByRole('heading', { name: 'No open conflicts' }).waitFor()
  })

  step('lists how far each device is behind, and imports only new items of an export', async () => {
    await ada.call('sync.pull', { device })
    await ada.call('tasks.update', { task: 'LOOM-1', priority: 'low' })
    await page.evaluate(`__TSR_ROUTER__.history.push('/settings/sync')`)
    const devices = page.getByRole('list', { name: 'Synced devices' })
    await devices.getByText(/^1 change behind since/).waitFor()
    await devices.getByText(/pushed just now · pulled just now/).waitFor()
    await fitsPhone(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download export' }).click()
    const exported = JSON.parse(fs.readFileSync(await (await downloading).path(), 'utf8')) as Exported
    const existing = exported.items.length
    const original = exported.items.find(({ kind, key }) => kind === 'task' && key === 'LOOM-2')!
    const added = { ...original, id: newId() }
    const broken = { ...original, id: newId(), fields: { ...original.fields, title: '' } }
    exported.items.push(added, broken)
    const buffer = Buffer.from(JSON.stringify(exported))
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer })
    const result = page.getByRole('status', { name: 'Import result' })
    await result.getByText(`1 created · ${existing} already imported · 1 rejected`).waitFor()
    await result.getByText(`Task ${broken.id}`).waitFor()
    entrance.checkComplaints()
  })
})

interface Exported {
  items: { kind: string; id: string; key: string; fields: Record<string, unknown> }[]
}

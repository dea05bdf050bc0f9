import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { openMore, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { wholeTree } from './whole-tree.ts'
import { join } from './world.ts'

describe('the trash and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let epic: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    const project = 'engine'
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('projects.create', { name: 'Loom', key: 'LOOM' })
    epic = (await ada.call('epics.create', { project, title: 'The mill' })).key
    const { key: story } = await ada.call('stories.create', { project, epic, title: 'Wheels' })
    await ada.call('tasks.create', { project, story, title: 'Cut brass' })
    await ada.call('epics.delete', { project, epic })
    const { key } = await ada.call('tasks.create', { project, title: 'Paint it red' })
    await grace.call('tasks.delete', { task: key })
    await ada.call('projects.delete', { project: 'loom' })
    page = await entrance.visit('/trash', ada)
  })
  after(() => entrance?.close())

  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('shows deleted items and who deleted them, newest first', async () => {
    await row('Paint it red').getByText('by Grace').waitFor()
    await row('The mill').getByText('with 2 items below it').waitFor()
    const titles = await page.getByRole('rowheader').allInnerTexts()
    assert.deepEqual(
      titles.map((text) => text.split('\n')[0]),
      ['Loom', 'Paint it red', 'The mill'],
    )
  })

  step('filters by kind, and keeps the filter in the URL', async () => {
    await page.getByLabel('Item type').selectOption('task')
    await row('The mill').waitFor({ state: 'detached' })
    await page.waitForURL('**/trash?kind=task')
    await page.getByLabel('Item type').selectOption('comment')
    await page.getByRole('heading', { name: 'No matching items' }).waitFor()
    await page.getByLabel('Item type').selectOption({ label: 'All types' })
  })

  step('restores a project', async () => {
    await page.getByRole('button', { name: 'Restore Loom' }).click()
    await toast('Restored loom.')
    await sidebar(page).getByRole('link', { name: 'Projects' }).click()
    await sidebar(page).getByRole('link', { name: 'Loom' }).waitFor()
  })

  step('shows the trash of one project, and restores items with their children', async () => {
    await page.goto(`${entrance.url}/projects/engine`)
    await openMore(page, 'Engine', 'Trash')
    await row('Paint it red').waitFor()
    await page.getByRole('button', { name: 'Restore The mill' }).click()
    await toast(`Restored ${epic} and 2 more items.`)
    const tree = await wholeTree(ada, 'engine')
    assert.deepEqual(
      tree.epics.map(({ title, stories }) => [title, stories[0]?.tasks[0]?.title]),
      [['The mill', 'Cut brass']],
    )
  })

  step('shows deletions and restores by others live', async () => {
    const { key } = await grace.call('tasks.create', { project: 'engine', title: 'Paint it blue' })
    await grace.call('tasks.delete', { task: key })
    await row('Paint it blue').waitFor()
    await grace.call('trash.restore', { kind: 'task', item: key })
    await row('Paint it blue').waitFor({ state: 'detached' })
  })

  step('explains the empty trash, and fits on a phone', async () => {
    await page.getByRole('button', { name: 'Restore Paint it red' }).click()
    await page.getByRole('heading', { name: 'Trash is empty' }).waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    const { key } = await ada.call('tasks.create', { project: 'engine', title: 'A long word'.repeat(12) })
    await ada.call('tasks.delete', { task: key })
    await row('A long word').waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openMore, openSettings, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the activity feed and the trash', { skip }, () => {
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
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.create', { project: 'engine', title: 'Turn the crank' })
    page = await entrance.visit('/activity', ada)
  })
  after(() => entrance?.close())

  const today = () => page.getByRole('region', { name: 'Today' })
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const fitsOnPhone = async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const entries = () => today().getByRole('listitem')

  step('shows who did what, where and when', async () => {
    await entries().filter({ hasText: 'Ada created ENG-1' }).getByText('Turn the crank').waitFor()
    await entries().filter({ hasText: 'Ada created an account' }).waitFor()
    await today().getByRole('link', { name: 'ENG-1, Ada' }).click()
    await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
    await page.goBack()
  })

  step('holds new entries back until the user shows them', async () => {
    await entries().first().waitFor()
    const before = await entries().count()
    for (const title of ['Oil the gears', 'Count the teeth'])
      await grace.call('tasks.create', { project: 'engine', title })
    await page.getByRole('button', { name: '2 new' }).waitFor()
    assert.equal(await entries().count(), before)
    await page.getByRole('button', { name: '2 new' }).click()
    await entries().filter({ hasText: 'Grace created ENG-3' }).waitFor()
    await page.getByRole('button', { name: '2 new' }).waitFor({ state: 'detached' })
  })

  step('filters by person and kind, and keeps the filter in the URL', async () => {
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Person').selectOption({ label: 'Grace' })
    await page.getByLabel('Subject').selectOption({ label: 'Tasks' })
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Filters' }).getByText('Subject: tasks').waitFor()
    await entries().filter({ hasText: 'Grace created ENG-2' }).waitFor()
    await eventually(() => entries().count(), 2)
    await page.reload()
    await entries().filter({ hasText: 'Grace created ENG-2' }).waitFor()
    await eventually(() => entries().count(), 2)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await entries().filter({ hasText: 'Ada created ENG-1' }).waitFor()
  })

  step('shows the old and new value of a change, and undoes it', async () => {
    await ada.call('tasks.update', { task: 'ENG-1', title: 'Turn the wheel' })
    await page.getByRole('button', { name: '1 new' }).click()
    const entry = entries().filter({ hasText: 'renamed ENG-1' })
    await entry.getByRole('button', { name: 'Changes' }).click()
    await entry.getByText('Turn the crank').waitFor()
    await entry.getByText('Turn the wheel').waitFor()
    await entry.getByRole('button', { name: 'Undo this change' }).click()
    await page.getByText('Reverted title of ENG-1.').waitFor()
  })

  step('groups the changes of one person to one item, and shows each of them on request', async () => {
    await grace.call('tasks.update', { task: 'ENG-2', status: 'in_progress' })
    await grace.call('tasks.update', { task: 'ENG-2', priority: 'high' })
    await grace.call('comments.create', { item: 'ENG-2', body: 'Use the **thick** oil, see `oil_grade`.' })
    await page.reload()
    const group = entries().filter({ hasText: 'Grace made 3 changes to ENG-2' })
    await group.getByText('Use the thick oil, see oil_grade.').waitFor()
    assert.equal(await group.getByText('set the priority').count(), 0)
    await group.getByRole('button', { name: 'Show all 3' }).click()
    await group.getByRole('listitem').filter({ hasText: 'moved ENG-2 to In progress' }).waitFor()
    await group.getByRole('listitem').filter({ hasText: 'commented on ENG-2' }).waitFor()
    await group.getByRole('listitem').filter({ hasText: 'set the priority of ENG-2 to high' }).waitFor()
  })

  step('shows the feed of one project on its own page, and fits on a phone', async () => {
    await fitsOnPhone()
    await page.goto(`${entrance.url}/projects/engine/activity`)
    await entries().filter({ hasText: 'Grace created ENG-2' }).waitFor()
    assert.equal(await entries().filter({ hasText: 'created an account' }).count(), 0)
    await fitsOnPhone()
  })

  step('shows deleted items and who deleted them, newest first', async () => {
    const project = 'engine'
    await ada.call('projects.create', { name: 'Loom', key: 'LOOM' })
    epic = (await ada.call('epics.create', { project, title: 'The mill' })).key
    const { key: story } = await ada.call('stories.create', { project, epic, title: 'Wheels' })
    await ada.call('tasks.create', { project, story, title: 'Cut brass' })
    await ada.call('epics.delete', { project, epic })
    const { key } = await ada.call('tasks.create', { project, title: 'Paint it red' })
    await grace.call('tasks.delete', { task: key })
    await ada.call('projects.delete', { project: 'loom' })
    await openSettings(page, 'Trash')
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
    await sidebar(page).getByRole('link', { name: 'Engine' }).click()
    await openMore(page, 'Engine', 'Trash')
    await row('Paint it red').waitFor()
    await page.getByRole('button', { name: 'Restore The mill' }).click()
    await toast(`Restored ${epic} and 2 more items.`)
    await row('The mill').waitFor({ state: 'detached' })
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
    const { key } = await ada.call('tasks.create', { project: 'engine', title: 'A long word'.repeat(12) })
    await ada.call('tasks.delete', { task: key })
    await row('A long word').waitFor()
    await fitsOnPhone()
    entrance.checkComplaints()
  })
})

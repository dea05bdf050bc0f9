import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually, until } from './poll.ts'
import { openMore } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const day = 86_400_000

describe('a project and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG', description: 'Turns numbers.' })
    await ada.call('projects.create', { name: 'Loom', key: 'LOOM' })
    const make = (title: string, more: object = {}) =>
      ada.call('tasks.create', { project: 'engine', title, ...more })
    await make('Oil the gears', { dueAt: new Date(Date.now() - day).toISOString() })
    await make('Order brass', { dueAt: new Date(Date.now() + 3 * day).toISOString(), assignee: 'me' })
    await make('Wait for coal', { status: 'blocked' })
    await ada.call('tasks.complete', { task: (await make('Turn the crank')).key })
    const waiting = await make('Fit the wheels')
    await ada.call('tasks.update', { task: waiting.key, link: [{ kind: 'blocked_by', task: 'ENG-2' }] })
    await make('Gild the case', { status: 'cancelled' })
    await ada.call('features.create', { project: 'engine', title: 'Print tables' })
    page = await entrance.visit('/projects', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const number = (name: string) =>
    page.getByRole('list', { name: 'Key numbers' }).getByRole('listitem').filter({ hasText: name })

  step('finds the project by its words', async () => {
    const projects = page.getByRole('main').getByRole('list')
    await projects.getByRole('link', { name: 'Loom' }).waitFor()
    await page.getByLabel('Search projects').fill('turns eng')
    await projects.getByRole('link', { name: 'Loom' }).waitFor({ state: 'detached' })
    await page.getByLabel('Search projects').fill('nothing of the kind')
    await page.getByRole('heading', { name: 'No matching projects' }).waitFor()
    await page.getByLabel('Search projects').fill('')
    await projects.getByRole('link', { name: 'Engine' }).click()
  })

  step('shows the progress, and stays live', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await number('Open').getByText('4', { exact: true }).waitFor()
    await number('Blocked or waiting').getByText('2', { exact: true }).waitFor()
    // The same tasks count in the header and in the chart, and a status isn't named like another number.
    await page.getByText('1 of 5 done').waitFor()
    await page.getByText('5 total, not counting 1 cancelled').waitFor()
    await page.getByRole('link', { name: 'Blocked 1', exact: true }).waitFor()
    await number('Overdue').getByText('1', { exact: true }).waitFor()
    await number('Done in last 7 days').getByText('1', { exact: true }).waitFor()
    const due = page.getByRole('list', { name: 'Due next' }).getByRole('listitem')
    await eventually(
      async () => (await due.getByRole('link').allInnerTexts()).map((text) => text.trim()),
      ['Oil the gears', 'Order brass'],
    )
    const features = page.getByRole('list', { name: 'Open features' })
    await features.getByRole('link', { name: 'Print tables' }).waitFor()
    const numbers = page.getByRole('figure', { name: 'Throughput' }).getByRole('table')
    await until(async () => /6\s+1\s*$/.test(await numbers.innerText()))
    await grace.call('tasks.complete', { task: 'ENG-1' })
    await number('Overdue').getByText('0', { exact: true }).waitFor()
  })

  step('links a number to the tasks that it counts', async () => {
    await page.getByRole('link', { name: 'Blocked or waiting', exact: true }).click()
    await page.getByRole('link', { name: 'Wait for coal' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Order brass' }).count(), 0)
    await page.goBack()
  })

  step('undoes a change from the feed, and names what changed since', async () => {
    await grace.call('tasks.update', { task: 'ENG-2', title: 'Order steel', priority: 'high' })
    await grace.call('tasks.update', { task: 'ENG-2', priority: 'low' })
    const change = page.getByRole('listitem').filter({ hasText: /changed .*title/ })
    await change.hover()
    await change.getByRole('button', { name: /^Undo/ }).click()
    await toast('Reverted title of ENG-2. Not reverted because of later changes: priority.')
    const { title, priority } = await ada.call('tasks.get', { task: 'ENG-2' })
    assert.deepEqual([title, priority], ['Order brass', 'low'])
  })

  step('explains why a change can no longer be undone', async () => {
    await page.getByText('set the priority of ENG-2 to low').first().waitFor()
    const change = page.getByRole('listitem').filter({ hasText: 'set the priority of ENG-2 to low' })
    await grace.call('tasks.update', { task: 'ENG-2', priority: 'urgent' })
    await change.getByRole('button', { name: /^Undo/ }).focus()
    await page.keyboard.press('Enter')
    await change
      .getByRole('alert')
      .getByText(/Nothing was reverted: priority changed again/)
      .waitFor()
  })

  step('renames the project without losing a concurrent change', async () => {
    await openMore(page, 'Engine', 'Settings')
    await page.getByLabel('Description').fill('Turns numbers by steam.')
    await grace.call('projects.update', { project: 'engine', description: 'Turns wheels.' })
    await page.getByText('The project changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save project' }).click()
    await toast('Saved the project.')
    assert.equal(
      (await ada.call('projects.get', { project: 'engine' })).description,
      'Turns numbers by steam.',
    )
  })

  step("hides sharing and deletion from members who can't manage the project", async () => {
    const hers = await entrance.visit('/projects/engine/settings', grace)
    await hers.getByLabel('Name', { exact: true }).waitFor()
    assert.equal(await hers.getByRole('button', { name: /Delete|Archive/ }).count(), 0)
    assert.equal(await hers.getByLabel('Visibility').count(), 0)
  })

  step('archives the project and reactivates it', async () => {
    await page.getByRole('button', { name: 'Archive Engine', exact: true }).click()
    await page.getByText('This project is archived').waitFor()
    await page.getByRole('button', { name: 'Unarchive Engine' }).click()
    await page.getByRole('button', { name: 'Archive Engine', exact: true }).waitFor()
    assert.equal((await ada.call('projects.get', { project: 'engine' })).archivedAt, null)
  })

  step('deletes the project after its key is typed, and restores it', async () => {
    await page.getByRole('button', { name: 'Delete Engine…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Engine?' })
    await dialog.getByLabel('Type the project key ENG to confirm').fill('engine')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText("This isn't the project key. Type ENG.").waitFor()
    await dialog.getByLabel('Type the project key ENG to confirm').fill('eng')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await toast('Deleted Engine.')
    await page.waitForURL('**/projects')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await toast('Restored Engine.')
    await page.getByRole('main').getByRole('link', { name: 'Engine' }).click()
  })

  step('fits on a phone', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('figure', { name: 'Throughput' }).waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

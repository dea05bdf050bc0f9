import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { columnOf } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually, until } from './poll.ts'
import { openMore, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const day = 86_400_000

describe('a project and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let feature: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG', description: 'Turns numbers.' })
    await ada.call('projects.create', { name: 'Loom', key: 'LOOM' })
    const make = (title: string, more: object = {}) =>
      ada.call('tasks.create', { project: 'engine', title, ...more })
    await make('Oil the gears', { dueAt: inDays(-1) })
    await make('Order brass', { dueAt: inDays(3), assignee: 'me' })
    await make('Wait for coal', { status: 'blocked' })
    await ada.call('tasks.complete', { task: (await make('Turn the crank')).key })
    const waiting = await make('Fit the wheels')
    await ada.call('tasks.update', { task: waiting.key, link: [{ kind: 'blocked_by', task: 'ENG-2' }] })
    await make('Gild the case', { status: 'cancelled' })
    await ada.call('features.create', { project: 'engine', title: 'Print tables' })
    page = await entrance.visit('/projects', ada)
  })
  after(() => entrance?.close())

  const inDays = (days: number, now = Date.now()) => new Date(now + days * day).toISOString()
  const chart = (name: string) => page.getByRole('figure', { name, exact: true })
  /** Returns the numbers of a chart, row by row, from the table that screen readers read. */
  const numbers = async (name: string) => {
    const rows = await chart(name).getByRole('table').getByRole('row').allInnerTexts()
    return rows.slice(1).map((row) => row.trim().split(/\s*\t\s*/))
  }
  /** Creates a task that was started and completed some days ago. */
  const complete = async (task: object, startedDaysAgo: number, completedDaysAgo: number) => {
    const { id } = await ada.call('tasks.create', { project: 'loom', title: 'Punch the cards', ...task })
    await ada.call('tasks.update', { task: id, status: 'in_progress' })
    await ada.call('tasks.complete', { task: id })
    // From one clock reading, because a millisecond less than a day belongs to another range.
    const now = Date.now()
    const [startedAt, completedAt] = [inDays(-startedDaysAgo, now), inDays(-completedDaysAgo, now)]
    const { database } = entrance.server.app
    await database.run(
      sql`update journal set at = case when changes -> 'status' ->> 'to' = 'complete'
            then ${completedAt}::timestamptz else ${startedAt}::timestamptz end
          where subject_id = ${id}`,
    )
    await database.run(sql`update tasks set completed_at = ${completedAt} where id = ${id}`)
  }

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
    // The form shows the same text before the save.
    const { description } = await ada.call('projects.get', { project: 'engine' })
    assert.equal(description, 'Turns numbers by steam.')
  })

  step('archives the project and reactivates it', async () => {
    await page.getByRole('button', { name: 'Archive Engine', exact: true }).click()
    await page.getByText('This project is archived').waitFor()
    await page.getByRole('button', { name: 'Unarchive Engine' }).click()
    await page.getByRole('button', { name: 'Archive Engine', exact: true }).waitFor()
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
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('says how to start with the insights and the timeline of an empty project', async () => {
    await page.goto(`${entrance.url}/projects/loom/insights`)
    await page.getByRole('heading', { name: 'No numbers yet' }).waitFor()
    await page.getByRole('link', { name: 'Open the tasks' }).click()
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.getByRole('heading', { name: 'No epics or features yet' }).waitFor()
    await isAt(page, '/projects/loom/timeline')
  })

  step('shows the work of people and agents side by side', async () => {
    const epic = await ada.call('epics.create', {
      project: 'loom',
      title: 'The first cloth',
      status: 'active',
      dueAt: inDays(20),
    })
    const { key } = await ada.call('stories.create', { project: 'loom', epic: epic.key, title: 'Weave' })
    await ada.call('agents.create', { name: 'Builder' })
    await complete({ estimate: 3, assignee: 'me', story: key }, 12, 10)
    await complete({ estimate: 2, assignee: 'Builder' }, 11, 10)
    await ada.call('tasks.create', { project: 'loom', title: 'Hang it up', estimate: 5, story: key })
    feature = (await ada.call('features.create', { project: 'loom', title: 'Patterns in colour' })).key

    await openMore(page, 'Loom', 'Insights')
    await chart('Throughput').getByText('1 by people, 1 by agents').waitFor()
    const [week] = (await numbers('Throughput')).filter((row) => row.includes('1'))
    assert.deepEqual(week!.slice(1), ['1', '1'])
    // Ada's task took 48 hours, that of the agent 24. A week without completions has no median.
    const cycleTimes = await numbers('Cycle time')
    assert.deepEqual(cycleTimes.find(([, p85]) => p85 !== '–')!.slice(1), ['48', '36'])
    assert.deepEqual(
      (await numbers('Cycle time distribution')).filter((row) => row.includes('1')),
      [
        ['1–2 d', '0', '1'],
        ['2–4 d', '1', '0'],
      ],
    )
    const today = (await numbers('Cumulative flow')).at(-1)!
    // Backlog, To do, Blocked, In progress, In review, Complete.
    assert.deepEqual(today.slice(1), ['0', '1', '0', '0', '0', '2'])
    await chart('Estimates per column').getByRole('row', { name: 'To do 5' }).waitFor()
  })

  step('shows values with the arrow keys, and as a table', async () => {
    await chart('Throughput').getByRole('group').focus()
    await page.keyboard.press('End')
    const readout = chart('Throughput').getByRole('status')
    assert.match(await readout.innerText(), /: 0 people, 0 agents$/)
    await page.keyboard.press('Escape')
    await readout.waitFor({ state: 'detached' })
    await page.getByText('4 weeks', { exact: true }).click()
    await isAt(page, '/projects/loom/insights?weeks=4')
    await chart('Throughput').getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('region', { name: 'Table: Throughput' }).waitFor()
    assert.equal(await chart('Throughput').getByRole('group').count(), 0)
    await chart('Throughput').getByRole('row').nth(4).waitFor()
    assert.equal((await numbers('Throughput')).length, 4)
  })

  step('shows the burn-up of an epic in tasks and points', async () => {
    const field = chart('Burn-up').getByRole('combobox', { name: 'Epic or feature' })
    await field.click()
    await page.getByRole('option', { name: /The first cloth/ }).click()
    await page.waitForURL(/item=LOOM-1/)
    await chart('Burn-up').getByText('Points', { exact: true }).click()
    await page.waitForURL(/unit=points/)
    await chart('Burn-up').getByRole('row', { name: / 8 3$/ }).first().waitFor({ state: 'attached' })
    // The estimates of the completed task and of the open one.
    assert.deepEqual((await numbers('Burn-up')).at(-1)!.slice(1), ['8', '3'])
  })

  step('places epics and features by their dates, and opens them with the keyboard', async () => {
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByRole('link', { name: /The first cloth .* to .*, Active, 1 of 2 tasks/ }).waitFor()
    // Shows a change of another person without a reload.
    await ada.call('epics.create', { project: 'loom', title: 'The second cloth', dueAt: inDays(-3) })
    await timeline.getByRole('link', { name: /The second cloth .* Overdue/ }).waitFor()
    const bar = timeline.locator('[data-row]', { hasText: 'The first cloth' }).locator('[data-bar] a')
    const width = async () => (await bar.boundingBox())!.width
    const inMonths = await width()
    await page.getByText('Weeks', { exact: true }).click()
    await isAt(page, '/projects/loom/timeline?zoom=weeks')
    assert.ok((await width()) > 2 * inMonths)
    await page.getByRole('button', { name: 'Show as table' }).click()
    const row = page.getByRole('table', { name: 'Timeline' }).getByRole('row', { name: /Patterns in colour/ })
    assert.match(await row.innerText(), /Creation/)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await timeline.getByRole('link', { name: /Patterns in colour/ }).focus()
    await page.keyboard.press('Enter')
    await isAt(page, `/projects/loom/features/${feature}`)
    await page.goBack()
    await timeline.waitFor()
  })

  step('scrolls sideways only inside the timeline on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const timeline = page.getByRole('region', { name: 'Timeline' })
    assert.ok(await timeline.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth'))
    await page.setViewportSize({ width: 1280, height: 800 })
    const bar = timeline.locator('[data-row]', { hasText: 'The first cloth' }).locator('[data-bar] a')
    await bar.click()
    await isAt(page, '/projects/loom?epic=LOOM-1')
  })

  step('sums the estimates of a column, and the tasks of an agent', async () => {
    await page.getByRole('link', { name: 'Board' }).click()
    await columnOf(page, 'To do').getByText('5 pt').first().waitFor()
    await sidebar(page).getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('link', { name: 'Builder' }).click()
    await chart('Completed tasks').waitFor()
    const counts = await numbers('Completed tasks')
    assert.equal(counts.filter(([, count]) => count === '1').length, 1)
    entrance.checkComplaints()
  })
})

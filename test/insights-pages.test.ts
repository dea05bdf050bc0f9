import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { columnOf } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'

const day = 86_400_000

describe('the insights and the timeline of a project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let feature: string

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    page = await entrance.visit('/projects/looms', ada)
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
    const { id } = await ada.call('tasks.create', { project: 'looms', title: 'Punch the cards', ...task })
    await ada.call('tasks.update', { task: id, status: 'in_progress' })
    await ada.call('tasks.complete', { task: id })
    // From one clock reading, because a millisecond less than a day belongs to another range.
    const now = Date.now()
    const [startedAt, completedAt] = [inDays(-startedDaysAgo, now), inDays(-completedDaysAgo, now)]
    await entrance.server.app.database.run(
      sql`update journal set at = case when changes -> 'status' ->> 'to' = 'complete'
            then ${completedAt}::timestamptz else ${startedAt}::timestamptz end
          where subject_id = ${id}`,
    )
    await entrance.server.app.database.run(
      sql`update tasks set completed_at = ${completedAt} where id = ${id}`,
    )
  }

  step('says how to start in an empty project', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Insights' }).click()
    await page.getByRole('heading', { name: 'No numbers yet' }).waitFor()
    await page.getByRole('link', { name: 'Open the tasks' }).click()
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.getByRole('heading', { name: 'No epics or features yet' }).waitFor()
    await isAt(page, '/projects/looms/timeline')
  })

  step('shows the work of people and agents side by side', async () => {
    const epic = await ada.call('epics.create', {
      project: 'looms',
      title: 'The first cloth',
      status: 'active',
      dueAt: inDays(20),
    })
    const { key } = await ada.call('stories.create', { project: 'looms', epic: epic.key, title: 'Weave' })
    await ada.call('agents.create', { name: 'Builder' })
    await complete({ estimate: 3, assignee: 'me', story: key }, 12, 10)
    await complete({ estimate: 2, assignee: 'Builder' }, 11, 10)
    await ada.call('tasks.create', { project: 'looms', title: 'Hang it up', estimate: 5, story: key })
    feature = (await ada.call('features.create', { project: 'looms', title: 'Patterns in colour' })).key

    await page.goto(`${entrance.url}/projects/looms/insights`)
    await chart('Throughput').getByText('1 by people, 1 by agents').waitFor()
    const weeks = await numbers('Throughput')
    assert.equal(weeks.length, 8)
    assert.deepEqual(
      weeks.filter(([, people]) => people !== '0').map(([, ...counts]) => counts),
      [['1', '1']],
    )
    // Ada's task took 48 hours, that of the agent 24. A week without completions has no median.
    const cycleTimes = await numbers('Cycle time')
    assert.deepEqual(cycleTimes.find(([, p85]) => p85 !== '–')!.slice(1), ['48', '36'])
    assert.deepEqual(
      (await numbers('Cycle time distribution')).filter(([, ...counts]) =>
        counts.some((count) => count !== '0'),
      ),
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
    await isAt(page, '/projects/looms/insights?weeks=4')
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
    await ada.call('epics.create', { project: 'looms', title: 'The second cloth', dueAt: inDays(-3) })
    await timeline.getByRole('link', { name: /The second cloth .* Overdue/ }).waitFor()
    const bar = timeline.locator('[data-row]', { hasText: 'The first cloth' }).locator('[data-bar] a')
    const width = async () => (await bar.boundingBox())!.width
    const inMonths = await width()
    await page.getByText('Weeks', { exact: true }).click()
    await isAt(page, '/projects/looms/timeline?zoom=weeks')
    assert.ok((await width()) > 2 * inMonths)
    await page.getByRole('button', { name: 'Show as table' }).click()
    const row = page.getByRole('table', { name: 'Timeline' }).getByRole('row', { name: /Patterns in colour/ })
    assert.match(await row.innerText(), /Creation/)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await timeline.getByRole('link', { name: /Patterns in colour/ }).focus()
    await page.keyboard.press('Enter')
    await isAt(page, `/projects/looms/features/${feature}`)
    await page.goBack()
    await bar.click()
    await isAt(page, '/projects/looms?epic=LOOM-1')
  })

  step('scrolls sideways only inside the timeline on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${entrance.url}/projects/looms/timeline`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.waitFor()
    assert.ok(await timeline.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth'))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('sums the estimates of a column, and the tasks of an agent', async () => {
    await page.getByRole('link', { name: 'Board' }).click()
    await columnOf(page, 'To do').getByText('5 pt').first().waitFor()
    await page.goto(`${entrance.url}/agents`)
    await page.getByRole('link', { name: 'Builder' }).click()
    await chart('Completed tasks').waitFor()
    const counts = await numbers('Completed tasks')
    assert.equal(counts.filter(([, count]) => count === '1').length, 1)
    entrance.checkComplaints()
  })
})

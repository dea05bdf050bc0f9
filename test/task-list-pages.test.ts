import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the task list of a project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    await make('Weave the cloth', { priority: 'high', labels: ['loom'], assignee: 'me' })
    await make('Wind the yarn', { status: 'in_progress', dueAt: '2020-01-01T12:00:00Z' })
    await make('Punch the cards', { type: 'bug', labels: ['cards'] })
    await make('Oil the wheels', { status: 'backlog' })
    page = await entrance.visit('/projects/looms', ada)
  })
  after(() => entrance?.close())

  const make = (title: string, more: object = {}) =>
    ada.call('tasks.create', { project: 'looms', title, ...more })
  const rows = () => page.locator('[data-task] [data-task-link]')
  const filters = () => page.getByRole('group', { name: 'Filter tasks' })
  /** Clicks the label of an option. */
  const press = (where: Locator, text: string) => where.getByText(text, { exact: true }).click()

  step('filters by any number of criteria, and keeps them in the URL', async () => {
    await showsTexts(rows(), ['Wind the yarn', 'Punch the cards', 'Weave the cloth', 'Oil the wheels'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await press(filters(), 'To do')
    await press(filters(), 'Backlog')
    await showsTexts(rows(), ['Punch the cards', 'Weave the cloth', 'Oil the wheels'])
    await press(filters(), 'Bug')
    await showsTexts(rows(), ['Punch the cards'])
    await isAt(page, '/projects/looms?status=todo%2Cbacklog&type=bug')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bug', exact: true }).click()
    await showsTexts(rows(), ['Punch the cards', 'Weave the cloth', 'Oil the wheels'])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await showsTexts(rows(), ['Wind the yarn', 'Punch the cards', 'Weave the cloth', 'Oil the wheels'])
    await isAt(page, '/projects/looms')
  })

  step('applies the filters of a shared URL', async () => {
    await page.goto(`${entrance.url}/projects/looms?assignee=me&label=loom`)
    await showsTexts(rows(), ['Weave the cloth'])
    await page.getByRole('button', { name: 'Assignee: Me' }).waitFor()
    await page.goto(`${entrance.url}/projects/looms?due=overdue`)
    await showsTexts(rows(), ['Wind the yarn'])
    await page.goto(`${entrance.url}/projects/looms/board?search=punch`)
    await showsTexts(page.locator('[data-card] [data-task-link]'), ['Punch the cards'])
  })

  step('finds tasks by words and sorts them', async () => {
    await page.goto(`${entrance.url}/projects/looms`)
    await page.getByLabel('Search tasks').fill('yar')
    await showsTexts(rows(), ['Wind the yarn'])
    await page.getByLabel('Search tasks').fill('')
    await page.getByLabel('Sort').selectOption('-priority')
    await showsTexts(rows(), ['Weave the cloth', 'Oil the wheels', 'Punch the cards', 'Wind the yarn'])
    await isAt(page, '/projects/looms?sort=-priority')
  })

  step('changes several tasks in one batch and undoes it', async () => {
    await page.goto(`${entrance.url}/projects/looms`)
    await page.getByLabel('Select LOOM-1').check()
    await page.getByLabel('Select LOOM-3').check()
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByLabel('Set status').selectOption('in_review')
    await page.getByText('Moved 2 tasks to In review.').waitFor()
    await showsTexts(page.getByRole('list', { name: 'In review' }).getByRole('link'), [
      'Punch the cards',
      'Weave the cloth',
    ])
    assert.equal((await ada.call('tasks.get', { task: 'LOOM-3' })).status, 'in_review')
    await bar.getByLabel('Add label').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Added label “soon” to 2 tasks.').waitFor()
    assert.deepEqual((await ada.call('tasks.get', { task: 'LOOM-1' })).labels, ['loom', 'soon'])
    assert.deepEqual((await ada.call('tasks.get', { task: 'LOOM-3' })).labels, ['cards', 'soon'])
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Reverted 2 tasks.').waitFor()
    assert.deepEqual((await ada.call('tasks.get', { task: 'LOOM-1' })).labels, ['loom'])
  })

  step('deletes several tasks in one batch and restores them', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 tasks.').waitFor()
    await showsTexts(rows(), ['Wind the yarn', 'Oil the wheels'])
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Restored 2 tasks.').waitFor()
    await showsTexts(rows(), ['Wind the yarn', 'Punch the cards', 'Weave the cloth', 'Oil the wheels'])
  })

  step('saves the filters as a view, and shares it with another user', async () => {
    await page.goto(`${entrance.url}/projects/looms/board?label=cards`)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as view' }).click()
    await page.keyboard.type('The cards')
    await page.getByLabel('Share with everyone who can see this project').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved view “The cards”.').waitFor()
    await page.getByRole('button', { name: 'Views' }).getByText('The cards').waitFor()

    const graces = await entrance.visit('/projects/looms', grace)
    await graces.getByRole('button', { name: 'Views' }).click()
    await graces.getByRole('menuitemradio', { name: 'The cards' }).click()
    await showsTexts(graces.locator('[data-card] [data-task-link]'), ['Punch the cards'])
    await isAt(graces, '/projects/looms/board?label=cards')
    await graces.getByRole('button', { name: 'Views' }).click()
    // Grace can't rename Ada's view.
    assert.equal(await graces.getByRole('menuitem', { name: 'Manage views' }).count(), 0)
  })

  step('renames a view, deletes it and restores it', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Manage views' }).click()
    await page.getByLabel('Name of The cards').fill('All cards')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete view All cards' }).click()
    await page.getByText('No views yet.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Restored view “All cards”.').waitFor()
    const { items } = await ada.call('views.list', { project: 'looms' })
    assert.deepEqual(
      items.map(({ name, shared }) => ({ name, shared })),
      [{ name: 'All cards', shared: true }],
    )
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

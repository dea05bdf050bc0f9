import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, addressOf, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { until } from './poll.ts'
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
    await join(entrance.server, ada, grace, 'member')
    await grace.call('projects.create', { name: 'Looms', key: 'LOOM' })
    await make('Weave the cloth', { priority: 'high', labels: ['loom'], assignee: 'me' })
    await make('Wind the yarn', { status: 'in_progress', dueAt: '2020-01-01T12:00:00Z' })
    await make('Punch the cards', { type: 'bug', labels: ['cards'] })
    await make('Oil the wheels', { status: 'backlog' })
    const filter = 'assignee=me&label=loom'
    const nonsense = 'task=5&status=constructor&priority=%5B%22high%22%5D'
    page = await entrance.visit(`/projects/looms?${filter}&${nonsense}`, ada)
  })
  after(() => entrance?.close())

  const make = (title: string, more: object = {}) =>
    ada.call('tasks.create', { project: 'looms', title, ...more })
  const rows = () => page.locator('[data-task] [data-task-link]')
  /** Returns the keys of the selected rows, in the shown order. */
  const selected = async () => {
    const checked = await page.locator('[data-task]:has(:checked)').all()
    return Promise.all(checked.map((row) => row.getAttribute('data-task')))
  }
  const filters = () => page.getByRole('group', { name: 'Filter tasks' })
  /** Opens the list without filters. */
  const openTasks = () =>
    page.getByRole('navigation', { name: 'Pages of Looms' }).getByRole('link', { name: 'Tasks' }).click()
  /** Opens a picker and picks an option. */
  const choose = async (where: Locator, button: string, option: string) => {
    await where.getByRole('button', { name: button }).click()
    await page.getByRole('option', { name: option }).click()
  }
  /** Clicks the label of an option. */
  const press = (where: Locator, text: string) => where.getByText(text, { exact: true }).click()

  step('applies the filters of a shared URL, and ignores invalid values', async () => {
    await showsTexts(rows(), ['Weave the cloth'])
    await page.getByRole('button', { name: 'Assignee: Me' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await showsTexts(rows(), ['Wind the yarn', 'Punch the cards', 'Weave the cloth', 'Oil the wheels'])
    await isAt(page, '/projects/looms')
  })

  step('filters by any number of criteria, and keeps them in the URL', async () => {
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
  })

  step('finds tasks by words and sorts them', async () => {
    await openTasks()
    await page.getByLabel('Search tasks').fill('yar')
    await showsTexts(rows(), ['Wind the yarn'])
    await page.getByLabel('Search tasks').fill('')
    await page.getByLabel('Sort').selectOption('-priority')
    await showsTexts(rows(), ['Weave the cloth', 'Oil the wheels', 'Punch the cards', 'Wind the yarn'])
    await isAt(page, '/projects/looms?sort=-priority')
  })

  step('changes several tasks in one batch and undoes it', async () => {
    await openTasks()
    await page.getByLabel('Select LOOM-1').check()
    await page.getByLabel('Select LOOM-3').check()
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await bar.getByText('2 selected').waitFor()
    await choose(bar, 'Set status', 'In review')
    await page.getByText('Moved 2 tasks to In review.').waitFor()
    await showsTexts(page.getByRole('list', { name: 'In review' }).getByRole('link'), [
      'Punch the cards',
      'Weave the cloth',
    ])
    await bar.getByRole('button', { name: 'Add label' }).click()
    await page.keyboard.type('soon')
    await page.getByRole('option', { name: 'Create “soon”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Added label “soon” to 2 tasks.').waitFor()
    const label = page.locator('[data-task=LOOM-1]').getByText('soon', { exact: true })
    await label.waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Reverted 2 tasks.').waitFor()
    await label.waitFor({ state: 'detached' })
  })

  step('deletes several tasks in one batch and restores them', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    assert.equal(await bar.getByRole('button', { name: 'Delete' }).count(), 0, 'is in a menu')
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 2 tasks?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 2 tasks.').waitFor()
    await showsTexts(rows(), ['Wind the yarn', 'Oil the wheels'])
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Restored 2 tasks.').waitFor()
    await showsTexts(rows(), ['Wind the yarn', 'Punch the cards', 'Weave the cloth', 'Oil the wheels'])
  })

  step('selects a range in the shown order, by pointer and by keyboard', async () => {
    await page.getByLabel('Select LOOM-2').check()
    // LOOM-2 is in progress and so the first row, LOOM-3 and LOOM-1 are to do, and LOOM-4 is in the backlog.
    await page.getByLabel('Select LOOM-1').click({ modifiers: ['Shift'] })
    assert.deepEqual(await selected(), ['LOOM-2', 'LOOM-3', 'LOOM-1'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Punch the cards' }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    assert.deepEqual(await selected(), ['LOOM-3', 'LOOM-1', 'LOOM-4'])
    await page.keyboard.press('Shift+ArrowUp')
    assert.deepEqual(await selected(), ['LOOM-3', 'LOOM-1'])
    await page.keyboard.press('Escape')
  })

  step('changes tasks by keyboard and undoes the last change', async () => {
    await page.keyboard.press('j')
    await page.locator(':focus', { hasText: 'Oil the wheels' }).waitFor()
    await page.keyboard.press('s')
    await page.keyboard.type('progress')
    await page.keyboard.press('Enter')
    await showsTexts(page.getByRole('list', { name: 'In progress' }).getByRole('link'), [
      'Oil the wheels',
      'Wind the yarn',
    ])
    await page.locator(':focus', { hasText: 'Oil the wheels' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Reverted 1 task.').waitFor()
    await showsTexts(page.getByRole('list', { name: 'Backlog' }).getByRole('link'), ['Oil the wheels'])
    await page.locator(':focus', { hasText: 'Oil the wheels' }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.keyboard.press('a')
    await page.keyboard.type('grace')
    await page.getByRole('option', { name: 'Grace' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Assigned 2 tasks to Grace.').waitFor()
    await page.getByRole('button', { name: 'Assignee of LOOM-1: Grace' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Reverted 2 tasks.').waitFor()
    await page.getByRole('button', { name: 'Assignee of LOOM-1: Ada' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('jxs?')
    assert.equal(await page.getByLabel('Search tasks').inputValue(), 'jxs?', 'no shortcut fires in a field')
    await page.getByLabel('Search tasks').fill('')
    await page.getByLabel('Search tasks').blur()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Extend the selection').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Wind the yarn' }).focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: 'Actions for LOOM-2' })
    await menu.getByRole('menuitem', { name: 'Set priority…' }).click()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await page.getByRole('button', { name: 'Priority of LOOM-2: Urgent' }).waitFor()
  })

  step('shows a view that another user shares', async () => {
    const query = { label: ['cards'], layout: 'board' as const, by: 'label' as const }
    await grace.call('views.create', { project: 'looms', name: 'Cards by label', shared: true, query })
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitemradio', { name: 'Cards by label' }).waitFor()
    // Ada can't rename the view.
    assert.equal(await page.getByRole('menuitem', { name: 'Manage views' }).count(), 0)
    await page.getByRole('menuitemradio', { name: 'Cards by label' }).click()
    await showsTexts(page.locator('[data-card] [data-task-link]'), ['Punch the cards'])
    await isAt(page, '/projects/looms/board?label=cards&by=label')
  })

  step('groups by another property, and hides properties', async () => {
    await openTasks()
    await page.getByRole('button', { name: 'Display' }).click()
    const options = page.getByRole('group', { name: 'Display options' })
    await options.getByLabel('Group by').selectOption('Label')
    await press(options.getByRole('group', { name: 'Show in each row' }), 'Assignee')
    await page.keyboard.press('Escape')
    await showsTexts(page.getByRole('heading', { level: 2 }).getByRole('button'), [
      'cards1',
      'loom1',
      'No label2',
    ])
    assert.equal(await page.getByRole('button', { name: /^Assignee of/ }).count(), 0)
    await isAt(page, '/projects/looms?by=label&show=priority%2Ckey%2Clabels%2Cdue%2Ccreator')
    await page.getByRole('button', { name: 'loom 1' }).click()
    await showsTexts(rows(), ['Punch the cards', 'Oil the wheels', 'Wind the yarn'])
  })

  step('saves the filters, the groups and the layout as a view, and shares it', async () => {
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByLabel('Search tasks').fill('cards')
    await showsTexts(page.locator('[data-card] [data-task-link]'), ['Punch the cards'])
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as view' }).click()
    await page.keyboard.type('The cards')
    await page.getByLabel('Share with everyone who can see this project').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved view “The cards”.').waitFor()
    await page.getByRole('button', { name: 'Views' }).getByText('The cards').waitFor()
    const address = addressOf(page)
    // A favorite view is in the sidebar of every page.
    await page.getByRole('button', { name: 'Add The cards to favorites' }).click()
    await openTasks()
    await page.getByRole('list', { name: 'Favorite views' }).getByRole('link', { name: 'The cards' }).click()
    await isAt(page, address)
    await page.getByRole('main').getByRole('button', { name: 'Remove The cards from favorites' }).click()
    await page.getByRole('list', { name: 'Favorite views' }).waitFor({ state: 'detached' })
    const { items } = await grace.call('views.list', { project: 'looms' })
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Cards by label', 'The cards'],
    )
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
  })

  step('shows every task of a long list with the right counts, and renders only some rows', async () => {
    const { slug } = await ada.call('projects.create', { name: 'Long', key: 'LONG' })
    for (const [status, length] of [
      ['todo', 100],
      ['backlog', 60],
    ] as const) {
      const many = Array.from({ length }, (_, index) => ({ title: `${status} ${index}`, status }))
      await ada.call('tasks.createMany', { project: slug, tasks: many })
    }
    await page.goto(`${entrance.url}/projects/${slug}`)
    const heading = (name: string) => page.getByRole('heading', { level: 2 }).getByRole('button', { name })
    await heading('To do 100').waitFor()
    await heading('Backlog 60').waitFor()
    assert.equal(await page.locator('option').count(), 6, 'only the options of the sort order')
    await page.getByRole('list', { name: 'To do' }).hover()
    const last = page.locator('[data-task=LONG-101]')
    await until(async () => {
      await page.mouse.wheel(0, 4000)
      return (await last.count()) > 0
    })
    assert.ok((await page.locator('[data-task]').count()) < 120, 'rows outside the viewport are not rendered')
    const first = page.getByRole('list', { name: 'Backlog' }).getByRole('listitem').first()
    assert.equal(await first.getAttribute('aria-setsize'), '60')
    await ada.call('tasks.update', { task: 'LONG-100', status: 'in_review' })
    await heading('To do 99').waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import { fillTree } from './fill-tree.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { story } from './story.ts'

describe('the tree of a large project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  /** The levels that the page has requested: the value of "below", and whether it was a next page. */
  let requested: string[] = []

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    const { id } = await ada.call('projects.create', { name: 'Mills', key: 'MILL' })
    await fillTree(entrance.server.app.database, id, { epics: 11, stories: 506, tasks: 5060, loose: 150 })
    const tasks = Array.from({ length: 100 }, (_, index) => ({ title: `Late ${index}`, story: 'MILL-22' }))
    await ada.call('tasks.createMany', { project: 'mills', tasks })
    page = await entrance.visit('/projects/mills', ada)
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.endsWith('/mills/tree') || request.resourceType() !== 'fetch') return
      requested.push((searchParams.get('below') ?? 'top') + (searchParams.has('cursor') ? ' next' : ''))
    })
  })
  after(() => entrance?.close())

  const group = (title: string) => page.getByRole('button', { name: title })
  const line = (key: string) => page.locator(`[data-line="${key}"]`)
  const links = (list: string) =>
    page.getByRole('list', { name: list, exact: true }).locator('[data-task-link]')
  const countIs = (list: string, count: number) => until(async () => (await links(list).count()) === count)

  step('shows the epics with their counts, and loads no level below them', async () => {
    await page.getByRole('link', { name: 'Tree' }).click()
    await line('MILL-11').getByText('46 stories').waitFor()
    await line('MILL-11')
      .getByText(/^\d+ of 460 done$/)
      .waitFor()
    assert.equal(await group('Epic 11').getAttribute('aria-expanded'), 'false')
    assert.deepEqual(requested, ['top'])
  })

  step('loads the next tasks without a story', async () => {
    await countIs('Tasks without a story', 89)
    await page.getByRole('button', { name: 'No story 89+' }).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await countIs('Tasks without a story', 150)
    await page.getByRole('button', { name: 'No story 150' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    assert.deepEqual(requested, ['top', 'top next'])
  })

  step('loads the stories of an epic when it is expanded with the keyboard', async () => {
    requested = []
    // Story 11 is MILL-22, the first story of the first epic.
    await group('Epic 1').first().focus()
    await page.keyboard.press('ArrowRight')
    await line('MILL-22').waitFor()
    assert.deepEqual(requested, ['MILL-1'])
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.locator(':focus').getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowLeft')
  })

  step('loads the tasks of a story page by page', async () => {
    await line('MILL-22').getByRole('button', { name: 'Story 11' }).click()
    await countIs('Tasks of Story 11', 100)
    assert.deepEqual(requested, ['MILL-1', 'MILL-22'])
    await page.getByRole('button', { name: 'Show more' }).click()
    await countIs('Tasks of Story 11', 110)
    assert.deepEqual(requested, ['MILL-1', 'MILL-22', 'MILL-22 next'])
  })

  step('refetches only the levels that a live event changes', async () => {
    await group('Epic 2').first().click()
    await line('MILL-12').waitFor()
    requested = []
    await ada.call('tasks.update', { task: 'MILL-5728', title: 'First of all' })
    await page.getByRole('link', { name: 'First of all' }).waitFor()
    assert.deepEqual([...new Set(requested)].toSorted(), ['MILL-22', 'MILL-22 next'])
    // A task that isn't loaded changes the progress of its story and its epic.
    requested = []
    const progress = line('MILL-12').getByText(/of 10 done/)
    const [before] = (await progress.textContent())!.split(' ')
    const { items } = await ada.call('projects.tree', { project: 'mills', below: 'MILL-12' })
    const open = items.find(({ kind, status }) => kind === 'task' && status === 'todo')!
    await ada.call('tasks.complete', { task: open.key })
    await line('MILL-12')
      .getByText(`${Number(before) + 1} of 10 done`)
      .waitFor()
    assert.ok(!requested.includes('MILL-22'))
  })

  step('adds a task to a story that is not loaded yet', async () => {
    await line('MILL-12').hover()
    await page.getByRole('button', { name: 'Actions for MILL-12' }).click()
    await page.getByRole('menuitem', { name: 'Add task' }).click()
    await page.getByLabel('Add task').first().fill('Grind it')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Grind it' }).waitFor()
    await page.keyboard.press('Escape')
  })

  const menuOf = async (key: string) => {
    await line(key).hover()
    await page.getByRole('button', { name: `Actions for ${key}` }).click()
  }
  const pick = async (label: string, name: string) => {
    const picker = page.getByRole('dialog', { name: label })
    await picker.getByRole('combobox').fill(name)
    await picker.getByRole('option', { name, exact: true }).click()
  }

  step('moves a task to a story whose level is not loaded', async () => {
    const { items } = await ada.call('stories.list', { project: 'mills', epic: 'MILL-7', limit: 200 })
    const to = items.at(-1)!
    await menuOf('MILL-5728')
    await page.getByRole('menuitem', { name: 'Move to story…' }).click()
    await pick('Epic of the story', 'Epic 7')
    await pick('Move to story', to.title)
    await page.getByText(`Moved MILL-5728 to ${to.title}.`).waitFor()
    assert.equal((await ada.call('tasks.get', { task: 'MILL-5728' })).story?.key, to.key)
  })

  step('moves a story to another epic', async () => {
    await menuOf('MILL-12')
    await page.getByRole('menuitem', { name: 'Move to epic…' }).click()
    await pick('Move to epic', 'Epic 9')
    await page.getByText('Moved MILL-12 to Epic 9.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Moved MILL-12 to Epic 2.').waitFor()
  })

  step('confirms a new task at the end of a list that is not loaded completely', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Add task' }).click()
    await page.getByRole('textbox', { name: 'Add task' }).fill('Sell it')
    await page.keyboard.press('Enter')
    await page.getByText(/^Added MILL-\d+ at the end of its list\.$/).waitFor()
    await page.keyboard.press('Escape')
  })

  step('explains a level that cannot be loaded, and tries again', async () => {
    const level = /\/mills\/tree\?.*below=MILL-3(&|$)/
    const error = { code: 'not_found', message: 'It is gone.' }
    await page.route(level, (route) => route.fulfill({ status: 404, json: { error } }))
    await group('Epic 3').first().click()
    await page.getByRole('heading', { name: "Couldn't load this" }).waitFor()
    await page.unroute(level)
    await page.getByRole('button', { name: 'Try again' }).click()
    await line('MILL-13').waitFor()
  })

  step('fits on a phone, without a browser error', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

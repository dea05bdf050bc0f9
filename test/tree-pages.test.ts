import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { fillTree } from './fill-tree.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { press } from './press.ts'
import { story } from './story.ts'

describe('the tree of a project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  /** The levels of the large project that the page has requested: the value of "below", and whether it was a next page. */
  let requested: string[] = []

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    await createLargeProject()
    page = await entrance.visit('/projects/looms/tree', ada)
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.endsWith('/mills/tree') || request.resourceType() !== 'fetch') return
      requested.push((searchParams.get('below') ?? 'top') + (searchParams.has('cursor') ? ' next' : ''))
    })
  })
  after(() => entrance?.close())

  async function createLargeProject(): Promise<void> {
    const { id } = await ada.call('projects.create', { name: 'Mills', key: 'MILL' })
    await fillTree(entrance.server.app.database, id, { epics: 11, stories: 506, tasks: 5060, loose: 150 })
    const tasks = Array.from({ length: 100 }, (_, index) => ({ title: `Late ${index}`, story: 'MILL-22' }))
    await ada.call('tasks.createMany', { project: 'mills', tasks })
  }
  const add = async (button: string, ...titles: string[]) => {
    await page.getByRole('button', { name: button }).first().click()
    for (const title of titles) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('[data-focus]', { hasText: title }).waitFor()
    }
    await page.keyboard.press('Escape')
  }
  const line = (key: string) => page.locator(`[data-line="${key}"]`)
  const group = (title: string) => page.getByRole('button', { name: title })
  const links = (list: string) =>
    page.getByRole('list', { name: list, exact: true }).locator('[data-task-link]')
  const countIs = (list: string, count: number) => until(async () => (await links(list).count()) === count)
  const pick = async (label: string, name: string) => {
    const picker = page.getByRole('dialog', { name: label })
    await picker.getByRole('combobox').fill(name)
    await picker.getByRole('option', { name, exact: true }).click()
  }
  const tasksOf = (story: string) =>
    page.getByRole('list', { name: `Tasks of ${story}` }).locator('[data-task-link]')
  const menuOf = async (key: string) => {
    await line(key).hover()
    await page.getByRole('button', { name: `Actions for ${key}` }).click()
  }

  step('adds an epic, a story and tasks by typing', async () => {
    await page.getByRole('heading', { name: 'No epics yet' }).waitFor()
    await add('Add epic', 'The first cloth')
    await add('Add story', 'A weaver sees the pattern')
    await add('Add task', 'Draw it', 'Punch it', 'Hang it up')
    await showsTexts(tasksOf('A weaver sees the pattern'), ['Draw it', 'Punch it', 'Hang it up'])
  })

  step('closes an empty field when a button below is pressed, and presses the button too', async () => {
    await page.getByRole('button', { name: 'Add story' }).click()
    const below = page.getByRole('button', { name: 'Add epic' })
    const { height } = (await below.boundingBox())!
    await press(below, { x: 10, y: height - 1 })
    await page.getByRole('textbox', { name: 'Add epic' }).waitFor()
    await page.getByRole('textbox', { name: 'Add story' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  step('shows live progress while others work', async () => {
    await ada.call('tasks.complete', { task: 'LOOM-3' })
    await line('LOOM-1').getByText('1 of 3 done').waitFor()
    await line('LOOM-2').getByText('1 of 3 done').waitFor()
  })

  step('navigates, expands and moves tasks with the keyboard', async () => {
    await page.getByRole('button', { name: 'The first cloth' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await tasksOf('A weaver sees the pattern').first().waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await tasksOf('A weaver sees the pattern').first().waitFor()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await page.keyboard.press('Alt+ArrowUp')
    await showsTexts(tasksOf('A weaver sees the pattern'), ['Draw it', 'Hang it up', 'Punch it'])
    await page.getByRole('status').filter({ hasText: 'LOOM-5 is now 2 of 3.' }).waitFor()
    assert.equal(await page.locator(':focus').textContent(), 'Hang it up')
  })

  step('moves a task to another story and back', async () => {
    await add('Add story', 'A weaver sees the cloth')
    const release = Promise.withResolvers<void>()
    await page.route(/move-picker/, (route) => void release.promise.then(() => route.continue()))
    await menuOf('LOOM-4')
    await page.getByRole('menuitem', { name: 'Move to story…' }).click()
    // Keys that are pressed while the list loads are kept.
    await page.keyboard.type('cloth')
    await page.keyboard.press('Enter')
    release.resolve()
    await showsTexts(tasksOf('A weaver sees the cloth'), ['Punch it'])
    await page.getByText('Moved LOOM-4 to A weaver sees the cloth.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await showsTexts(tasksOf('A weaver sees the pattern'), ['Draw it', 'Hang it up', 'Punch it'])
  })

  step('edits an epic', async () => {
    await menuOf('LOOM-1')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Epic LOOM-1' })
    await dialog.getByLabel('Title').fill('The very first cloth')
    await dialog.getByLabel('Status').selectOption('active')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'The very first cloth' }).getByText('Active').waitFor()
  })

  step('deletes an epic with its children and restores them', async () => {
    await menuOf('LOOM-1')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted LOOM-1 with 2 stories and 3 tasks.').waitFor()
    await page.getByRole('heading', { name: 'No epics yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await page.getByText('Restored LOOM-1.').waitFor()
    await showsTexts(tasksOf('A weaver sees the pattern'), ['Draw it', 'Hang it up', 'Punch it'])
    // The page does not announce its own change.
    assert.equal(await page.getByText(/in another window, (deleted|restored)/).count(), 0)
    await ada.call('tasks.update', { task: 'LOOM-5', title: 'Hang it up high' })
    await page.getByText('You, in another window, renamed LOOM-5', { exact: true }).waitFor()
  })

  step('shows the epics of a large project with their counts, and loads no level below them', async () => {
    await page.goto(`${entrance.url}/projects/mills/tree`)
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
    await menuOf('MILL-12')
    await page.getByRole('menuitem', { name: 'Add task' }).click()
    await page.getByLabel('Add task').first().fill('Grind it')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Grind it' }).waitFor()
    await page.keyboard.press('Escape')
  })

  step('moves a task to a story whose level is not loaded', async () => {
    const { items } = await ada.call('stories.list', { project: 'mills', epic: 'MILL-7', limit: 200 })
    const to = items.at(-1)!
    await menuOf('MILL-5728')
    await page.getByRole('menuitem', { name: 'Move to story…' }).click()
    await pick('Epic of the story', 'Epic 7')
    await pick('Move to story', to.title)
    await page.getByText(`Moved MILL-5728 to ${to.title}.`).waitFor()
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

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { press } from './press.ts'
import { story } from './story.ts'
import { wholeTree } from './whole-tree.ts'

describe('the tree of a project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    page = await entrance.visit('/projects/looms', ada)
  })
  after(() => entrance?.close())

  const add = async (button: string, ...titles: string[]) => {
    await page.getByRole('button', { name: button }).first().click()
    for (const title of titles) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('[data-focus]', { hasText: title }).waitFor()
    }
    await page.keyboard.press('Escape')
  }
  const tasksOf = (story: string) =>
    page.getByRole('list', { name: `Tasks of ${story}` }).locator('[data-task-link]')
  const menuOf = async (key: string) => {
    await page.locator(`[data-line="${key}"]`).hover()
    await page.getByRole('button', { name: `Actions for ${key}` }).click()
  }

  step('adds an epic, a story and tasks by typing', async () => {
    await page.getByRole('link', { name: 'Tree' }).click()
    await page.getByRole('heading', { name: 'No epics yet' }).waitFor()
    await add('Add epic', 'The first cloth')
    await add('Add story', 'A weaver sees the pattern')
    await add('Add task', 'Draw it', 'Punch it', 'Hang it up')
    await showsTexts(tasksOf('A weaver sees the pattern'), ['Draw it', 'Punch it', 'Hang it up'])
    const tree = await wholeTree(ada, 'looms')
    assert.deepEqual(
      tree.epics.map(({ title, stories }) => [title, stories.map((story) => story.tasks.length)]),
      [['The first cloth', [3]]],
    )
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
    await page.locator('[data-line="LOOM-1"]').getByText('1 of 3 done').waitFor()
    await page.locator('[data-line="LOOM-2"]').getByText('1 of 3 done').waitFor()
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
    const { items } = await settledOrder('LOOM-5')
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Draw it', 'Hang it up', 'Punch it'],
    )
  })

  /** Waits until an optimistic change has reached the server. */
  async function settledOrder(second: string) {
    const read = () => ada.call('tasks.list', { project: 'looms', sort: 'position' })
    let page = await read()
    await until(async () => (page = await read()).items[1]?.key === second)
    return page
  }

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
    assert.equal((await ada.call('tasks.get', { task: 'LOOM-4' })).story?.title, 'A weaver sees the cloth')
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
    const epic = await ada.call('epics.get', { project: 'looms', epic: 'LOOM-1' })
    assert.deepEqual([epic.title, epic.status], ['The very first cloth', 'active'])
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

  step('opens a task beside the tree', async () => {
    await page.getByRole('link', { name: 'Punch it' }).click()
    await page.getByRole('region', { name: 'Task LOOM-4' }).waitFor()
    await page.getByRole('button', { name: 'The very first cloth' }).waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

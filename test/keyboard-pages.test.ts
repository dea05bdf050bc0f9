import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { press } from './press.ts'
import { story } from './story.ts'

describe('keyboard, palette and bulk changes', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    await ada.call('projects.create', { name: 'Dyes', key: 'DYE' })
    const epic = await ada.call('epics.create', { project: 'looms', title: 'Cloth' })
    await ada.call('stories.create', { project: 'looms', epic: epic.key, title: 'Weaving' })
    await ada.call('agents.create', { name: 'Jacquard' })
    await ada.call('tasks.create', {
      project: 'looms',
      title: 'Wind the yarn',
      story: 'LOOM-2',
      labels: ['yarn'],
    })
    page = await entrance.visit('/inbox', ada)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  })
  after(() => entrance?.close())

  const dialog = () => page.getByRole('dialog', { name: 'Create task' })
  const choose = async (label: string, option: string) => {
    await dialog().getByLabel(label).click()
    await page.getByRole('option', { name: option }).click()
  }
  const palette = () => page.getByRole('combobox', { name: 'Search or create' })
  const task = (key: string) => ada.call('tasks.get', { task: key })
  const project = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

  step(
    'creates tasks with all properties from any page, and keeps keys typed while the dialog loads',
    async () => {
      await page.keyboard.press('c')
      await page.keyboard.type('Card the wool')
      await dialog().getByLabel('Title').and(page.locator(':focus')).waitFor()
      assert.equal(await dialog().getByLabel('Title').inputValue(), 'Card the wool')
      await page.keyboard.press('Control+Enter')
      await dialog().getByText('Choose a project.').waitFor()
      await choose('Project', 'Looms')
      await dialog().getByRole('textbox', { name: 'Description' }).fill('With **both** combs.')
      await choose('Status', 'In progress')
      await choose('Assignee', 'Jacquard (agent)')
      await choose('Priority', 'High')
      await choose('Story', 'Weaving')
      await dialog().getByLabel('Estimate').fill('3')
      await dialog().getByLabel('Due date').fill('2030-05-01')
      await dialog().getByLabel('Create another').check()
      await dialog().getByLabel('Labels').fill('wool')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Created LOOM-4.').waitFor()
      const created = await task('LOOM-4')
      assert.deepEqual(
        [created.title, created.description, created.status, created.assignee?.name, created.priority],
        ['Card the wool', 'With **both** combs.', 'in_progress', 'Jacquard', 'high'],
      )
      assert.deepEqual(
        [created.labels, created.story?.key, created.estimate, created.dueAt?.slice(0, 4)],
        [['wool'], 'LOOM-2', 3, '2030'],
      )
      // The dialog stays open with the properties for the next task.
      await dialog().getByLabel('Create another').uncheck()
      await dialog().getByLabel('Title').fill('Spin the wool')
      // The label moves into a line of its own when the button below is pressed, and belongs to the task.
      const label = 'with the large wheel only'
      await dialog().getByLabel('Labels').fill(label)
      await press(dialog().getByRole('button', { name: 'Create', exact: true }))
      await dialog().waitFor({ state: 'detached' })
      const { story, labels } = await task('LOOM-5')
      assert.deepEqual([story?.key, labels], ['LOOM-2', ['wool', label]])
      await page.getByRole('button', { name: 'Open LOOM-5' }).click()
      await isAt(page, '/projects/looms?task=LOOM-5')
      await page.keyboard.press('Control+z')
      await page.getByText('Deleted LOOM-5.').waitFor()
      await assert.rejects(task('LOOM-5'), { code: 'not_found' })
    },
  )

  step('opens pages with G and a letter, but not in fields and dialogs', async () => {
    const pages: Record<string, string> = {
      i: '/inbox',
      m: '/my-tasks',
      p: '/projects',
      a: '/agents',
      d: '/notes',
      s: '/settings/profile',
      h: '/',
    }
    for (const [letter, path] of Object.entries(pages)) {
      await page.keyboard.type(`g${letter}`)
      await isAt(page, path)
    }
    await project('Looms').click()
    await page.getByRole('link', { name: 'Card the wool' }).waitFor()
    for (const [letter, path] of Object.entries({ o: '/overview', b: '/board', f: '/features', t: '' })) {
      await page.keyboard.type(`g${letter}`)
      await isAt(page, `/projects/looms${path}`)
    }
    await page.getByLabel('Search tasks').fill('gi')
    await isAt(page, '/projects/looms?search=gi')
    await page.getByLabel('Search tasks').fill('')
    await page.getByLabel('Search tasks').blur()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByRole('region', { name: 'Go to', exact: true }).getByText('My tasks').waitFor()
    await page.keyboard.type('gi')
    await page.keyboard.press('Escape')
    await isAt(page, '/projects/looms')
  })

  step('never loses keys that are typed while the palette loads', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/command-palette/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    // X would select a row, and C would create a task.
    await page.keyboard.type('xc')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('inbox')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('dialog').count(), 0)
    release()
    await isAt(page, '/inbox')
    await page.unrouteAll()
  })

  step('acts on the open task from the palette', async () => {
    await project('Looms').click()
    await page.getByRole('link', { name: 'Card the wool' }).click()
    await page.getByRole('region', { name: 'Task LOOM-4' }).getByText('combs').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Actions for LOOM-4' }).waitFor()
    await palette().fill('set prio')
    await page.keyboard.press('Enter')
    await palette().and(page.getByPlaceholder('Priority of LOOM-4')).waitFor()
    await page.keyboard.type('urg')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Task LOOM-4' })
    const values = () => Promise.all(['Type', 'Priority'].map((name) => panel.getByLabel(name).inputValue()))
    await eventually(values, ['task', 'urgent'])
    // The panel's own changes can be undone as well.
    await panel.getByLabel('Type').selectOption('bug')
    await page.keyboard.press('Control+z')
    await page.getByText('Reverted LOOM-4.').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Reverted 1 task.').waitFor()
    await eventually(values, ['task', 'high'])
  })

  step('opens the same menu on board cards and tree rows', async () => {
    const view = (name: string) =>
      page.getByRole('navigation', { name: 'Task views' }).getByRole('link', { name })
    const menu = page.getByRole('menu', { name: 'Actions for LOOM-4' })
    await page.getByRole('button', { name: 'Close task' }).click()
    await view('Board').click()
    await page.locator('[data-card]', { hasText: 'Card the wool' }).click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Set status…' }).click()
    await page.getByRole('option', { name: 'In review' }).click()
    await page.getByRole('list', { name: 'In review' }).getByRole('link', { name: 'Card the wool' }).waitFor()
    await page.keyboard.press('Control+z')
    await page
      .getByRole('list', { name: 'In progress' })
      .getByRole('link', { name: 'Card the wool' })
      .waitFor()
    await view('Tree').click()
    // The board shows the task too, until the tree is loaded.
    await page.locator('[data-line="LOOM-4"]').getByRole('link', { name: 'Card the wool' }).focus()
    await page.keyboard.press('Shift+F10')
    await showsTexts(menu.getByRole('menuitem'), [
      'Open',
      'Copy link',
      'Set status…',
      'Set assignee…',
      'Set priority…',
      'Add label…',
      'Delete',
    ])
    await menu.getByRole('menuitem', { name: 'Set priority…' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    assert.equal((await task('LOOM-4')).priority, 'low')
    await page.getByText('Cloth', { exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add story' }).waitFor()
  })

  step('changes all tasks that match, unless their number has changed, and undoes it', async () => {
    const tasks = Array.from({ length: 60 }, (_, index) => ({ title: `Dye ${index}`, labels: ['dye'] }))
    await ada.call('tasks.createMany', { project: 'dyes', tasks })
    await page.goto(`${entrance.url}/projects/dyes?label=dye`)
    await page.getByLabel('Select DYE-60').check()
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await bar.getByRole('button', { name: 'Select all 50', exact: true }).click()
    await bar.getByRole('button', { name: 'Select all 60 tasks that match' }).click()
    await bar.getByText('All 60 matching tasks selected').waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Urgent' }).click()
    await page.getByText('Set 60 tasks to urgent.').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Reverted 60 tasks.').waitFor()
    await ada.call('tasks.create', { project: 'dyes', title: 'One more', labels: ['dye'] })
    await page.getByRole('heading', { name: 'To do 61' }).waitFor()
    await bar.getByRole('button', { name: 'Add label' }).click()
    await page.keyboard.type('late')
    await page.keyboard.press('Enter')
    await page.getByText(/The number of matching tasks is now 61 instead of 60/).waitFor()
    entrance.checkComplaints()
  })
})

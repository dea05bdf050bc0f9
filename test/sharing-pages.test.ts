import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openMore, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { addTeam, join } from './world.ts'

describe('sharing a project, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let team: string
  let page: Page
  /** The page of a guest. */
  let hers: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    const grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, grace, ada, 'guest')
    team = await addTeam(entrance.server, ada)
    page = await entrance.visit('/projects', ada)
    hers = await entrance.visit('/projects', grace)
  })
  after(() => entrance?.close())

  const dialog = () => page.getByRole('dialog', { name: 'Share Looms' })
  const shared = () => dialog().getByRole('list', { name: 'People and teams' })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const openTask = (title: string) => hers.getByRole('link', { name: title }).click()
  const panel = () => hers.getByRole('region', { name: /^Task / })
  const isWithoutManagement = async () =>
    assert.equal(await hers.getByRole('button', { name: /^(Archive|Delete|Share)\b/ }).count(), 0)
  /** Checks that the palette offers to create nothing. */
  const findsNothing = async (text: string) => {
    await hers.keyboard.press('Control+k')
    await hers.getByRole('combobox', { name: 'Search or create' }).fill(text)
    await hers.getByText('No matches.').waitFor()
    await hers.keyboard.press('Escape')
  }

  step('shows a guest without shares an empty page that does not ask them to create a project', async () => {
    await hers.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
    assert.equal(await hers.getByRole('button', { name: /project/i }).count(), 0)
    await findsNothing('Another project')
  })

  step('creates a private project', async () => {
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Looms')
    await page.getByLabel('Visibility').selectOption('private')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('main').locator('span', { hasText: 'Private' }).waitFor()
    const text = { title: 'Weave the first cloth', description: 'With the new cards.' }
    await ada.call('tasks.create', { project: 'looms', ...text })
  })

  step('shares a project with a guest by keyboard alone, and shows it to them live', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByLabel('Person or team').click()
    await page.keyboard.type('grace')
    await dialog()
      .getByRole('option', { name: /Grace.*guest/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Role', { exact: true }).selectOption('viewer')
    await dialog().getByRole('button', { name: 'Share' }).click()
    await toast('Shared with Grace.')
    await shared().getByText('Grace').waitFor()
    await hers.getByRole('main').getByRole('link', { name: 'Looms' }).waitFor()
    await isWithoutManagement()
  })

  step('shows the tasks to a viewer without any way to change them', async () => {
    await hers.getByRole('main').getByRole('link', { name: 'Looms' }).click()
    await hers.getByText('View only').waitFor()
    await openTask('Weave the first cloth')
    await panel().getByRole('heading', { name: 'Weave the first cloth' }).waitFor()
    await panel().getByText('With the new cards.').waitFor()
    const main = hers.getByRole('main')
    await main.getByRole('img', { name: 'To do' }).waitFor()
    await panel().getByRole('button', { name: 'Watch' }).waitFor()
    // A viewer can mark the project as a favorite, filter, sort and group tasks, open the views, collapse a group, copy names of the task, watch it and close it, but nothing else.
    const controls = main.locator('input, textarea, select, button')
    const names = await controls.evaluateAll((all) =>
      all.map((each) => each.ariaLabel ?? (each.textContent || each.parentElement?.textContent)),
    )
    assert.deepEqual(names, [
      'Add Looms to favorites',
      'More',
      'Search tasks',
      'Filter',
      'Sort',
      'Display',
      'Views',
      'To do1',
      'Copy link',
      'Copy branch name',
      'Close task',
      'Watch',
    ])
    await findsNothing('One more')
  })

  step('lets an editor change tasks immediately, but not share, archive or delete the project', async () => {
    await dialog().getByLabel('Role of Grace').selectOption('editor')
    await toast('Grace can now edit the project.')
    await hers.getByLabel('New task').fill('Wind the yarn')
    await hers.keyboard.press('Enter')
    await openTask('Wind the yarn')
    await eventually(() => panel().getByLabel('Title').inputValue(), 'Wind the yarn')
    await panel().getByLabel('Priority').selectOption('high')
    await hers.getByRole('button', { name: /^Priority of .*: High$/ }).waitFor()
    await openMore(hers, 'Looms', 'Settings')
    await hers.getByLabel('Name', { exact: true }).waitFor()
    assert.equal(await hers.getByLabel('Visibility').count(), 0)
    await isWithoutManagement()
    await sidebar(hers).getByRole('link', { name: 'Projects', exact: true }).click()
    await hers.getByRole('main').getByRole('link', { name: 'Looms' }).waitFor()
    await isWithoutManagement()
  })

  step('restores a share that was removed', async () => {
    await dialog().getByRole('button', { name: 'Stop sharing with Grace' }).click()
    await dialog().getByText('Not shared with anyone yet.').waitFor()
    await toast('Stopped sharing with Grace.')
    await page.keyboard.press('Escape')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await page.getByRole('button', { name: 'Share' }).click()
    await eventually(() => dialog().getByLabel('Role of Grace').inputValue(), 'editor')
  })

  step('moves the project to a team, and needs a team for team visibility', async () => {
    await dialog().getByLabel('Visibility', { exact: true }).last().selectOption('team')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('A project with visibility "team" needs a team').waitFor()
    await dialog().getByLabel('Team', { exact: true }).selectOption({ label: team })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await toast('Saved the visibility of Looms.')
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await page.evaluate('document.querySelector("dialog").scrollWidth > 360'), false)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { addTeam, addToTeam, join } from './world.ts'

describe('sharing a project, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let linus: Person
  let team: string
  let page: Page
  let hers: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    linus = (await entrance.server.newcomer('Linus')).person
    await join(entrance.server, grace, ada, 'guest')
    await join(entrance.server, linus, ada, 'member')
    team = await addTeam(entrance.server, ada)
    await addToTeam(entrance.server, team, linus, 'member')
    page = await entrance.visit('/projects', ada)
    hers = await entrance.visit('/projects', grace)
  })
  after(() => entrance?.close())

  const dialog = () => page.getByRole('dialog', { name: 'Share Looms' })
  const shared = () => dialog().getByRole('list', { name: 'People and teams' })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('hides a new private project from other users', async () => {
    await hers.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Looms')
    await page.getByLabel('Visibility').selectOption('private')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('main').locator('span', { hasText: 'Private' }).waitFor()
    assert.deepEqual((await linus.call('projects.list', {})).items, [])
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
    await hers.getByRole('main').getByRole('link', { name: 'Looms' }).click()
    await hers.getByText('View only').waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Share' }).count(), 0)
  })

  step('applies another role immediately, and restores a share that was removed', async () => {
    await dialog().getByLabel('Role of Grace').selectOption('editor')
    await toast('Grace can now edit the project.')
    await hers.getByLabel('New task').waitFor()
    await dialog().getByRole('button', { name: 'Stop sharing with Grace' }).click()
    await dialog().getByText('Not shared with anyone yet.').waitFor()
    await toast('Stopped sharing with Grace.')
    await assert.rejects(() => grace.call('projects.get', { project: 'looms' }), { code: 'not_found' })
    await page.keyboard.press('Escape')
    // The toast of her earlier role may still be visible with the same text.
    const shared = page.waitForResponse((response) => response.request().method() === 'POST')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    assert.ok((await shared).ok())
    await toast('Grace can now edit the project.')
    assert.equal((await grace.call('projects.get', { project: 'looms' })).may.edit, true)
  })

  step('moves the project to a team, which then sees it, and needs a team for team visibility', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByLabel('Visibility', { exact: true }).last().selectOption('team')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('A project with visibility "team" needs a team').waitFor()
    await dialog().getByLabel('Team', { exact: true }).selectOption({ label: team })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await toast('Saved the visibility of Looms.')
    assert.equal((await linus.call('projects.get', { project: 'looms' })).may.edit, true)
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await page.evaluate('document.querySelector("dialog").scrollWidth > 360'), false)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

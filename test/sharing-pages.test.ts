import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { addTeam, addToTeam, join } from './world.ts'

describe('a project is shared, through the pages', { skip }, () => {
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
  const shared = () => dialog().getByRole('list', { name: 'Shared by name' })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('a new one is seen by whom its maker says: nobody else finds it', async () => {
    await hers.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Looms')
    await page.getByLabel('Who sees it').selectOption('private')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('main').getByText('Private').waitFor()
    assert.deepEqual((await linus.call('projects.list', {})).items, [])
  })

  step('a guest gets it by name, by the keyboard alone, and it appears to them by itself', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByLabel('With whom to share it').click()
    await page.keyboard.type('grace')
    await dialog()
      .getByRole('option', { name: /Grace.*guest/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('What they may do').selectOption('viewer')
    await dialog().getByRole('button', { name: 'Share' }).click()
    await toast('Shared with Grace.')
    await shared().getByText('Grace').waitFor()
    await hers.getByRole('main').getByRole('link', { name: 'Looms' }).click()
    await hers.getByText('View only').waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Share' }).count(), 0)
  })

  step('another role holds at once, and a share that has ended is brought back', async () => {
    await dialog().getByLabel('What Grace may do').selectOption('editor')
    await toast('Grace works in it now.')
    await hers.getByLabel('New task').waitFor()
    await dialog().getByRole('button', { name: 'No longer share with Grace' }).click()
    await dialog().getByText('With nobody yet.').waitFor()
    await toast('No longer shared with Grace.')
    await assert.rejects(() => grace.call('projects.get', { project: 'looms' }), { code: 'not_found' })
    await page.keyboard.press('Escape')
    // The toast of the role that she had before may still be there, and says the same.
    const shared = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    assert.ok((await shared).ok())
    await toast('Grace works in it now.')
    assert.equal((await grace.call('projects.get', { project: 'looms' })).may.edit, true)
  })

  step('it is put into a team, which then sees it; without a team there is none to see it', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByLabel('Who sees it', { exact: true }).last().selectOption('team')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('A project with visibility "team" needs a team').waitFor()
    await dialog().getByLabel('Team', { exact: true }).selectOption({ label: team })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await toast('Who sees Looms is saved.')
    assert.equal((await linus.call('projects.get', { project: 'looms' })).may.edit, true)
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await page.evaluate('document.querySelector("dialog").scrollWidth > 360'), false)
  })

  step('nothing of it broke the rules of the pages', () => entrance.checkComplaints())
})

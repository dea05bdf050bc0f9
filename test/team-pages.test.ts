import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { createTeam } from './teams.ts'
import { join } from './world.ts'

describe('a team and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let team: { id: string; slug: string }
  let send = () => {}
  const clicked = new Promise<void>((resolve) => (send = resolve))
  const address = `the-mill-${randomUUID()}`
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    const owner = await entrance.server.register('Grace')
    await join(entrance.server, ada, owner, 'member')
    await join(entrance.server, await entrance.server.register('Linus'), owner, 'member')
    // A member is online after a call.
    await owner.call('accounts.getMe', {})
    page = await entrance.visit('/teams', ada)
  })
  after(() => entrance?.close())

  step(
    'limits a field to the length that the server accepts, and focuses the field with an error',
    async () => {
      await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
      await page.getByRole('button', { name: 'New team' }).first().click()
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByLabel('Name').getAttribute('maxlength'), '120')
      await page.getByRole('button', { name: 'Create team' }).click()
      await dialog.locator('input[aria-invalid=true]:focus').waitFor()
      assert.equal(await dialog.getByRole('alert').count(), 0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  )

  step('creates the first team, led by its creator', async () => {
    await page.route(/base-combobox/, async (route) => {
      await clicked
      await route.continue()
    })
    await page.getByRole('button', { name: 'New team' }).first().click()
    await page.keyboard.type('Mill')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('heading', { name: 'Mill' }).waitFor()
    await page.getByLabel('Role of Ada').waitFor()
    assert.equal(await page.getByLabel('Role of Ada').inputValue(), 'lead')
    team = (await ada.call('teams.list', {})).items[0]!
  })

  step('adds a member with a list whose script loads after the click', async () => {
    await page.getByLabel('New member').click()
    await page.keyboard.type('gra')
    send()
    await page.getByRole('option', { name: /Grace/ }).waitFor()
    // Enter chooses the first match, though no text was typed since the list is there.
    await page.keyboard.press('Enter')
    assert.equal(await page.getByLabel('New member').inputValue(), 'Grace')
    await page.unroute(/base-combobox/)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Role of Grace').selectOption('lead')
    await page.getByText('Grace is now lead.').waitFor()
  })

  step('shows statistics that a screen reader can read, and stays live', async () => {
    const project = await ada.call('projects.create', { name: 'Engine' })
    await entrance.server.app.database.run(
      sql`update projects set team_id = ${team.id} where id = ${project.id}`,
    )
    const { key } = await ada.call('tasks.create', { project: project.slug, title: 'Turn the crank' })
    await ada.call('tasks.update', { task: key, status: 'in_progress', assignee: 'me' })
    await ada.call('tasks.complete', { task: key })
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await page.getByRole('figure', { name: 'Completed', exact: true }).waitFor()
    const numbers = page.getByRole('figure', { name: 'Engine' }).getByRole('table')
    assert.match(await numbers.innerText(), /1/)
    await page.getByRole('figure', { name: 'Completed by people' }).getByText('Ada').waitFor()
    await page.getByRole('heading', { name: '2 online' }).waitFor()
    await page.getByText(`completed ${key}`).first().waitFor()
    const other = await ada.call('tasks.create', { project: project.slug, title: 'Oil the gears' })
    await page.getByText(`created ${other.key}`).first().waitFor()
  })

  step('renames the team and its URL', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByLabel('URL name').fill(address)
    await page.getByLabel('Description').fill('Where the numbers are turned.')
    await page.getByRole('button', { name: 'Save team' }).click()
    await page.getByText('Team saved.').waitFor()
    await page.waitForURL(`**/teams/${address}/settings`)
    await page.getByText('Where the numbers are turned.').first().waitFor()
  })

  step('deletes the team', async () => {
    await createTeam(entrance.server, ada, { name: 'Loom', members: [ada] })
    await page.getByRole('button', { name: 'Delete Mill' }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByText('Deleted Mill. Its projects stay in the organization.').waitFor()
    await page.getByRole('heading', { name: 'Teams' }).waitFor()
  })

  step('hides actions for leads from a member', async () => {
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Loom' }).click()
    await main.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('table', { name: 'Members' }).waitFor()
    assert.equal(await main.getByRole('link', { name: 'Settings', exact: true }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Add', exact: true }).count(), 0)
    assert.equal(await page.getByLabel('Role of Ada').isDisabled(), true)
    entrance.checkComplaints()
  })
})

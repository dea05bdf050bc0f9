import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { sidebar } from './sidebar.ts'
import { story } from './story.ts'

describe('a user in several organizations', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await ada.call('projects.create', { name: 'Looms' })
    await grace.call('projects.create', { name: 'Compilers' })
    await join()
    page = await entrance.visit('/projects/looms', ada)
  })
  after(() => entrance?.close())

  /** Adds Ada to Grace's organization, and removes her again. */
  const join = () =>
    entrance.server.app.database.run(
      sql`insert into memberships (organization_id, user_id, role) values (${grace.organization.id}, ${ada.user.id},
        'member')`,
    )
  const leave = () => grace.call('members.remove', { member: ada.user.id })
  const inSidebar = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true })
  const chooser = () => page.getByRole('button', { name: /^Organization: / })

  step('switches with the keyboard, and shows only data of the chosen organization', async () => {
    await page.getByRole('heading', { name: 'Looms' }).waitFor()
    await chooser().focus()
    await page.keyboard.press('ArrowDown')
    const other = page.getByRole('menuitemradio', { name: grace.organization.name })
    await other.waitFor()
    const chosen = page.getByRole('menuitemradio', { checked: true })
    assert.equal((await chosen.innerText()).trim(), ada.organization.name)
    await page.keyboard.press('g')
    await other.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await inSidebar('Compilers').waitFor()
    assert.equal(await inSidebar('Looms').count(), 0)
    await isAt(page, '/projects')
    await page.getByRole('list').getByRole('link', { name: 'Compilers' }).first().waitFor()
  })

  step('creates items in the chosen organization, and subscribes to its feed', async () => {
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Moths')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Moths' }).waitFor()
    await grace.call('tasks.create', { project: 'moths', title: 'Remove the moth' })
    await page.getByRole('link', { name: 'Remove the moth' }).waitFor()
  })

  step('keeps the choice in a new tab, and changes it in every tab', async () => {
    const tab = await entrance.openTab(page.context(), '/projects')
    await tab.getByRole('button', { name: `Organization: ${grace.organization.name}` }).click()
    await tab.getByRole('menuitemradio', { name: ada.organization.name }).click()
    await inSidebar('Looms').waitFor()
    await isAt(page, '/projects')
    await tab.close()
  })

  step('finds the other organization in the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or create' }).fill('go to grace')
    await page.keyboard.press('Enter')
    await inSidebar('Compilers').waitFor()
  })

  step('returns a removed member to their own organization, and notifies them', async () => {
    await inSidebar('Compilers').click()
    await page.getByRole('heading', { name: 'Compilers' }).waitFor()
    await leave()
    await sidebar(page).getByRole('link', { name: 'Docs' }).click()
    await page.getByText(`You are now in ${ada.organization.name}.`).waitFor()
    await inSidebar('Looms').waitFor()
    assert.equal(await inSidebar('Compilers').count(), 0)
    assert.equal(await page.evaluate("localStorage.getItem('baton.organization')"), null)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('You are now in').waitFor({ state: 'detached' })
  })

  step('offers no choice to a user with one organization', async () => {
    await chooser().click()
    await page.getByRole('menuitemradio', { name: ada.organization.name }).waitFor()
    assert.equal(await page.getByRole('menuitemradio').count(), 1)
    await page.keyboard.press('Escape')
  })

  step('signs out everywhere while the organization is lost, and forgets the choice', async () => {
    await join()
    await page.evaluate(`localStorage.setItem('baton.organization', '${grace.organization.id}')`)
    // Keeps the feed silent, so that the page doesn't learn of the removal before the user signs out.
    await page.route('**/api/bootstrap', (route) => route.fulfill({ status: 404 }))
    await page.route('**/api/events*', () => {})
    await page.goto(`${entrance.url}/settings/profile`)
    await page.getByLabel('Username').waitFor()
    await leave()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.equal(await page.evaluate("localStorage.getItem('baton.organization')"), null)
    await assert.rejects(() => ada.call('accounts.getMe', {}), { code: 'invalid_credential' })
  })

  step('informs a user without an organization, and continues as soon as they are added to one', async () => {
    const eve = (await entrance.server.newcomer('Eve')).person
    const { database } = entrance.server.app
    await database.run(sql`delete from memberships where user_id = ${eve.user.id}`)
    const lost = await entrance.visit('/projects', eve)
    await lost.getByRole('heading', { name: "You aren't in an organization" }).waitFor()
    assert.equal(await lost.getByRole('link', { name: 'Projects' }).count(), 0)
    await lost.getByRole('link', { name: 'Your settings' }).click()
    await lost.getByLabel('Username').waitFor()
    // The page that asks again every few seconds opens after this.
    await lost.clock.install()
    await lost.goBack()
    await lost.getByRole('heading', { name: "You aren't in an organization" }).waitFor()
    await database.run(sql`insert into memberships (organization_id, user_id, role) values (${grace.organization.id},
      ${eve.user.id}, 'guest')`)
    await lost.clock.runFor(20_000)
    await lost.getByRole('heading', { name: 'No shared projects yet' }).waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import { type Person, clientFor } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { openSettings } from './sidebar.ts'
import { story } from './story.ts'
import { addTeam, addToTeam, join } from './world.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const organizationMenu = (page: Page) => page.getByRole('button', { name: /^Organization: / })
/** Returns the organization that the server chooses for a client that names none. */
const home = async (person: Person) => (await person.call('accounts.getMe', {})).organization

describe('an organization and its people, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let hers: Page
  const address = `engines-${randomUUID()}`

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, grace, ada, 'member')
    page = await entrance.visit('/organization', ada)
    hers = await entrance.visit('/projects', grace)
  })
  after(() => entrance?.close())

  step('changes the settings, and shows errors beside their field', async () => {
    const form = page.getByRole('form', { name: 'Organization settings' })
    await form.getByLabel('Slug').fill(grace.organization.slug)
    await form.getByRole('button', { name: 'Save settings' }).click()
    await form.getByText('is already taken').waitFor()
    await form.getByLabel('Name').fill('Engines')
    await form.getByLabel('Slug').fill(address)
    await form.getByLabel('Description').fill('Looms and mills.')
    await form.getByLabel('Default project visibility').selectOption('private')
    await form.getByLabel('Name').press('Enter')
    await toast(page).getByText('Settings saved.').waitFor()
    await page.getByRole('heading', { name: 'Engines', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Organization: Engines' }).waitFor()
    const { slug, description, defaultVisibility } = await ada.call('organizations.get', {})
    assert.deepEqual([slug, description, defaultVisibility], [address, 'Looms and mills.', 'private'])
  })

  step('shows concurrent changes without losing unsaved input', async () => {
    await page.getByLabel('Description').fill('Being written.')
    await ada.call('organizations.update', { description: 'Saved elsewhere.' })
    await page.getByText('The organization changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Use theirs' }).click()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Saved elsewhere.')
  })

  step('prevents the last owner from leaving, and says why', async () => {
    await page.getByRole('button', { name: 'Leave…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await dialog.getByText('This would leave "Engines" without an owner.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await isAt(page, '/organization')
  })

  step('prevents deletion while there are other members, or without typing the address', async () => {
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Type its slug, ${address}, to confirm`).fill('engine')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter the slug of the organization.').waitFor()
    await dialog.getByLabel(`Type its slug, ${address}, to confirm`).fill(address)
    await page.keyboard.press('Enter')
    await dialog.getByText('"Engines" still has other members.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  step('shows the settings read-only to a member', async () => {
    await organizationMenu(hers).click()
    await hers.getByRole('menuitemradio', { name: 'Engines' }).click()
    await openSettings(hers, 'Organization')
    await hers.getByText('Saved elsewhere.').waitFor()
    const names = await hers.getByRole('main').getByRole('button').allInnerTexts()
    assert.deepEqual(names, ['Leave…'])
    assert.equal(await hers.getByRole('link', { name: 'Invitations' }).count(), 0)
  })

  step('finds members by name and role, with a shareable URL', async () => {
    await page.getByRole('link', { name: 'Members' }).click()
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
    await rows.filter({ hasText: grace.email }).waitFor()
    await page.getByLabel('Search members').fill('grac')
    await rows.filter({ hasText: ada.email }).waitFor({ state: 'detached' })
    await page.getByLabel('Filter by role').selectOption('owner')
    await page.getByRole('heading', { name: 'No matching members' }).waitFor()
    await isAt(page, '/organization/members?search=grac&role=owner')
    await page.getByLabel('Search members').fill('')
    await page.getByLabel('Filter by role').selectOption({ label: 'All roles' })
    await rows.filter({ hasText: grace.email }).waitFor()
  })

  step('applies a new role immediately in a second browser, notifies, and can undo it', async () => {
    await hers.evaluate('window.neverReloaded = true')
    await page.getByLabel('Role of Grace').selectOption('admin')
    await toast(page).getByText('Grace is now an admin.').waitFor()
    await hers.getByText('Ada changed your role. You are now an admin.').waitFor()
    await hers.getByRole('form', { name: 'Organization settings' }).waitFor()
    await hers.getByRole('link', { name: 'Invitations' }).waitFor()
    // An admin can't appoint owners.
    await hers.getByRole('link', { name: 'Members' }).click()
    const roles = hers.getByLabel('Role of Grace').locator('option')
    await roles.first().waitFor({ state: 'attached' })
    assert.deepEqual(await roles.allInnerTexts(), ['Admin', 'Member', 'Guest'])
    assert.equal(await hers.getByLabel('Role of Ada').count(), 0)

    await toast(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await hers.getByRole('link', { name: 'Invitations' }).waitFor({ state: 'detached' })
    assert.equal(await hers.evaluate('window.neverReloaded'), true)
    const { items } = await ada.call('members.list', { search: 'grace' })
    assert.equal(items[0]!.role, 'member')
  })

  step('asks before a member becomes a guest, because guests leave their teams', async () => {
    const team = await addTeam(entrance.server, ada)
    await addToTeam(entrance.server, team, grace, 'member')
    await page.reload()
    await page.getByLabel('Role of Grace').selectOption('guest')
    const dialog = page.getByRole('dialog', { name: 'Make Grace a guest?' })
    await dialog.getByText("Guests can't be in teams").waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Role of Grace').inputValue(), 'member')
  })

  step('transfers ownership, and demotes the old owner to admin', async () => {
    await page.getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('button', { name: 'Transfer…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New owner').selectOption({ label: `Grace (${grace.user.username})` })
    await dialog.getByRole('button', { name: 'Transfer' }).click()
    await toast(page).getByText("Grace is now an owner, and you're an admin.").waitFor()
    await page.getByText('Your role: Admin').waitFor()
    await page.getByRole('button', { name: 'Transfer…' }).waitFor({ state: 'detached' })
    await hers.getByLabel('Role of Ada').waitFor()
  })

  step('notifies a removed member on the page and by email', async () => {
    await hers.getByRole('button', { name: 'Actions for Ada' }).click()
    await hers.getByRole('menuitem', { name: 'Remove…' }).click()
    await hers.getByRole('dialog').getByText('They lose access to Engines').waitFor()
    await hers.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await toast(hers).getByText('Removed Ada from the organization.').waitFor()
    await page.getByText('You no longer have access to the organization that was open.').waitFor()
    await page.getByRole('heading', { name: "You aren't in an organization" }).waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

describe('several organizations, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms' })
    page = await entrance.visit('/projects', ada)
  })
  after(() => entrance?.close())

  const inSidebar = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true })

  step('creates another organization from the menu with the keyboard, and switches to it', async () => {
    await inSidebar('Looms').waitFor()
    await organizationMenu(page).focus()
    await page.keyboard.press('ArrowDown')
    // The browser moves the focus a moment after it opens a menu.
    await page.getByRole('menu').locator(':focus').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('menu').locator(':focus', { hasText: 'New organization' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Name').fill('Mills')
    await page.keyboard.press('Enter')
    await toast(page).getByText("Created Mills. You're working in it now.").waitFor()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await inSidebar('Looms').waitFor({ state: 'detached' })
    assert.equal((await home(ada))!.name, 'Mills')
  })

  step('opens new devices in the organization used last, and leaves open pages where they are', async () => {
    const other = await entrance.visit('/projects', ada)
    await other.getByRole('button', { name: 'Organization: Mills' }).waitFor()
    await organizationMenu(page).click()
    await page.getByRole('menuitemradio', { name: ada.organization.name }).click()
    await inSidebar('Looms').waitFor()
    const switched = page.waitForResponse((response) => response.url().endsWith('/switch'))
    await organizationMenu(page).click()
    await page.getByRole('menuitemradio', { name: 'Mills' }).click()
    await switched
    await organizationMenu(page).click()
    const switchedAgain = page.waitForResponse((response) => response.url().endsWith('/switch'))
    await page.getByRole('menuitemradio', { name: ada.organization.name }).click()
    await switchedAgain
    assert.equal((await home(ada))!.id, ada.organization.id)

    await other.getByRole('button', { name: 'New project' }).click()
    await other.getByRole('dialog').getByLabel('Name').fill('Watermill')
    await other.getByRole('button', { name: 'Create project' }).click()
    await other.getByRole('heading', { name: 'Watermill' }).waitFor()
    const { items } = await ada.call('projects.list', {})
    assert.deepEqual(items.map(({ name }) => name).toSorted(), ['Looms'])
    // A new sign-in starts in that organization.
    const late = await entrance.visit('/projects', ada)
    await late.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
  })

  step('deletes an organization after its address is typed, and continues in the other one', async () => {
    const { email, password } = ada
    const { token } = await clientFor(entrance.server.url, null)('accounts.logIn', { email, password })
    const fresh = await entrance.visit('/organization', { token })
    await organizationMenu(fresh).click()
    await fresh.getByRole('menuitemradio', { name: 'Mills' }).click()
    await openSettings(fresh, 'Organization')
    await fresh.getByRole('button', { name: 'Delete organization…' }).click()
    await fresh.getByLabel('Type its slug, mills, to confirm').fill('mills')
    await fresh.keyboard.press('Enter')
    await toast(fresh).getByText('Deleted Mills.').waitFor()
    await fresh.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
    assert.equal(await fresh.getByText('You no longer have access to the organization').count(), 0)
  })

  step('continues in the other organization after leaving one, without an access-lost message', async () => {
    const grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, ada, grace, 'guest')
    await page.reload()
    await organizationMenu(page).click()
    await page.getByRole('menuitemradio', { name: grace.organization.name }).click()
    await openSettings(page, 'Organization')
    // A guest can't see the other members.
    await page.getByRole('heading', { name: grace.organization.name, level: 1 }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0)
    await page.getByRole('button', { name: 'Leave…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await toast(page).getByText(`You left ${grace.organization.name}.`).waitFor()
    await inSidebar('Looms').waitFor()
    assert.equal(await page.getByText('You no longer have access to the organization').count(), 0)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

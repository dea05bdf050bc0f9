import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { openSettings } from './sidebar.ts'
import { story } from './story.ts'
import { addTeam, addToTeam, join } from './world.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const organizationMenu = (page: Page) => page.getByRole('button', { name: /^Organization: / })

describe('organizations and their people, through the pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let hers: Page
  let other: Page
  const address = `engines-${randomUUID()}`

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await ada.call('projects.create', { name: 'Looms' })
    await join(entrance.server, ada, grace, 'guest')
    await ada.call('organizations.switch', { organization: ada.organization.id })
    await join(entrance.server, grace, ada, 'member')
    await addToTeam(entrance.server, await addTeam(entrance.server, ada), grace, 'member')
    page = await entrance.visit('/projects', ada)
  })
  after(() => entrance?.close())

  const inSidebar = (shown: Page, name: string) =>
    shown.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true })
  const switchTo = async (shown: Page, name: string) => {
    await organizationMenu(shown).click()
    await shown.getByRole('menuitemradio', { name }).click()
  }

  step('creates another organization from the menu with the keyboard, and switches to it', async () => {
    await inSidebar(page, 'Looms').waitFor()
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
    await inSidebar(page, 'Looms').waitFor({ state: 'detached' })
  })

  step('opens new devices in the organization used last, and leaves open pages where they are', async () => {
    other = await entrance.visit('/projects', ada)
    await other.getByRole('button', { name: 'Organization: Mills' }).waitFor()
    const switched = page.waitForResponse((response) => response.url().endsWith('/switch'))
    await switchTo(page, ada.organization.name)
    await inSidebar(page, 'Looms').waitFor()
    assert.equal((await switched).status(), 200)

    await other.getByRole('button', { name: 'New project' }).click()
    await other.getByRole('dialog').getByLabel('Name').fill('Watermill')
    await other.getByRole('button', { name: 'Create project' }).click()
    await other.getByRole('heading', { name: 'Watermill' }).waitFor()
    await other.getByRole('button', { name: 'Organization: Mills' }).waitFor()
  })

  step('deletes an organization after its address is typed, and continues in the other one', async () => {
    await openSettings(other, 'Organization')
    await other.getByRole('button', { name: 'Delete organization…' }).click()
    await other.getByLabel('Type its slug, mills, to confirm').fill('mills')
    await other.keyboard.press('Enter')
    await toast(other).getByText('Deleted Mills.').waitFor()
    await other.getByRole('button', { name: `Organization: ${ada.organization.name}` }).waitFor()
    await inSidebar(other, 'Looms').waitFor()
    assert.equal(await inSidebar(other, 'Watermill').count(), 0)
    assert.equal(await other.getByText('You no longer have access to the organization').count(), 0)
  })

  step('continues in the other organization after leaving one, without an access-lost message', async () => {
    await switchTo(other, grace.organization.name)
    await openSettings(other, 'Organization')
    // A guest can't see the other members.
    await other.getByRole('heading', { name: grace.organization.name, level: 1 }).waitFor()
    assert.equal(await other.getByRole('link', { name: 'Members' }).count(), 0)
    await other.getByRole('button', { name: 'Leave…' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await toast(other).getByText(`You left ${grace.organization.name}.`).waitFor()
    await inSidebar(other, 'Looms').waitFor()
    assert.equal(await other.getByText('You no longer have access to the organization').count(), 0)
    await other.close()
  })

  step('changes the settings, and shows errors beside their field', async () => {
    await openSettings(page, 'Organization')
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
    const { description, defaultVisibility } = await ada.call('organizations.get', {})
    assert.deepEqual([description, defaultVisibility], ['Looms and mills.', 'private'])
  })

  step('shows concurrent changes without losing unsaved input', async () => {
    await page.getByLabel('Description').fill('Being written.')
    await ada.call('organizations.update', { description: 'Saved elsewhere.' })
    await page.getByText('The organization changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Use theirs' }).click()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Saved elsewhere.')
  })

  step('explains why the last owner cannot leave or delete an organization with members', async () => {
    await page.getByRole('button', { name: 'Leave…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await dialog.getByText('This would leave "Engines" without an owner.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    await dialog.getByLabel(`Type its slug, ${address}, to confirm`).fill('engine')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter the slug of the organization.').waitFor()
    await dialog.getByLabel(`Type its slug, ${address}, to confirm`).fill(address)
    await page.keyboard.press('Enter')
    await dialog.getByText('"Engines" still has other members.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await isAt(page, '/organization')
  })

  step('shows the settings read-only to a member', async () => {
    hers = await entrance.visit('/organization', grace)
    await hers.getByText('Saved elsewhere.').waitFor()
    const names = await hers.getByRole('main').getByRole('button').allInnerTexts()
    assert.deepEqual(names, ['Leave…'])
    for (const name of ['Invitations', 'Webhooks'])
      assert.equal(await hers.getByRole('link', { name }).count(), 0)
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
    // An admin can't appoint owners.
    await hers.getByRole('link', { name: 'Members' }).click()
    const roles = hers.getByLabel('Role of Grace').locator('option')
    await roles.first().waitFor({ state: 'attached' })
    assert.deepEqual(await roles.allInnerTexts(), ['Admin', 'Member', 'Guest'])
    assert.equal(await hers.getByLabel('Role of Ada').count(), 0)

    await hers.getByRole('link', { name: 'Invitations' }).waitFor()
    await toast(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await hers.getByRole('link', { name: 'Invitations' }).waitFor({ state: 'detached' })
    assert.equal(await hers.evaluate('window.neverReloaded'), true)
  })

  step('asks before a member becomes a guest, because guests leave their teams', async () => {
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

  step('notifies a removed member on the page', async () => {
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

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, fillIn, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the navigation', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let note: { id: string }
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    for (const name of ['Engine', 'Loom', 'Mill']) await ada.call('projects.create', { name })
    note = await ada.call('notes.create', { content: '# How we deploy', project: 'loom' })
    page = await entrance.visit('/', ada)
  })
  after(() => entrance?.close())

  const main = () => page.getByRole('navigation', { name: 'Main' })
  const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  const projects = () => main().getByRole('list', { name: 'Favorites and recent' }).getByRole('link')
  const current = () => main().locator('[aria-current=page]')
  /** Opens a page as a link does, without loading the dashboard again. */
  const openAddress = (path: string) => page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)

  step('has eight areas, and marks the area of each page', async () => {
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const areas = main().locator('ul').first().locator('> li > a, > li > div > a')
    await showsTexts(areas, ['Home', 'Inbox', 'My tasks', 'Ask', 'Projects', 'Agents', 'Docs', 'Settings'])
    await showsTexts(current(), ['Home'])
    await main().getByRole('link', { name: 'Agents' }).click()
    await page
      .getByRole('navigation', { name: 'Pages of Agents' })
      .getByRole('link', { name: 'Memory' })
      .click()
    await isAt(page, '/memory')
    await showsTexts(current(), ['Agents'])
    await showsTexts(crumbs(), ['Agents', '/Memory'])
  })

  step('puts favorites first', async () => {
    await showsTexts(projects(), ['Engine', 'Loom', 'Mill'])
    await main().getByText('Mill').hover()
    await main().getByRole('button', { name: 'Add Mill to favorites' }).click()
    await showsTexts(projects(), ['Mill', 'Engine', 'Loom'])
    await projects().filter({ hasText: 'Loom' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Add Loom to favorites' }).click()
    await showsTexts(projects(), ['Mill', 'Loom', 'Engine'])
    await main().getByRole('button', { name: 'Remove Mill from favorites' }).click()
    await showsTexts(projects(), ['Loom', 'Engine', 'Mill'])
  })

  step('shows a project in five tabs and a menu, with views of tasks and types of documents', async () => {
    const tabs = page.getByRole('navigation', { name: 'Pages of Loom' })
    await showsTexts(tabs.getByRole('link'), ['Overview', 'Tasks', 'Features', 'Docs', 'Activity'])
    const views = page.getByRole('navigation', { name: 'Task views' })
    await views.getByRole('link', { name: 'Board' }).click()
    await isAt(page, '/projects/loom/board')
    await showsTexts(tabs.locator('[aria-current=page]'), ['Tasks'])
    await tabs.getByRole('link', { name: 'Docs' }).click()
    const types = page.getByRole('navigation', { name: 'Document types' })
    await showsTexts(types.getByRole('link'), ['Notes', 'Decisions', 'Specs'])
    await tabs.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await isAt(page, '/projects/loom/settings')
    await showsTexts(crumbs(), ['Projects', '/Loom', '/Settings'])
  })

  step('leads from a document to its project, and lists recent items in the palette', async () => {
    await openAddress(`/notes/${note.id}`)
    await showsTexts(crumbs(), ['Loom', '/Docs', '/How we deploy'])
    // Recent items are stored for the user, so the account must be loaded.
    await page.getByRole('button', { name: 'Account' }).waitFor()
    await crumbs().getByRole('link', { name: 'Docs' }).click()
    await isAt(page, '/projects/loom/notes')
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await showsTexts(recent.first(), ['How we deployNote'])
    await recent.first().click()
    await isAt(page, `/notes/${note.id}`)
  })

  step('stays collapsed and keeps the favorites after a reload', async () => {
    const width = async () => (await page.getByRole('complementary').first().boundingBox())!.width
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await eventually(width, 49)
    await page.reload()
    await page.getByRole('heading', { name: 'How we deploy', level: 1 }).waitFor()
    await eventually(width, 49)
    await page.keyboard.press('[')
    await eventually(width, 203)
    await showsTexts(projects(), ['Loom', 'Engine', 'Mill'])
    await main().getByRole('button', { name: 'Hide favorites and recent' }).click()
    await showsTexts(projects(), [])
  })

  step('starts every heading at the same place', async () => {
    const place = async (path: string, title: string) => {
      await openAddress(path)
      await page.getByRole('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.getByText(/^Loading/).waitFor({ state: 'detached' })
      // Relative to the page, because banners above it can appear at any time.
      const offset = `['x', 'y'].map((side) =>
        document.querySelector('main h1').getBoundingClientRect()[side] -
        document.querySelector('main').getBoundingClientRect()[side])`
      return [path, ...(await page.evaluate<number[]>(offset))]
    }
    const [, x, y] = await place('/', 'Home')
    for (const [path, title] of Object.entries({
      '/projects/loom': 'Loom',
      '/sessions': 'Sessions',
      '/memory': 'Memory',
      '/activity': 'Activity',
      [`/notes/${note.id}`]: 'How we deploy',
      '/settings/profile': 'Profile',
      '/organization/members': 'Members',
      '/connect': 'Connect an agent',
      '/help': 'Handbook',
    }))
      assert.deepEqual(await place(path, title), [path, x, y])
  })

  step('has the pages of the organization in the settings', async () => {
    await main().getByRole('link', { name: 'Settings' }).click()
    await isAt(page, '/settings/profile')
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await showsTexts(settings.getByRole('list', { name: 'Organization' }).getByRole('link'), [
      'Organization',
      'Members',
      'Invitations',
      'Teams',
      'Workspaces',
      'Connect an agent',
      'Workflows',
      'Code hosts',
      'AI',
      'Webhooks',
      'Plan',
      'Community',
      'Trash',
    ])
    await settings.getByRole('link', { name: 'Webhooks' }).click()
    await isAt(page, '/organization/webhooks')
    await showsTexts(settings.locator('[aria-current=page]'), ['Webhooks'])
    await showsTexts(crumbs(), ['Settings', '/Webhooks'])
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'New webhook' }).click()
    await showsTexts(crumbs(), ['Settings', '/Webhooks', '/New'])
    await settings.getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Hotfix' }).click()
    await showsTexts(crumbs(), ['Settings', '/Workflows', '/Hotfix'])
    assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0)
  })

  step('shows an unknown URL within the navigation', async () => {
    await openAddress('/no-such-page')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await main().getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  })

  step('shows an unknown URL to visitors, and offers guests the pages that they can see', async () => {
    const guest = await entrance.server.register('Guest')
    await join(entrance.server, guest, ada, 'guest')
    const theirs = await entrance.visit('/no-such-page')
    await theirs.getByRole('heading', { name: 'Page not found' }).waitFor()
    await theirs.getByRole('link', { name: 'Go to Home' }).click()
    await isAt(theirs, '/sign-in')
    await fillIn(theirs, guest)
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).click()
    await isAt(theirs, '/sessions')
    const tabs = theirs.getByRole('navigation', { name: 'Pages of Agents' }).getByRole('link')
    await showsTexts(tabs, ['Sessions', 'Memory', 'Activity'])
    await theirs.close()
  })

  step('opens as a drawer on a phone, with the inbox and the settings in reach', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Settings: Profile' }).click()
    await page.getByRole('menuitem', { name: 'Members' }).click()
    await isAt(page, '/organization/members')
    await page.getByRole('button', { name: 'Settings: Members' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

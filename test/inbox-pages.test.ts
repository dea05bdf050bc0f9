import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { writesAnswered } from './partners/pending-writes.ts'
import { eventually } from './poll.ts'
import { openSettings } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the notifications of a user', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave', 'Wind', 'Punch'])
      await ada.call('tasks.create', { project: 'looms', title })
    await notified(entrance.server)
    // Ignores earlier notifications about her account.
    await grace.call('notifications.readAll', {})
    page = await entrance.visit('/projects', grace)
    await page.locator('[data-live=hub]').waitFor()
  })
  after(() => entrance?.close())

  const mention = async (item: string, text: string) => {
    await ada.call('comments.create', { item, body: `@${grace.user.username} ${text}` })
    await notified(entrance.server)
  }
  const inbox = (unread: number) =>
    page.getByRole('link', { name: unread > 0 ? `Inbox ${unread} unread` : 'Inbox', exact: true })
  const lines = () => page.getByRole('main').locator('[data-notification-link]')

  step('counts new notifications in the sidebar without a reload', async () => {
    await inbox(0).waitFor()
    await mention('LOOM-1', 'is this thread thin enough?')
    await inbox(1).waitFor()
    await mention('LOOM-2', 'and this one?')
    await inbox(2).waitFor()
  })

  step('opens the subject of a notification, and marks it read', async () => {
    await inbox(2).click()
    await page.getByRole('main').getByText('is this thread thin enough?').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Ada mentioned you in LOOM-1' }).click()
    await page.getByRole('region', { name: 'Task LOOM-1' }).waitFor()
    await isAt(page, '/projects/looms/tasks/LOOM-1')
    await inbox(1).waitFor()
  })

  step('lists all notifications in the inbox, and filters by unread and kind', async () => {
    await ada.call('tasks.update', { task: 'LOOM-3', assignee: grace.user.id })
    await notified(entrance.server)
    await inbox(2).click()
    await page.getByRole('region', { name: 'Today' }).waitFor()
    await page.getByText('Unread', { exact: true }).click()
    await showsTexts(lines(), [
      'Unread: Ada assigned LOOM-3 "Punch" to you.',
      'Unread: Ada mentioned you in LOOM-2 "Wind".',
    ])
    await page.getByLabel('Kind').selectOption('assigned')
    await showsTexts(lines(), ['Unread: Ada assigned LOOM-3 "Punch" to you.'])
    await isAt(page, '/inbox?unread=true&kind=assigned')
    await page.getByLabel('Kind').selectOption('')
    await page.getByText('All', { exact: true }).click()
  })

  step('navigates, opens and marks notifications with the keyboard', async () => {
    await lines().nth(2).waitFor()
    await page.keyboard.press('j')
    assert.match((await page.locator(':focus').textContent())!, /LOOM-3/)
    await page.keyboard.press('e')
    await inbox(1).waitFor()
    assert.match((await page.locator(':focus').textContent())!, /LOOM-2/)
    await page.keyboard.press('k')
    await page.keyboard.press('e')
    await inbox(2).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Task LOOM-2' }).waitFor()
    await inbox(1).waitFor()
    // The count changes before the request ends. The next step must not interrupt it.
    await writesAnswered()
    await page.goBack()
  })

  step('reverts a notification to unread with a message when the request fails', async () => {
    await page.route('**/api/notifications/*/read', (route) => route.abort())
    await lines().first().waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Mark as read' }).first().click()
    await page.getByText("Couldn't mark the notification as read. The server cannot be reached.").waitFor()
    await inbox(1).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  step('marks notifications as read in every window', async () => {
    const other = await entrance.openTab(page.context(), '/inbox')
    await other.locator('[data-live=hub]').waitFor()
    await other.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
    await inbox(0).waitFor()
    await page.getByText('Unread', { exact: true }).click()
    await page.getByRole('heading', { name: 'No unread notifications' }).waitFor()
    await mention('LOOM-2', 'once more')
    await mention('LOOM-2', 'and again')
    await showsTexts(lines(), ['Unread: Ada mentioned you in LOOM-2 "Wind".'])
    await page.getByRole('region', { name: 'Today' }).getByText('2 times').waitFor({ state: 'attached' })
    await other.close()
  })

  step('opens a notification of another organization there', async () => {
    await page.evaluate(`localStorage.setItem('baton.organization', '${grace.organization.id}')`)
    await page.reload()
    await page
      .getByRole('link', { name: /mentioned you in LOOM-2/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Task LOOM-2' }).waitFor()
    await inbox(0).waitFor()
  })

  step('stores the preferences for the app and emails', async () => {
    await openSettings(page, 'Notifications')
    const mentions = page.getByRole('checkbox', { name: 'Someone mentions you: in the app' })
    await mentions.click()
    await page.getByLabel('Someone mentions you: by email').selectOption('digest')
    await page.getByText('Weekly', { exact: true }).click()
    const storedPreferences = async () => {
      const { kinds, digest } = await grace.call('notifications.getPreferences', {})
      const { inApp, mail } = kinds.find(({ kind }) => kind === 'mentioned')!
      return [inApp, mail, digest]
    }
    await eventually(storedPreferences, [false, 'digest', 'weekly'])
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await inbox(0).click()
    await lines().first().waitFor()
    await fitsPhone(page)
  })
})

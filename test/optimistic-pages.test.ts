import { after, before, describe } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { cardOf, columnOf, dragTo, showsCards } from './board.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

describe('an optimistic change that the server rejects', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let panel: Locator

  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave', 'Wind']) await ada.call('tasks.create', { project: 'looms', title })
    await ada.call('notes.create', { project: 'looms', title: 'Yarns', content: 'Wool.' })
    page = await entrance.visit('/projects/looms/board', ada)
    await page.setViewportSize({ width: 1900, height: 800 })
    panel = page.getByRole('region', { name: 'Task LOOM-1' })
  })
  after(() => entrance?.close())

  /** Delays writes with this method until the page shows them optimistically, then completes them with `end`. */
  async function withPendingWrite(
    method: string,
    end: (route: Route) => Promise<void>,
    act: () => Promise<unknown>,
    seen: () => Promise<void>,
  ): Promise<void> {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== method) return route.fallback()
      await released
      return end(route)
    })
    await act()
    await seen()
    release()
  }
  const rejectWith = (status: number, code: string, detail: string) => (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, detail }),
    })
  const told = (text: string) => page.locator('[data-tone=danger]').getByText(text).waitFor()
  const restored = async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.locator('[data-tone=danger]').getByRole('button', { name: 'Dismiss' }).last().click()
  }
  step('moves a card back to its column and shows the rejection with its reason', async () => {
    await showsCards(page, 'To do', ['Weave', 'Wind'])
    await withPendingWrite(
      'PATCH',
      (route) => route.abort(),
      async () => {
        await dragTo(page, cardOf(page, 'Weave'), columnOf(page, 'Complete'))
        await page.mouse.up()
      },
      () => showsCards(page, 'Complete', ['Weave']),
    )
    await told("Couldn't move LOOM-1. The server cannot be reached.")
    await showsCards(page, 'To do', ['Weave', 'Wind'])
    await showsCards(page, 'Complete', [])
    await restored()
  })

  step('restores the status, the assignee and the title of a task', async () => {
    await cardOf(page, 'Weave').click()
    const status = panel.getByLabel('Status', { exact: true })
    await status.waitFor()
    await withPendingWrite(
      'PATCH',
      rejectWith(409, 'not_now', 'The project has just been archived.'),
      () => status.selectOption('in_review'),
      () => shows(status, 'in_review'),
    )
    await told("Couldn't update LOOM-1. The project has just been archived.")
    await shows(status, 'todo')
    await restored()
    const assignee = panel.getByLabel('Assignee')
    const unassigned = await assignee.inputValue()
    await withPendingWrite(
      'PATCH',
      rejectWith(503, 'overloaded', 'Try again in a moment.'),
      () => assignee.selectOption({ label: 'Ada' }),
      () => shows(assignee, ada.user.id),
    )
    await told("Couldn't update LOOM-1. Try again in a moment.")
    await shows(assignee, unassigned)
    await restored()
    const title = panel.getByLabel('Title')
    await withPendingWrite(
      'PATCH',
      rejectWith(412, 'version_conflict', 'It has changed since you read it.'),
      async () => {
        await title.fill('Weave the cloth')
        await page.keyboard.press('Enter')
      },
      () => cardOf(page, 'Weave the cloth').waitFor(),
    )
    await told("Couldn't update LOOM-1. It has changed since you read it.")
    await showsCards(page, 'To do', ['Weave', 'Wind'])
    await restored()
  })

  step('removes a comment that could not be saved, and keeps a later one that could', async () => {
    // Posts it before the page has loaded the other comments.
    let read = () => {}
    const reading = new Promise<void>((resolve) => (read = resolve))
    await page.route('**/api/comments?*', async (route) => {
      await reading
      // The page aborts the request as soon as it writes.
      return route.fallback().catch(() => {})
    })
    await cardOf(page, 'Wind').click()
    const panelOfWind = page.getByRole('region', { name: 'Task LOOM-2' })
    const write = async (text: string) => {
      await panelOfWind.getByLabel('Write a comment').fill(text)
      // Not with the mouse: earlier activity that loads between press and release moves the button.
      await page.keyboard.press('Control+Enter')
    }
    const comment = (text: string) =>
      panelOfWind.getByRole('list', { name: 'Comments and activity' }).getByText(text)
    await withPendingWrite(
      'POST',
      (route) => route.abort(),
      () => write('Too loud'),
      () => comment('Too loud').waitFor(),
    )
    read()
    await told("Couldn't add your comment. The server cannot be reached.")
    await comment('Too loud').waitFor({ state: 'detached' })
    await restored()
    await write('Too slow')
    await comment('Too slow').waitFor()
    await eventually(
      async () => (await ada.call('comments.list', { item: 'LOOM-2' })).items.map(({ body }) => body),
      ['Too slow'],
    )
  })

  step('changes nothing without a network, and shows that above the page', async () => {
    await page.getByRole('link', { name: 'List', exact: true }).click()
    const priority = (value: string) => page.getByRole('button', { name: `Priority of LOOM-2: ${value}` })
    const choose = async (value: string) => {
      await priority('').click()
      await page.getByRole('listbox').getByRole('option', { name: value, exact: true }).click()
    }
    await priority('No priority').waitFor()
    await page.context().setOffline(true)
    await choose('High')
    await told("Couldn't update LOOM-2. The server cannot be reached.")
    await priority('No priority').waitFor()
    await page.context().setOffline(false)
    await choose('Low')
    await eventually(async () => (await ada.call('tasks.get', { task: 'LOOM-2' })).priority, 'low')
    await priority('Low').waitFor()
  })

  step('unpins a note that could not be pinned', async () => {
    await page.getByRole('navigation', { name: 'Pages of Looms' }).getByRole('link', { name: 'Docs' }).click()
    const pin = page.getByRole('button', { name: 'Pin Yarns', exact: true })
    await withPendingWrite(
      'PUT',
      (route) => route.abort(),
      () => pin.click(),
      () => page.getByRole('button', { name: 'Unpin Yarns' }).waitFor(),
    )
    await told("Couldn't pin “Yarns”. The server cannot be reached.")
    await pin.waitFor()
    await restored()
  })

  /** Waits until a select shows this value. */
  async function shows(field: Locator, value: string): Promise<void> {
    await eventually(() => field.inputValue(), value)
  }
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { cardOf, columnOf, dragByFinger, dragOn, dragTo, isWithin, showsCards } from './board.ts'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('the board of a project', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave', 'Wind', 'Punch']) await createTask(title)
    await createTask('Read', { status: 'in_progress' })
  })
  after(() => entrance?.close())

  const createTask = (title: string, more: object = {}) =>
    ada.call('tasks.create', { project: 'looms', title, ...more })
  const moved = (text: string) => page.getByText(text, { exact: true }).last().waitFor()

  step('shows a column for each status, with the cards in order', async () => {
    page = await entrance.visit('/projects/looms', ada)
    // Wide enough for every column: near the edge of a narrow one the board would scroll under the pointer.
    await page.setViewportSize({ width: 1900, height: 800 })
    await page.getByRole('link', { name: 'Board' }).click()
    await showsCards(page, 'To do', ['Weave', 'Wind', 'Punch'])
    await showsCards(page, 'In progress', ['Read'])
    await isAt(page, '/projects/looms/board')
  })

  step('drags a card between the cards of another column', async () => {
    await dragTo(page, cardOf(page, 'Punch'), cardOf(page, 'Read'))
    await columnOf(page, 'In progress').locator('[data-gap]').waitFor()
    await page.mouse.up()
    await showsCards(page, 'In progress', ['Punch', 'Read'])
    await moved('Moved LOOM-3 to In progress.')
    // The drop must not count as a click on the card.
    await isAt(page, '/projects/looms/board')
  })

  step('undoes the move with one click', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await showsCards(page, 'To do', ['Weave', 'Wind', 'Punch'])
    await moved('Moved LOOM-3 back.')
  })

  step('drags a card within its column', async () => {
    await dragTo(page, cardOf(page, 'Punch'), cardOf(page, 'Weave'))
    await page.mouse.up()
    await showsCards(page, 'To do', ['Punch', 'Weave', 'Wind'])
    await moved('Moved LOOM-3.')
  })

  step('keeps the order and a collapsed column after a reload', async () => {
    await page.getByRole('button', { name: /^Backlog/ }).click()
    await columnOf(page, 'Backlog').waitFor({ state: 'detached' })
    await page.reload()
    await showsCards(page, 'To do', ['Punch', 'Weave', 'Wind'])
    assert.equal(await columnOf(page, 'Backlog').count(), 0)
    await page.getByRole('button', { name: /^Backlog/ }).click()
    await columnOf(page, 'Backlog').waitFor()
  })

  step('puts a dragged card back on Escape without a write', async () => {
    await dragTo(page, cardOf(page, 'Weave'), columnOf(page, 'Complete'))
    await columnOf(page, 'Complete').locator('[data-gap]').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await showsCards(page, 'To do', ['Punch', 'Weave', 'Wind'])
    await showsCards(page, 'Complete', [])
  })

  step('scrolls a narrow board towards the edge while a card is dragged there', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    const board = page.getByRole('group', { name: 'Board' })
    const { x, y, width } = (await board.boundingBox())!
    await dragTo(page, cardOf(page, 'Weave'), cardOf(page, 'Wind'))
    await page.mouse.move(x + width - 4, y + 200)
    await isWithin(columnOf(page, 'Complete'), x + width)
    await dragOn(page, columnOf(page, 'Complete'))
    await columnOf(page, 'Complete').locator('[data-gap]').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.setViewportSize({ width: 1900, height: 800 })
    await showsCards(page, 'To do', ['Punch', 'Weave', 'Wind'])
  })

  step('lifts a card on a long press', async () => {
    await dragByFinger(page, cardOf(page, 'Weave'), columnOf(page, 'Backlog'))
    await showsCards(page, 'Backlog', ['Weave'])
    await moved('Moved LOOM-1 to Backlog.')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await moved('Moved LOOM-1 back.')
  })

  step('lifts, moves and drops a card with the keyboard, and announces its position', async () => {
    const announced = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await cardOf(page, 'Punch').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await announced('Lifted LOOM-2. To do, 3 of 3.')
    await page.keyboard.press('ArrowUp')
    await announced('To do, 2 of 3')
    await page.keyboard.press('ArrowRight')
    await announced('In progress, 2 of 2')
    await page.keyboard.press('Space')
    await showsCards(page, 'In progress', ['Read', 'Wind'])
    await announced('Dropped LOOM-2 in In progress, 2 of 2.')
    await moved('Moved LOOM-2 to In progress.')
    assert.equal(await page.locator(':focus').textContent(), 'Wind')
  })

  step('puts a card lifted with the keyboard back on Escape, and opens a card on Enter', async () => {
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await page
      .getByRole('status')
      .filter({ hasText: 'Cancelled. LOOM-2 stays in In progress, 2 of 2.' })
      .waitFor()
    await showsCards(page, 'In progress', ['Read', 'Wind'])
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Task LOOM-2' }).waitFor()
    await isAt(page, '/projects/looms/board?task=LOOM-2')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Task LOOM-2' }).waitFor({ state: 'detached' })
    assert.equal(await page.locator(':focus').textContent(), 'Wind')
  })

  step('moves a card with its menu', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'To top' }).click()
    await showsCards(page, 'In progress', ['Wind', 'Read'])
    await moved('Moved LOOM-2.')
  })

  step('keeps the menu of a card open while others change the order around it', async () => {
    await columnOf(page, 'In progress').getByRole('button', { name: 'Move LOOM-2' }).click()
    const up = page.getByRole('menuitem', { name: 'To bottom' })
    await up.waitFor()
    // The new order makes React remove the card from the page and insert it again.
    await ada.call('tasks.update', { task: 'LOOM-4', place: 'first' })
    await showsCards(page, 'In progress', ['Read', 'Wind'])
    await up.waitFor()
    await ada.call('tasks.update', { task: 'LOOM-2', place: 'first' })
    await showsCards(page, 'In progress', ['Wind', 'Read'])
    await up.waitFor()
    await page.keyboard.press('Escape')
    await up.waitFor({ state: 'hidden' })
  })

  step('adds a task to a column', async () => {
    await page.getByRole('button', { name: 'Add task to Blocked' }).click()
    await page.getByRole('dialog', { name: 'Create task' }).getByLabel('Title').fill('Wait for the dye')
    await page.keyboard.press('Control+Enter')
    await showsCards(page, 'Blocked', ['Wait for the dye'])
  })

  step('reverts a rejected move, shows the reason, and offers to complete anyway', async () => {
    await ada.call('dependencies.add', { task: 'LOOM-3', kind: 'blocked_by', other: 'LOOM-4' })
    await columnOf(page, 'To do').getByText('Blocked by LOOM-4').waitFor()
    await dragTo(page, cardOf(page, 'Punch'), columnOf(page, 'Complete'))
    await page.mouse.up()
    await page.getByText('LOOM-3 is blocked by LOOM-4.', { exact: true }).waitFor()
    await showsCards(page, 'To do', ['Punch', 'Weave'])
    await showsCards(page, 'Complete', [])
    await page.getByRole('button', { name: 'Complete anyway' }).click()
    await showsCards(page, 'Complete', ['Punch'])
    await moved('Moved LOOM-3 to Complete.')
  })

  step('loads a long column page by page', async () => {
    const tasks = Array.from({ length: 60 }, (_, index) => ({
      title: `Thread ${index}`,
      status: 'in_review' as const,
    }))
    await ada.call('tasks.createMany', { project: 'looms', tasks })
    const cards = columnOf(page, 'In review').locator('[data-card]')
    await columnOf(page, 'In review').getByRole('button', { name: 'Show more' }).waitFor()
    assert.equal(await cards.count(), 50)
    await columnOf(page, 'In review').getByRole('button', { name: 'Show more' }).click()
    await cards.nth(59).waitFor()
  })

  step('reports no script error or policy violation', () => entrance.checkComplaints())
})

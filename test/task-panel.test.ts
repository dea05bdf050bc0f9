import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { showsTexts } from './board.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { drawFrames, press } from './press.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the task panel', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let panel: Locator

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave the cloth', 'Wind the yarn', 'Punch the cards'])
      await ada.call('tasks.create', { project: 'looms', title })
    const { key: epic } = await ada.call('epics.create', { project: 'looms', title: 'The cloth' })
    await ada.call('stories.create', { project: 'looms', epic, title: 'A weaver weaves' })
    page = await entrance.visit('/projects/looms?task=LOOM-1', ada)
    panel = page.getByRole('region', { name: 'Task LOOM-1' })
    await panel.getByLabel('Title').waitFor()
  })
  after(() => entrance?.close())

  /** Waits until an optimistic change has reached the server. */
  async function settled(task: string, right: (is: Awaited<ReturnType<typeof read>>) => boolean) {
    let found = await read(task)
    await until(async () => right((found = await read(task))))
    return found
  }
  const read = (task: string) => ada.call('tasks.get', { task })

  step('changes every field of a task', async () => {
    await panel.getByLabel('Type').selectOption('bug')
    await panel.getByLabel('Story').focus()
    await panel.getByLabel('Story').selectOption('LOOM-5')
    await panel.getByLabel('Assignee').selectOption({ label: 'Grace' })
    await panel.getByLabel('Estimate').fill('5')
    await page.keyboard.press('Enter')
    await panel.getByLabel('Labels').fill('urgent')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Remove label urgent' }).waitFor()
    const task = await settled('LOOM-1', ({ labels }) => labels.length > 0)
    assert.deepEqual(
      [task.type, task.story?.key, task.assignee?.name, task.estimate, task.labels],
      ['bug', 'LOOM-5', 'Grace', 5, ['urgent']],
    )
    await panel.getByRole('button', { name: 'Remove label urgent' }).click()
    await settled('LOOM-1', ({ labels }) => labels.length === 0)
  })

  step('adds the typed label when a button below is pressed, and presses the button too', async () => {
    const label = 'a label that needs a line of its own'
    await panel.getByLabel('Labels').fill(label)
    await press(panel.getByRole('button', { name: 'Watch', exact: true }))
    await panel.getByRole('button', { name: 'Stop watching' }).waitFor()
    await panel.getByRole('button', { name: `Remove label ${label}` }).click()
    await settled('LOOM-1', ({ labels }) => labels.length === 0)
  })

  step('saves comments, which only their author can edit', async () => {
    const comments = panel.getByRole('list', { name: 'Comments and activity' })
    await panel.getByLabel('Write a comment').fill('The cards are at the mill.')
    // The panel shows a comment before the server has it, and Grace's must come second there too.
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.keyboard.press('Control+Enter')
    await comments.getByText('The cards are at the mill.').waitFor()
    await saved
    // A comment by another user appears live, and only its author can edit it.
    await grace.call('comments.create', { item: 'LOOM-1', body: 'I have the key.' })
    await comments.getByText('I have the key.').waitFor()

    // The toolbar below the field is about to close, and the scrolled panel to become shorter.
    await page.evaluate(`document.querySelector('[aria-label="Task LOOM-1"]').scrollBy(0, 2000)`)
    await press(panel.getByRole('button', { name: 'Actions for comment by Ada' }))
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await panel.getByLabel('Edit comment').fill('The cards are at home.')
    await page.keyboard.press('Control+Enter')
    await comments.getByText('The cards are at home.').waitFor()
    await comments.getByText(', edited').waitFor()

    await panel.getByRole('button', { name: 'Actions for comment by Ada' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted the comment.').waitFor()
    await showsTexts(comments.locator('.markdown p'), ['I have the key.'])
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await showsTexts(comments.locator('.markdown p'), ['The cards are at home.', 'I have the key.'])

    // Ada manages the project, so she can delete the comment of another user, but not edit it.
    await panel.getByRole('button', { name: 'Actions for comment by Grace' }).click()
    await showsTexts(page.getByRole('menuitem'), ['Delete'])
    await page.keyboard.press('Escape')
  })

  step('keeps the menu of a comment open while others comment and the panel scrolls', async () => {
    await panel.getByRole('button', { name: 'Actions for comment by Ada' }).click()
    const edit = page.getByRole('menuitem', { name: 'Edit' })
    await edit.and(page.locator(':focus')).waitFor()
    await grace.call('comments.create', { item: 'LOOM-1', body: 'The key fits.' })
    await panel.getByText('The key fits.').waitFor()
    await page.evaluate(`document.querySelector('[aria-label="Task LOOM-1"]').scrollBy(0, -20)`)
    await drawFrames(page)
    assert.equal(await edit.and(page.locator(':focus')).count(), 1)
    await edit.click()
    await panel.getByLabel('Edit comment').waitFor()
    await page.keyboard.press('Escape')
  })

  step('renders the description, and edits it as Markdown', async () => {
    await panel.getByLabel('Description').fill('Bring **cards**, see LOOM-2.\n\n- [x] oil')
    await page.keyboard.press('Control+Enter')
    await panel.locator('strong', { hasText: 'cards' }).waitFor()
    await panel.getByRole('checkbox', { name: 'Done' }).waitFor()
    // The focus returns to the description, so Enter edits it again.
    await page.keyboard.press('Enter')
    assert.match(await markdownOf(panel.getByLabel('Description')), /^Bring \*\*cards\*\*/)
    const edit = panel.getByRole('button', { name: 'Edit description' })
    await page.keyboard.press('Escape')
    await edit.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.cm-content:focus').waitFor()
    // The editor becomes a text of another height, and a link below it works at once.
    await press(panel.getByRole('link', { name: 'A weaver weaves' }))
    await page.waitForURL('**/tree')
    // The tree opens a task beside it, too.
    await page.getByRole('link', { name: 'Weave the cloth' }).click()
    await panel.getByLabel('Title').waitFor()
    await page.getByRole('button', { name: 'A weaver weaves' }).waitFor()
    await page.goBack()
    await page.goBack()
    await edit.waitFor()
    await panel.getByRole('link', { name: 'LOOM-2' }).click()
    await page.getByRole('region', { name: 'Task LOOM-2' }).waitFor()
    await page.goBack()
    await panel.waitFor()
  })

  step('links tasks that are found by words, and removes links', async () => {
    await panel.getByRole('combobox', { name: 'Linked task' }).fill('yarn')
    await page.getByRole('option', { name: 'Wind the yarn' }).click()
    await panel
      .getByRole('list', { name: 'Blocked by' })
      .getByRole('link', { name: 'Wind the yarn' })
      .waitFor()
    await settled('LOOM-1', ({ openBlockers }) => openBlockers === 1)
    await page.locator('[data-task="LOOM-1"]').getByText('Blocked by LOOM-2').waitFor()

    await panel.getByLabel('Relation', { exact: true }).selectOption('relates')
    await panel.getByRole('combobox', { name: 'Linked task' }).fill('LOOM-3')
    await page.getByRole('option', { name: 'Punch the cards' }).click()
    await panel
      .getByRole('list', { name: 'Relates to' })
      .getByRole('link', { name: 'Punch the cards' })
      .waitFor()
    await panel.getByRole('button', { name: 'Unlink LOOM-3' }).click()
    await page.getByText('Unlinked LOOM-3 from LOOM-1.').waitFor()
    assert.deepEqual(
      (await read('LOOM-1')).dependencies.map(({ kind, task }) => [kind, task.key]),
      [['blocked_by', 'LOOM-2']],
    )
  })

  step('rejects a link that would create a cycle, and names the tasks', async () => {
    await panel.getByRole('list', { name: 'Blocked by' }).getByRole('link').click()
    const other = page.getByRole('region', { name: 'Task LOOM-2' })
    await other.getByRole('list', { name: 'Blocks' }).getByRole('link', { name: 'Weave the cloth' }).waitFor()
    await other.getByRole('combobox', { name: 'Linked task' }).fill('Weave')
    await page.getByRole('option', { name: 'Weave the cloth' }).click()
    const alert = other.getByRole('alert')
    await alert.waitFor()
    assert.match((await alert.textContent())!, /LOOM-1.*LOOM-2|LOOM-2.*LOOM-1/)
    await other.getByRole('list', { name: 'Blocked by' }).waitFor({ state: 'detached' })
    assert.equal((await read('LOOM-2')).openBlockers, 0)
  })

  step('names the unblocked tasks after a task is completed', async () => {
    const other = page.getByRole('region', { name: 'Task LOOM-2' })
    await other.getByLabel('Completion notes').click()
    await press(other.getByRole('button', { name: 'Complete' }))
    await page.getByText('Unblocked LOOM-1.').waitFor()
    await page.locator('[data-task="LOOM-1"]').getByText('Blocked by LOOM-2').waitFor({ state: 'detached' })
  })

  step('shows who has claimed a task, and releases the claim', async () => {
    await grace.call('tasks.claim', { task: 'LOOM-3' })
    await page
      .locator('[data-task="LOOM-3"]')
      .getByRole('img', { name: /^Claimed by Grace until/ })
      .waitFor()
    await page.getByRole('link', { name: 'Punch the cards' }).click()
    const held = page.getByRole('region', { name: 'Task LOOM-3' })
    await held.getByText('Claimed by').waitFor()
    // A user who changes its status gets a warning and can override it.
    await held.getByLabel('Status').selectOption('in_review')
    await page.getByText(/^LOOM-3 is claimed by Grace until/).waitFor()
    await page.getByRole('button', { name: 'Continue anyway' }).waitFor()
    await held.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Released LOOM-3.').waitFor()
    await held.getByText('Claimed by').waitFor({ state: 'detached' })
    const task = await read('LOOM-3')
    assert.deepEqual([task.claim, task.status], [null, 'todo'])
  })

  step('shows the history of a task in sentences', async () => {
    const held = page.getByRole('region', { name: 'Task LOOM-3' })
    await held.getByText('Ada released LOOM-3').waitFor()
    await held.getByText(/claimed LOOM-3$/).waitFor()
    await held.getByText('Ada added a link: LOOM-3 relates to LOOM-1').waitFor()
    await held.getByText('Ada removed a link: LOOM-3 no longer relates to LOOM-1').waitFor()
    await held.getByText('Ada created LOOM-3').waitFor()
  })

  step('opens the pressed task, although a live update adds one above it meanwhile', async () => {
    await page.getByRole('link', { name: 'Weave the cloth' }).hover()
    await page.mouse.down()
    const refetched = page.waitForResponse((response) => response.url().includes('/tasks/groups'))
    await grace.call('tasks.create', { project: 'looms', title: 'Oil the loom' })
    await refetched
    await drawFrames(page)
    await page.mouse.up()
    await panel.getByLabel('Title').waitFor()
    await page.getByRole('link', { name: 'Oil the loom' }).waitFor()
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openTab } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('notes and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Web shop', key: 'WEB', visibility: 'organization' })
    await ada.call('tasks.create', { project: 'web-shop', title: 'Write the checkout' })
    page = await entrance.visit('/notes', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const text = () => page.getByLabel('Text', { exact: true })
  const list = () => page.getByRole('list', { name: 'Notes' })
  const titles = () => list().getByRole('listitem').locator('a[href^="/notes/"]').allInnerTexts()
  const opened = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const changedByGrace = async (content: string) => {
    const { items } = await grace.call('notes.list', { project: 'web-shop', sort: 'title' })
    await grace.call('notes.update', { note: items[0]!.id, content })
  }
  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  step('writes the first note from the empty page, and titles it by its first line', async () => {
    await page.getByRole('heading', { name: 'No notes yet' }).waitFor()
    await page.getByRole('link', { name: 'New note' }).first().click()
    await text().fill('# How we deploy\n\nFirst the tests')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- build')
    await page.keyboard.press('Enter')
    await page.keyboard.type('ship')
    await page.getByLabel('Tags').fill('release')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create note' }).click()
    await opened('How we deploy')
    assert.equal(await page.locator('article').getByText('How we deploy', { exact: true }).count(), 1)
    await page.locator('article li', { hasText: 'ship' }).waitFor()
    const [note] = (await ada.call('notes.list', {})).items
    assert.deepEqual([note!.title, note!.tags, note!.project], ['How we deploy', ['release'], null])
  })

  step('completes titles after [[ to link to another note', async () => {
    await openTab(page, 'Docs', 'Notes')
    await page.getByRole('link', { name: 'New note' }).first().click()
    await page.getByLabel('Title').fill('Checklist')
    await page.getByLabel('Project').selectOption('web-shop')
    await text().click()
    await page.keyboard.type('Before WEB-1: [[how we')
    await page.getByRole('option', { name: /How we deploy/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and [[Roll back]]')
    assert.equal(await markdownOf(text()), 'Before WEB-1: [[How we deploy]] and [[Roll back]]')
    await page.keyboard.press('Control+s')
    await opened('Checklist')
    const article = page.getByRole('article')
    await article.getByRole('list', { name: 'Outgoing links' }).getByText('How we deploy').waitFor()
    await article.locator('.markdown').getByRole('link', { name: 'How we deploy' }).click()
    await opened('How we deploy')
    await page.getByRole('list', { name: 'Backlinks' }).getByRole('link', { name: 'Checklist' }).click()
    await opened('Checklist')
  })

  step('creates a missing note from the link that names it', async () => {
    await page.locator('.markdown a[data-unwritten]', { hasText: 'Roll back' }).click()
    await page.getByRole('form', { name: 'New note' }).waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Roll back')
    await text().fill('Turn the switch.')
    await page.getByRole('button', { name: 'Create note' }).click()
    await opened('Roll back')
    await page.getByRole('list', { name: 'Backlinks' }).getByText('Checklist').waitFor()
  })

  step('links a number in a text to its item', async () => {
    await page.getByRole('list', { name: 'Backlinks' }).getByRole('link', { name: 'Checklist' }).click()
    await page.locator('.markdown').getByRole('link', { name: 'WEB-1' }).click()
    await page.getByRole('region', { name: 'Task WEB-1' }).waitFor()
  })

  step('finds notes by words, tag and project, and lists pinned ones first', async () => {
    await openTab(page, 'Docs', 'Notes')
    await list().getByRole('link', { name: 'Roll back' }).waitFor()
    await eventually(titles, ['Roll back', 'Checklist', 'How we deploy'])
    await page.getByRole('button', { name: 'Pin How we deploy' }).click()
    await toast('Pinned “How we deploy”.')
    await page.getByRole('button', { name: 'Unpin How we deploy' }).waitFor()
    await page.getByLabel('Search notes').fill('switch')
    await list().getByRole('link', { name: 'Checklist' }).waitFor({ state: 'detached' })
    await eventually(titles, ['Roll back'])
    await page.getByLabel('Search notes').fill('')
    await list().getByRole('link', { name: 'Checklist' }).waitFor()
    await eventually(titles, ['How we deploy', 'Roll back', 'Checklist'])
    await list().getByRole('link', { name: 'release' }).click()
    await list().getByRole('link', { name: 'Checklist' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Clear the tag filter release' }).click()
    await page.getByLabel('Filter by project').selectOption('web-shop')
    await list().getByRole('link', { name: 'How we deploy' }).waitFor({ state: 'detached' })
    await eventually(titles, ['Roll back', 'Checklist'])
  })

  step('shows a project note to others live, and keeps a personal note private', async () => {
    const hers = await entrance.visit('/projects/web-shop/notes', grace)
    await hers.getByRole('link', { name: 'Checklist' }).waitFor()
    assert.equal(await hers.getByRole('link', { name: 'How we deploy' }).count(), 0)
    await list().getByRole('link', { name: 'Checklist' }).click()
    await changedByGrace('Before anything: sleep.')
    await page.locator('.markdown', { hasText: 'Before anything: sleep.' }).waitFor()
    await page.getByText('Grace changed the note “Checklist”').waitFor()
    await hers.close()
  })

  step('shows both texts after a concurrent edit, and can load the saved one', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().fill('What Ada wrote.')
    await changedByGrace('What Grace wrote.')
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await conflict.getByText('What Grace wrote.').waitFor()
    await conflict.getByText('What Ada wrote.').waitFor()
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    assert.equal(await markdownOf(text()), 'What Grace wrote.')
    await text().fill('What both wrote.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast('Saved “Checklist”.')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.markdown', { hasText: 'What both wrote.' }).waitFor()
  })

  step('compares, shows and restores an earlier revision', async () => {
    await page.getByRole('link', { name: /view changes/ }).click()
    await page.getByRole('table', { name: 'Changes' }).getByText('What both wrote.').waitFor()
    await page.getByRole('button', { name: 'View revision 1' }).click()
    await page.getByRole('dialog', { name: 'Revision 1' }).getByText('Before WEB-1').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await toast(/^Restored revision 1/)
    await page.getByRole('link', { name: 'Back to note' }).click()
    await page.locator('.markdown', { hasText: 'Before WEB-1' }).waitFor()
  })

  step('publishes a note to anonymous readers until it is unpublished', async () => {
    await choose('Checklist', 'Publish…')
    const dialog = page.getByRole('dialog', { name: 'Publish note' })
    await dialog.getByLabel('URL name').fill('Not a name')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Lower-case letters, digits and single hyphens.').waitFor()
    await dialog.getByLabel('URL name').fill('our-checklist')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast('Published “Checklist”.')
    await page.getByRole('button', { name: 'Copy public URL' }).waitFor()
    const stranger = await entrance.visit('/public/notes/our-checklist')
    await stranger.getByRole('heading', { name: 'Checklist', level: 1 }).waitFor()
    await stranger.getByText('Before WEB-1').waitFor()
    assert.equal(await stranger.locator('.markdown a').count(), 0)
    await stranger.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(stranger)
    await choose('Checklist', 'Unpublish')
    await toast('Unpublished “Checklist”.')
    await stranger.reload()
    await stranger.getByRole('heading', { name: "This page isn't public" }).waitFor()
    await stranger.close()
  })

  step('moves a note out of its project, deletes it and restores it', async () => {
    await choose('Checklist', 'Move…')
    const dialog = page.getByRole('dialog', { name: 'Move note' })
    await dialog.getByLabel('Project').selectOption('')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await toast('“Checklist” is now private.')
    await choose('Checklist', 'Delete')
    await toast('Deleted “Checklist”.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored “Checklist”.')
    await list().getByRole('link', { name: 'Checklist' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await list().getByRole('link', { name: 'Checklist' }).click()
    await opened('Checklist')
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

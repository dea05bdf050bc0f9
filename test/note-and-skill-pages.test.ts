import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
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

describe('notes, skills and their pages', { skip }, () => {
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
    await ada.call('teams.create', { name: 'Weavers' })
    page = await entrance.visit('/notes', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const text = () => page.getByLabel('Text', { exact: true })
  const notes = () => page.getByRole('list', { name: 'Notes' })
  const titles = () => notes().getByRole('listitem').locator('a[href^="/notes/"]').allInnerTexts()
  const skills = () => page.getByRole('list', { name: 'Skills' })
  const instructions = () => page.getByLabel('Instructions', { exact: true })
  const opened = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const setWidth = (width: number) => page.setViewportSize({ width, height: 800 })

  step('writes the first note from the empty page, and titles it by its first line', async () => {
    await page.getByRole('heading', { name: 'No notes yet' }).waitFor()
    await page.getByRole('link', { name: 'New note' }).first().click()
    await text().fill('# How we deploy\n\nFirst the tests')
    await page.getByLabel('Tags').fill('release')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create note' }).click()
    await opened('How we deploy')
    assert.equal(await page.locator('article').getByText('How we deploy', { exact: true }).count(), 1)
  })

  step('completes titles after [[ to link to another note', async () => {
    await openTab(page, 'Docs', 'Notes')
    await page.getByRole('link', { name: 'New note' }).first().click()
    await page.getByLabel('Title').fill('Checklist')
    await page.getByLabel('Project').selectOption('web-shop')
    await text().click()
    await page.keyboard.type('Before: [[how we')
    await page.getByRole('option', { name: /How we deploy/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and [[Roll back]]')
    assert.equal(await markdownOf(text()), 'Before: [[How we deploy]] and [[Roll back]]')
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

  step('finds notes by words, tag and project, and lists pinned ones first', async () => {
    await openTab(page, 'Docs', 'Notes')
    await notes().getByRole('link', { name: 'Roll back' }).waitFor()
    await page.getByRole('button', { name: 'Pin How we deploy' }).click()
    await page.getByRole('button', { name: 'Unpin How we deploy' }).waitFor()
    await page.getByLabel('Search notes').fill('switch')
    await notes().getByRole('link', { name: 'Checklist' }).waitFor({ state: 'detached' })
    await eventually(titles, ['Roll back'])
    await page.getByLabel('Search notes').fill('')
    await notes().getByRole('link', { name: 'Checklist' }).waitFor()
    await eventually(titles, ['How we deploy', 'Roll back', 'Checklist'])
    await notes().getByRole('link', { name: 'release' }).click()
    await notes().getByRole('link', { name: 'Checklist' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Clear the tag filter release' }).click()
    await page.getByLabel('Filter by project').selectOption('web-shop')
    await notes().getByRole('link', { name: 'How we deploy' }).waitFor({ state: 'detached' })
    await eventually(titles, ['Roll back', 'Checklist'])
    await setWidth(360)
    await fitsPhone(page)
    await setWidth(1280)
  })

  step("shows another user's change live, and restores the revision before", async () => {
    await notes().getByRole('link', { name: 'Checklist' }).click()
    await opened('Checklist')
    const { items } = await grace.call('notes.list', { project: 'web-shop', sort: 'title' })
    await grace.call('notes.update', { note: items[0]!.id, content: 'Before anything: sleep.' })
    await page.locator('.markdown', { hasText: 'Before anything: sleep.' }).waitFor()
    await page.getByRole('link', { name: /view changes/ }).click()
    await page.getByRole('table', { name: 'Changes' }).getByText('Before anything: sleep.').waitFor()
    await page.getByRole('button', { name: 'View revision 1' }).click()
    await page.getByRole('dialog', { name: 'Revision 1' }).getByText('Before:').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await toast(/^Restored revision 1/)
    await page.getByRole('link', { name: 'Back to note' }).click()
    await page.locator('.markdown', { hasText: 'Before:' }).waitFor()
  })

  step('publishes a note, and shows its URL until it is unpublished', async () => {
    await choose('Checklist', 'Publish…')
    const dialog = page.getByRole('dialog', { name: 'Publish note' })
    await dialog.getByLabel('URL name').fill('Not a name')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Lower-case letters, digits and single hyphens.').waitFor()
    await dialog.getByLabel('URL name').fill('our-checklist')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast('Published “Checklist”.')
    await page.getByRole('button', { name: 'Copy public URL' }).waitFor()
  })

  step('shows the built-in skills, which cannot be edited', async () => {
    await openTab(page, 'Docs', 'Skills')
    await page.getByRole('listitem').filter({ hasText: 'Built in' }).first().waitFor()
    await skills().getByRole('link').first().click()
    await page.getByRole('article').getByText('Built in').waitFor()
    await page.locator('.markdown').waitFor()
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    assert.equal(await page.getByRole('heading', { name: title, exact: true }).count(), 1, 'shows it once')
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
    await page.getByRole('link', { name: 'Skills', exact: true }).first().click()
  })

  step('creates a skill with a file', async () => {
    await page.getByRole('link', { name: 'New skill' }).click()
    await page.getByLabel('Name').fill('Mend a thread')
    await page.getByLabel('Description').fill('When a thread breaks.')
    await instructions().fill('## Steps\n\n1. Stop the loom\n2. Read `knots.md`\n')
    await page.getByRole('button', { name: 'Add file' }).click()
    await page.getByLabel('Path of file 1').fill('knots.md')
    await page.getByLabel('Text of knots.md').fill('# Knots\n\nThe **weaver** one.')
    await page.getByRole('button', { name: 'Create skill' }).click()
    await opened('Mend a thread')
    await page.locator('.markdown li', { hasText: 'Stop the loom' }).waitFor()
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByText('knots.md').click()
    await files.locator('strong', { hasText: 'weaver' }).waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
  })

  step('saves a skill as a new revision, compares its files and restores the old one', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await instructions().fill('## Steps\n\n1. Stop the loom\n2. Tie it\n')
    await page.getByLabel('Files to add').setInputFiles({
      name: 'length.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Two inches.'),
    })
    await page.getByLabel('Text of length.txt').waitFor()
    await setWidth(360)
    await fitsPhone(page)
    await setWidth(1280)
    await page.getByLabel('Reason for change').fill('The file was not read.')
    await page.getByRole('button', { name: 'Save revision 2' }).click()
    await toast('Saved revision 2 of Mend a thread.')
    await page.getByRole('link', { name: /view changes/ }).click()
    await page.getByText('Added: length.txt').waitFor()
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await toast('Restored revision 1 as revision 3.')
    await page.getByRole('link', { name: 'Back to skill' }).click()
    await page.locator('.markdown code', { hasText: 'knots.md' }).waitFor()
  })

  step('exports a skill as a zip, and imports it as the next revision', async () => {
    const going = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await going
    assert.equal(file.suggestedFilename(), 'mend-a-thread.zip')
    const buffer = await fs.readFile(await file.path())
    await ada.call('skills.update', { skill: 'mend-a-thread', content: 'Otherwise.' })
    await page.getByRole('link', { name: 'Skills', exact: true }).first().click()
    await page.getByRole('button', { name: 'Import…' }).click()
    await page
      .getByLabel('Zip file')
      .setInputFiles({ name: 'mend-a-thread.zip', mimeType: 'application/zip', buffer })
    const dialog = page.getByRole('dialog', { name: 'Import skill' })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('add a revision to it').check()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await toast('Imported Mend a thread as revision 5.')
    await opened('Mend a thread')
    await page.locator('.markdown li', { hasText: 'Stop the loom' }).waitFor()
  })

  step("changes a skill's scope from personal to team and public", async () => {
    await choose('Mend a thread', 'Change scope…')
    const dialog = page.getByRole('dialog', { name: 'Scope of Mend a thread' })
    await dialog.getByLabel('Scope', { exact: true }).selectOption('team')
    await dialog.getByLabel('Team', { exact: true }).selectOption({ label: 'Weavers' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast('Shared Mend a thread with the team.')
    await page.getByRole('article').getByText('Weavers').first().waitFor()
    await choose('Mend a thread', 'Change scope…')
    await dialog.getByLabel('Scope', { exact: true }).selectOption('public')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast('Mend a thread is now public.')
    await page.getByRole('button', { name: 'Copy public URL' }).waitFor()
  })

  step('shows public notes and skills to anonymous readers, and nothing else', async () => {
    const stranger = await entrance.visit('/public/notes/our-checklist')
    const navigate = (path: string) =>
      stranger.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)
    await stranger.getByRole('heading', { name: 'Checklist', level: 1 }).waitFor()
    await stranger.locator('.markdown').getByText('Before:').waitFor()
    assert.equal(await stranger.locator('.markdown a').count(), 0)
    await stranger.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(stranger)
    await navigate('/public/skills/mend-a-thread')
    await stranger.getByRole('heading', { name: 'Mend a thread', level: 1 }).waitFor()
    await stranger.getByText('Skill by Ada').waitFor()
    await stranger.getByRole('list', { name: 'Files' }).getByText('knots.md').waitFor()
    await fitsPhone(stranger)
    await navigate('/public/notes/roll-back')
    await stranger.getByRole('heading', { name: "This page isn't public" }).waitFor()
    await stranger.close()
  })

  step("filters skills by scope, and updates other users' lists live", async () => {
    await page.getByRole('link', { name: 'Skills', exact: true }).first().click()
    await grace.call('skills.create', { name: 'Dye a thread', content: 'Blue.', scope: 'public' })
    await skills().getByRole('link', { name: 'Dye a thread' }).waitFor()
    await page.getByLabel('Filter by scope').selectOption('built-in')
    await skills().getByRole('link', { name: 'Dye a thread' }).waitFor({ state: 'detached' })
    await page.getByLabel('Filter by scope').selectOption('public')
    await skills().getByRole('link', { name: 'Mend a thread' }).click()
    await opened('Mend a thread')
    await choose('Mend a thread', 'Delete')
    await toast('Deleted Mend a thread.')
  })

  step('unpublishes, moves, deletes and restores a note on a phone', async () => {
    await openTab(page, 'Docs', 'Notes')
    await notes().getByRole('link', { name: 'Checklist' }).click()
    await opened('Checklist')
    await setWidth(360)
    await fitsPhone(page)
    await choose('Checklist', 'Unpublish')
    await toast('Unpublished “Checklist”.')
    await choose('Checklist', 'Move…')
    const dialog = page.getByRole('dialog', { name: 'Move note' })
    await dialog.getByLabel('Project').selectOption('')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await toast('“Checklist” is now private.')
    await choose('Checklist', 'Delete')
    await toast('Deleted “Checklist”.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored “Checklist”.')
    await notes().getByRole('link', { name: 'Checklist' }).waitFor()
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('skills and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let archive: Buffer
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('teams.create', { name: 'Weavers' })
    page = await entrance.visit('/skills', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const opened = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const instructions = () => page.getByLabel('Instructions', { exact: true })
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  step('lists the built-in skills from the start', async () => {
    await page.getByRole('listitem').filter({ hasText: 'Built in' }).first().waitFor()
    await page.getByRole('list', { name: 'Skills' }).getByRole('link').first().click()
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
    await page.getByLabel('Path of file 1').fill('../knots.md')
    await page.getByLabel('Text of ../knots.md').fill('# Knots\n\nThe **weaver** one.')
    await page.getByRole('button', { name: 'Create skill' }).click()
    await page.getByText('Must be a path inside the folder').waitFor()
    await page.getByLabel('Path of file 1').fill('knots.md')
    await page.getByRole('button', { name: 'Create skill' }).click()
    await opened('Mend a thread')
    await page.locator('.markdown li', { hasText: 'Stop the loom' }).waitFor()
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByText('knots.md').click()
    await files.locator('strong', { hasText: 'weaver' }).waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
  })

  step('saves a change as a new revision, compares it and restores the old one', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await instructions().fill('## Steps\n\n1. Stop the loom\n2. Tie it\n')
    await page.getByLabel('Files to add').setInputFiles({
      name: 'length.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Two inches.'),
    })
    await page.getByLabel('Text of length.txt').waitFor()
    await page.getByLabel('Reason for change').fill('The file was not read.')
    await page.getByRole('button', { name: 'Save revision 2' }).click()
    await toast('Saved revision 2 of Mend a thread.')
    await page.getByRole('link', { name: /view changes/ }).click()
    await page.getByRole('table', { name: 'Changes' }).getByText('2. Tie it').waitFor()
    await page.getByText('Added: length.txt').waitFor()
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await toast('Restored revision 1 as revision 3.')
    await page.getByRole('link', { name: 'Back to skill' }).click()
    await page.locator('.markdown code', { hasText: 'knots.md' }).waitFor()
  })

  step('exports a skill as a zip, and imports it as the next revision or as a new skill', async () => {
    const going = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await going
    assert.equal(file.suggestedFilename(), 'mend-a-thread.zip')
    archive = await fs.readFile(await file.path())
    const bring = async () => {
      await page.goto(`${entrance.url}/skills`)
      await page.getByRole('button', { name: 'Import…' }).click()
      await page
        .getByLabel('Zip file')
        .setInputFiles({ name: 'mend-a-thread.zip', mimeType: 'application/zip', buffer: archive })
    }
    await bring()
    const dialog = page.getByRole('dialog', { name: 'Import skill' })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('add a revision to it').check()
    await ada.call('skills.update', { skill: 'mend-a-thread', content: 'Otherwise.' })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await toast('Imported Mend a thread as revision 5.')
    await opened('Mend a thread')
    await page.locator('.markdown li', { hasText: 'Stop the loom' }).waitFor()
  })

  step('explains why a file is not a skill', async () => {
    await page.goto(`${entrance.url}/skills`)
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import skill' })
    await dialog
      .getByLabel('Zip file')
      .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.locator('.text-danger').first().waitFor()
    await page.keyboard.press('Escape')
  })

  step("changes a skill's scope between personal, team and organization", async () => {
    await page.getByRole('link', { name: 'Mend a thread' }).click()
    await choose('Mend a thread', 'Change scope…')
    const dialog = page.getByRole('dialog', { name: 'Scope of Mend a thread' })
    await dialog.getByLabel('Scope', { exact: true }).selectOption('team')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose the team that can use it.').waitFor()
    await dialog.getByLabel('Team', { exact: true }).selectOption({ label: 'Weavers' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast('Shared Mend a thread with the team.')
    await page.getByRole('article').getByText('Weavers').first().waitFor()
    assert.equal((await grace.call('skills.list', { search: 'mend a thread' })).items.length, 0)
    await choose('Mend a thread', 'Change scope…')
    await dialog.getByLabel('Scope', { exact: true }).selectOption('public')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast('Mend a thread is now public.')
    await page.getByRole('button', { name: 'Copy public URL' }).waitFor()
    const stranger = await entrance.visit('/public/skills/mend-a-thread')
    await stranger.getByRole('heading', { name: 'Mend a thread', level: 1 }).waitFor()
    await stranger.getByText('Skill by Ada').waitFor()
    await stranger.getByRole('list', { name: 'Files' }).getByText('knots.md').waitFor()
    await stranger.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(stranger)
    await stranger.close()
  })

  step("finds a skill by words and scope, and updates other users' lists live", async () => {
    await page.getByRole('link', { name: 'Skills', exact: true }).first().click()
    const list = page.getByRole('list', { name: 'Skills' })
    await grace.call('skills.create', { name: 'Dye a thread', content: 'Blue.', scope: 'public' })
    await list.getByRole('link', { name: 'Dye a thread' }).waitFor()
    await page.getByLabel('Filter by scope').selectOption('built-in')
    await list.getByRole('link', { name: 'Dye a thread' }).waitFor({ state: 'detached' })
    await page.getByLabel('Filter by scope').selectOption('public')
    await list.getByRole('link', { name: 'Dye a thread' }).waitFor()
    await page.getByLabel('Search skills').fill('mend a thread')
    await list.getByRole('link', { name: 'Dye a thread' }).waitFor({ state: 'detached' })
    await list.getByRole('link', { name: 'Mend a thread' }).click()
    await opened('Mend a thread')
  })

  step('deletes a skill and restores it', async () => {
    await choose('Mend a thread', 'Delete')
    await toast('Deleted Mend a thread.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Mend a thread.')
    await page.getByRole('link', { name: 'Mend a thread' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Mend a thread' }).click()
    await opened('Mend a thread')
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await instructions().waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

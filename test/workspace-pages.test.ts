import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { createTeam } from './teams.ts'
import { join } from './world.ts'

describe('workspaces and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let id: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await createTeam(entrance.server, ada, { name: 'Mill', members: [grace] })
    await ada.call('projects.create', { name: 'Engine' })
    page = await entrance.visit('/workspaces', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string) => page.getByText(text).waitFor()
  const undo = async () => {
    const written = page.waitForResponse(
      (response) => response.request().method() !== 'GET' && response.url().includes(id),
    )
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await written
  }
  const fitsScreen = async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const part of ['html', 'main']) await fitsPhone(page, part)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const section = (name: string) => page.getByRole('region', { name })

  step('creates the first workspace with the keyboard', async () => {
    await page.getByRole('heading', { name: 'No workspaces yet' }).waitFor()
    await page.getByRole('button', { name: 'New workspace' }).first().press('Enter')
    await page.keyboard.type('Shop')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    await page.getByText('Your workspace', { exact: true }).waitFor()
    id = page.url().split('/').at(-1)!
  })

  step('renames a workspace without losing a concurrent change', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Web shop')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await toast('Workspace saved.')
    await page.getByRole('heading', { name: 'Web shop' }).waitFor()
    await page.getByLabel('Description').fill('Where we sell.')
    await ada.call('workspaces.update', { workspace: id, description: 'Where we buy.' })
    await page.getByText('The workspace changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' })
    assert.equal((await ada.call('workspaces.get', { workspace: id })).description, 'Where we sell.')
  })

  step('adds a project, removes it and adds it again', async () => {
    await page.getByLabel('Project to add').click()
    await page.getByRole('option', { name: /Engine/ }).click()
    await section('Projects').getByRole('button', { name: 'Add', exact: true }).click()
    await toast('Added Engine to Web shop.')
    await page.getByRole('button', { name: 'Remove Engine from the workspace' }).click()
    await toast('Removed Engine from the workspace.')
    await section('Projects').getByText('No projects that you can see.').waitFor()
    await undo()
    await section('Projects').getByRole('link', { name: 'Engine' }).waitFor()
  })

  step('shares a workspace with a team, which sees it read-only, until it is unshared', async () => {
    await page.getByLabel('Team to share with').click()
    await page.getByRole('option', { name: 'Mill' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await toast('Shared with Mill as viewer.')
    const hers = await entrance.visit('/workspaces', grace)
    await hers.getByRole('link', { name: 'Web shop' }).click()
    await hers.getByText('Owned by Ada').waitFor()
    await hers.getByText('Where we sell.').waitFor()
    await hers.getByRole('link', { name: 'Engine', exact: true }).waitFor()
    for (const name of [/^Save/, /^Add/, /^Share/, /^Stop/, /^Remove/, /^Delete/])
      assert.equal(await hers.getByRole('button', { name }).count(), 0)
    await hers.close()

    await page.getByLabel('Role of Mill').selectOption('editor')
    await toast('Shared with Mill as editor.')
    await page.getByRole('button', { name: 'Stop sharing with Mill' }).click()
    await toast('Stopped sharing with Mill.')
    await page.getByLabel('Role of Mill').waitFor({ state: 'detached' })
    await undo()
    await page.getByLabel('Role of Mill').waitFor()
    assert.equal(await page.getByLabel('Role of Mill').inputValue(), 'editor')
  })

  step('shows the folder on a syncing device live, removes it and undoes that', async () => {
    const { id: device } = await ada.call('devices.register', { machine: 'm-1', name: 'Laptop' })
    const [path, localId] = ['/home/ada/src/shop', 'shop']
    await ada.call('workspaces.setFolder', { workspace: id, device, path, localId })
    await section('On your devices').getByText(path).waitFor()
    await page.getByRole('button', { name: 'Remove the folder on Laptop' }).click()
    await toast('Removed the folder on Laptop. Its files stay.')
    await section('On your devices').getByText(path).waitFor({ state: 'detached' })
    await undo()
    await toast('Restored the folder on Laptop.')
    await section('On your devices').getByText(path).waitFor()
  })

  step('deletes a workspace and restores it as it was', async () => {
    await page.getByRole('button', { name: 'Delete Web shop' }).click()
    await toast('Deleted Web shop.')
    await page.getByRole('heading', { name: 'No workspaces yet' }).waitFor()
    await undo()
    await toast('Restored Web shop.')
    const row = page.getByRole('row', { name: /Web shop/ })
    for (const text of ['Where we sell.', 'Ada', 'Mill', 'Laptop', '/home/ada/src/shop'])
      await row.getByText(text).first().waitFor()
    assert.equal(await row.getByRole('cell', { name: '1', exact: true }).count(), 1)
    await fitsScreen()
  })

  step('renames a device in the sync settings, and revokes it', async () => {
    await page.getByRole('link', { name: 'Sync settings' }).click()
    const name = page.getByRole('textbox', { name: 'Name of Laptop' })
    await name.fill('Old laptop')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Revoke Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await toast('Revoked Old laptop.')
    await page.getByRole('heading', { name: 'No synced devices yet' }).waitFor()
    await page.getByText('baton sync init --project').waitFor()
  })

  step('fits on a phone', async () => {
    await page.goto(`${entrance.url}/workspaces/${id}`)
    await page.getByText('Web shop').first().waitFor()
    await fitsScreen()
    entrance.checkComplaints()
  })
})

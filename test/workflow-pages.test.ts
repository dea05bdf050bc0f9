import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the workflows of an organization and their pages', { skip }, () => {
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
    page = await entrance.visit('/organization/workflows', ada)
  })
  after(() => entrance?.close())

  const gate = (number: number) => page.getByRole('group', { name: `Gate ${number}`, exact: true })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('shows a built-in workflow on its own page', async () => {
    await page.getByRole('link', { name: 'Hotfix', exact: true }).click()
    await page.waitForURL('**/organization/workflows/hotfix')
    await page.getByText("Built-in workflows can't be changed.").waitFor()
    assert.equal(await page.getByRole('list', { name: 'Gates of Hotfix' }).getByRole('listitem').count(), 3)
  })

  step('creates a workflow from another one, with its own gates', async () => {
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'New workflow from Hotfix' }).waitFor()
    await page.getByLabel('Name', { exact: true }).first().fill('Careful')
    await page.getByRole('button', { name: 'Add gate' }).click()
    await gate(4).getByLabel('Name').fill('Second Look')
    assert.equal(await gate(4).getByLabel('Name').inputValue(), 'second-look')
    await gate(4).getByRole('button', { name: 'Add requirement to second-look' }).click()
    await page.getByRole('menuitem', { name: 'Approvals' }).click()
    await gate(4).getByLabel('Required number').fill('2')
    await gate(4).getByText('2 approvals by different signed-in people.').waitFor()
  })

  step('moves gates with the keyboard, which keeps the focus on them', async () => {
    await page.getByRole('button', { name: 'Move second-look up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    assert.equal(await gate(2).getByLabel('Name').inputValue(), 'second-look')
  })

  step('reports a name that is already taken', async () => {
    const name = page.getByLabel('Name', { exact: true }).first()
    await name.fill('Hotfix')
    await page.getByRole('button', { name: 'Create workflow' }).click()
    await page.getByRole('alert').getByText('already taken').waitFor()
    await name.fill('Careful')
  })

  step('shows errors beside their field', async () => {
    await gate(4).getByLabel('Name').fill('build')
    await page.getByRole('button', { name: 'Create workflow' }).click()
    await page.getByText('Two gates have the same name.').waitFor()
    await gate(4).getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Create workflow' }).click()
    await gate(4).locator('input[aria-invalid=true]').waitFor()
    await gate(4).getByLabel('Name').fill('review')
    await page.getByRole('button', { name: 'Create workflow' }).click()
    await toast('Saved Careful.')
    const gates = page.getByRole('list', { name: 'Gates of Careful' }).getByRole('listitem')
    await eventually(
      async () => (await gates.allInnerTexts()).map((text) => text.split('\n')[1]),
      ['Build', 'Second look', 'Test', 'Review'],
    )
  })

  step('edits a workflow without losing a concurrent change', async () => {
    await page.getByRole('button', { name: 'Actions for Careful' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('For what must not break.')
    await ada.call('workflows.update', { workflow: 'careful', description: 'For engines.' })
    await page.getByText('The workflow changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save workflow' }).click()
    // The form shows the same text before the save.
    const saved = async () => (await ada.call('workflows.get', { workflow: 'careful' })).description
    await eventually(saved, 'For what must not break.')
  })

  step('shows workflows read-only to members', async () => {
    const hers = await entrance.visit('/organization/workflows', grace)
    await hers.getByRole('list', { name: 'Gates of Careful' }).waitFor()
    assert.equal(await hers.getByRole('link', { name: 'New workflow' }).count(), 0)
    assert.equal(await hers.getByRole('button', { name: /Actions for/ }).count(), 0)
  })

  step('deletes a workflow, restores it, and fits on a phone', async () => {
    await page.getByRole('button', { name: 'Actions for Careful' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted Careful.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Careful.')
    await page.getByRole('button', { name: 'Actions for Careful' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: 'Move second-look up' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { drawFrames } from './press.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const failing = `<testsuite tests="2" failures="1">
  <testcase name="prints a zero"/><testcase name="prints a nine"><failure message="eight"/></testcase>
</testsuite>`
const passing = '<testsuite tests="1"><testcase name="prints a nine"/></testsuite>'

describe('workflows, features and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  /** The page of Grace, who is an admin at first. */
  let hers: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'admin')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    hers = await entrance.visit('/organization/workflows', grace)
  })
  after(() => entrance?.close())

  const gate = (name: string): Locator =>
    page.getByRole('list', { name: 'Gates' }).getByRole('listitem').filter({ hasText: name }).first()
  const current = (on = page): Locator => on.locator('li[aria-current=step]')
  const toast = (text: string | RegExp, on = page) =>
    on.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const addEvidence = async (kind: string) => {
    await page.getByRole('button', { name: 'Add evidence' }).click()
    await page.getByLabel('Type').selectOption({ label: kind })
  }
  const gateFields = (number: number) => hers.getByRole('group', { name: `Gate ${number}`, exact: true })

  step('shows a built-in workflow on its own page', async () => {
    await hers.getByRole('link', { name: 'Hotfix', exact: true }).click()
    await hers.waitForURL('**/organization/workflows/hotfix')
    await hers.getByText("Built-in workflows can't be changed.").waitFor()
    assert.equal(await hers.getByRole('list', { name: 'Gates of Hotfix' }).getByRole('listitem').count(), 3)
  })

  step('creates a workflow from another one, with its own gates', async () => {
    await hers.getByRole('link', { name: 'Duplicate' }).click()
    await hers.getByRole('heading', { name: 'New workflow from Hotfix' }).waitFor()
    await hers.getByLabel('Name', { exact: true }).first().fill('Careful')
    await hers.getByRole('button', { name: 'Add gate' }).click()
    await gateFields(4).getByLabel('Name').fill('Second Look')
    assert.equal(await gateFields(4).getByLabel('Name').inputValue(), 'second-look')
    await gateFields(4).getByRole('button', { name: 'Add requirement to second-look' }).click()
    await hers.getByRole('menuitem', { name: 'Approvals' }).click()
    await gateFields(4).getByLabel('Required number').fill('2')
    await gateFields(4).getByText('2 approvals by different signed-in people.').waitFor()
  })

  step('moves gates with the keyboard, which keeps the focus on them', async () => {
    await hers.getByRole('button', { name: 'Move second-look up' }).focus()
    await hers.keyboard.press('Enter')
    await hers.keyboard.press('Enter')
    assert.equal(await gateFields(2).getByLabel('Name').inputValue(), 'second-look')
  })

  step('reports a name that is already taken', async () => {
    const name = hers.getByLabel('Name', { exact: true }).first()
    await name.fill('Hotfix')
    await hers.getByRole('button', { name: 'Create workflow' }).click()
    await hers.getByRole('alert').getByText('already taken').waitFor()
    await name.fill('Careful')
  })

  step('shows errors beside their field', async () => {
    await gateFields(4).getByLabel('Name').fill('build')
    await hers.getByRole('button', { name: 'Create workflow' }).click()
    await hers.getByText('Two gates have the same name.').waitFor()
    await gateFields(4).getByLabel('Name').fill('')
    await hers.getByRole('button', { name: 'Create workflow' }).click()
    await gateFields(4).locator('input[aria-invalid=true]').waitFor()
    await gateFields(4).getByLabel('Name').fill('review')
    await hers.getByRole('button', { name: 'Create workflow' }).click()
    await toast('Saved Careful.', hers)
    const gates = hers.getByRole('list', { name: 'Gates of Careful' }).getByRole('listitem')
    await eventually(
      async () => (await gates.allInnerTexts()).map((text) => text.split('\n')[1]),
      ['Build', 'Second look', 'Test', 'Review'],
    )
  })

  step('edits a workflow without losing a concurrent change, also on a phone', async () => {
    await hers.getByRole('button', { name: 'Actions for Careful' }).click()
    await hers.getByRole('menuitem', { name: 'Edit' }).click()
    await hers.setViewportSize({ width: 360, height: 800 })
    await hers.getByRole('button', { name: 'Move second-look up' }).waitFor()
    await fitsPhone(hers)
    await hers.setViewportSize({ width: 1280, height: 800 })
    await hers.getByLabel('Description').fill('For what must not break.')
    await ada.call('workflows.update', { workflow: 'careful', description: 'For engines.' })
    await hers.getByText('The workflow changed while you were editing.').waitFor()
    await hers.getByRole('button', { name: 'Keep mine' }).click()
    await hers.getByRole('button', { name: 'Save workflow' }).click()
    // The form shows the same text before the save.
    const saved = async () => (await ada.call('workflows.get', { workflow: 'careful' })).description
    await eventually(saved, 'For what must not break.')
  })

  step('deletes a workflow and restores it', async () => {
    await hers.getByRole('button', { name: 'Actions for Careful' }).click()
    await hers.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted Careful.', hers)
    await hers.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Careful.', hers)
  })

  step('shows workflows read-only to members', async () => {
    await hers.getByRole('link', { name: 'New workflow' }).waitFor()
    await hers.getByRole('button', { name: 'Actions for Careful' }).waitFor()
    await ada.call('members.update', { member: grace.user.id, role: 'member' })
    await hers.getByRole('link', { name: 'New workflow' }).waitFor({ state: 'detached' })
    await hers.getByRole('button', { name: /Actions for/ }).waitFor({ state: 'detached' })
    await hers.getByRole('list', { name: 'Gates of Careful' }).waitFor()
  })

  step('creates a feature from the empty list with the workflow of its kind', async () => {
    page = await entrance.visit('/projects/engine/features', ada)
    await page.getByRole('heading', { name: 'No open features' }).waitFor()
    await page.getByRole('button', { name: 'New feature' }).first().click()
    await page.keyboard.type('Stop the smoke')
    await page.getByRole('dialog').getByText('Design → Build → Test').waitFor()
    await page.getByLabel('Kind', { exact: true }).selectOption('hotfix')
    await page.getByText('Build → Test → Review', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create feature' }).click()
    await page.getByRole('heading', { name: 'Stop the smoke' }).waitFor()
    await page.waitForURL('**/projects/engine/features/ENG-1')
    assert.match(await current().innerText(), /^1\s+Build/)
  })

  step('shows the missing requirements of a gate, before and after a rejected advance', async () => {
    const requirements = current().getByRole('list', { name: 'Requirements' })
    await requirements.getByText('A commit or a pull request. Missing.').waitFor()
    await requirements.getByText('Every linked task is complete or cancelled. Met.').waitFor()
    await page.getByLabel('Add task to feature').fill('Cool the boiler')
    await page.keyboard.press('Enter')
    await requirements.getByText('Still open: ENG-2').waitFor()
    await page.getByRole('button', { name: 'Advance to Test' }).click()
    const refusal = current().getByRole('status')
    await refusal.getByText("Build can't be passed yet. Missing:").waitFor()
    await refusal.getByText('Every linked task is complete or cancelled. Still open: ENG-2.').waitFor()
  })

  step('shows changes of others, and passes a gate when all requirements are met', async () => {
    await grace.call('tasks.complete', { task: 'ENG-2' })
    await page.getByText('1 of 1 closed').waitFor()
    await addEvidence('Commit')
    await page.getByLabel('Hash or URL').fill('4ad91a3')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await current().getByText('Not checked: no repository is connected to the project.').waitFor()
    await current().getByText('All requirements are met.').waitFor()
    assert.equal(await current().getByText("can't be passed yet").count(), 0, 'hides the old rejection')
    await page.getByRole('button', { name: 'Advance to Test' }).click()
    await toast('Passed Build. ENG-1 is now at Test.')
    await gate('Build').getByText('1 piece of evidence').waitFor()
  })

  step('reads a test report from a file, does not count a failed one, and removes it', async () => {
    await addEvidence('Test report')
    await page
      .getByLabel('Report file')
      .setInputFiles({ name: 'report.xml', mimeType: 'text/xml', buffer: Buffer.from(failing) })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await current().getByText("A test report was added but doesn't count because it failed.").waitFor()
    await current().getByText('1 of 2 tests failed: prints a nine.').waitFor()
    await current().getByRole('button', { name: 'Actions for Test report' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await toast('Removed Test report.')
    await current().getByText('1 of 2 tests failed').waitFor({ state: 'detached' })
  })

  step('lets an admin override a gate with a reason, and shows the reason to all', async () => {
    await page.getByRole('button', { name: 'Override gate…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Override Test for ENG-1?' })
    await dialog.getByText('A verified test report.').waitFor()
    await dialog.getByRole('button', { name: 'Override' }).click()
    await dialog.locator('textarea[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Override reason').fill('The boiler is cold already.')
    await dialog.getByRole('button', { name: 'Override' }).click()
    await toast('Passed Test. ENG-1 is now at Review.')
    await hers.goto(`${entrance.url}/projects/engine/features/ENG-1`)
    await hers.getByText('The boiler is cold already.').waitFor()
    await hers.getByText(/Missing at the time: A verified test report\./).waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Override gate…' }).count(), 0)
  })

  step('rejects a review by the author, and lets others send the feature back to a gate', async () => {
    await page.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('form', { name: 'Your review' }).getByRole('alert').waitFor()
    const form = hers.getByRole('form', { name: 'Your review' })
    await form.getByText('Request changes', { exact: true }).first().click()
    await form.getByRole('button', { name: 'Request changes' }).click()
    await form.getByText('Say what should change.').waitFor()
    await form.getByLabel('Requested changes').fill('Test it anyway.')
    await form.getByLabel('Send back to').selectOption('test')
    await form.getByRole('button', { name: 'Request changes' }).click()
    await toast('Requested changes.', hers)
    await page.getByText('Changes requested', { exact: true }).waitFor()
    assert.match(await current().innerText(), /^2\s+Test/)
    await page.getByRole('list', { name: 'Reviews' }).getByText('At Review, sent back to Test').waitFor()
  })

  step('passes all gates, and appears among finished features', async () => {
    await ada.call('evidence.add', { feature: 'ENG-1', kind: 'test_report', content: passing })
    await current().getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Advance to Review' }).click()
    await current().getByText('A person reviews the feature and approves it.').waitFor()
    await current(hers).getByText('An approval by a signed-in person.').waitFor()
    await hers.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await toast('Approved the feature.', hers)
    await current().getByText('All requirements are met.').waitFor()
    await page.getByRole('button', { name: 'Finish feature' }).click()
    await toast('Passed Review. ENG-1 is done.')
    await page.getByText('3 of 3 passed').waitFor()
    await page.getByRole('link', { name: 'Features', exact: true }).first().click()
    await page.getByLabel('Feature status').selectOption('done')
    await page
      .getByRole('row', { name: /ENG-1 Stop the smoke.*Complete ?, 3 of 3 gates passed.*Done/ })
      .waitFor()
  })

  step('shows the history of a feature, and takes comments', async () => {
    await page.getByRole('link', { name: 'Stop the smoke' }).click()
    const history = page.getByRole('region', { name: 'History' })
    for (const entry of [
      'finished ENG-1',
      'approved ENG-1 at Review',
      'added evidence for Test of ENG-1: test report, verified',
      'requested changes to ENG-1 at Review and returned it to Test',
      'overrode the gate Test of ENG-1: The boiler is cold already.',
    ])
      await history.getByText(entry).waitFor()
    await page.getByLabel('Write a comment').fill('It smokes no more.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('list', { name: 'Comments' }).getByText('It smokes no more.').waitFor()
  })

  step('deletes a feature, and restores it', async () => {
    // A menu closes on scroll, so the page scrolls to the button before the menu opens.
    await page.getByRole('button', { name: 'Actions for ENG-1' }).scrollIntoViewIfNeeded()
    await drawFrames(page)
    await page.getByRole('button', { name: 'Actions for ENG-1' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted ENG-1.')
    await page.waitForURL('**/projects/engine/features')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored ENG-1.')
    await page.getByLabel('Feature status').selectOption('done')
    await page.getByRole('link', { name: 'Stop the smoke' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('link', { name: 'Stop the smoke' }).click()
    await page.getByRole('heading', { name: 'Stop the smoke' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

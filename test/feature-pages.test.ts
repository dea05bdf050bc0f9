import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const failing = `<testsuite tests="2" failures="1">
  <testcase name="prints a zero"/><testcase name="prints a nine"><failure message="eight"/></testcase>
</testsuite>`
const passing = '<testsuite tests="1"><testcase name="prints a nine"/></testsuite>'

describe('the pages of a feature', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let colleaguePage: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    page = await entrance.visit('/projects/engine/features', ada)
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

  step('creates a feature from the empty list with the workflow of its kind', async () => {
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
    assert.equal((await ada.call('features.get', { feature: 'ENG-1' })).gate, 'test')
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
    colleaguePage = await entrance.visit('/projects/engine/features/ENG-1', grace)
    await colleaguePage.getByText('The boiler is cold already.').waitFor()
    await colleaguePage.getByText(/Missing at the time: A verified test report\./).waitFor()
    assert.equal(await colleaguePage.getByRole('button', { name: 'Override gate…' }).count(), 0)
  })

  step('rejects a review by the author, and lets others send the feature back to a gate', async () => {
    await page.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('form', { name: 'Your review' }).getByRole('alert').waitFor()
    const form = colleaguePage.getByRole('form', { name: 'Your review' })
    await form.getByText('Request changes', { exact: true }).first().click()
    await form.getByRole('button', { name: 'Request changes' }).click()
    await form.getByText('Say what should change.').waitFor()
    await form.getByLabel('Requested changes').fill('Test it anyway.')
    await form.getByLabel('Send back to').selectOption('test')
    await form.getByRole('button', { name: 'Request changes' }).click()
    await toast('Requested changes.', colleaguePage)
    await page.getByText('Changes requested', { exact: true }).waitFor()
    assert.match(await current().innerText(), /^2\s+Test/)
    await page.getByRole('list', { name: 'Reviews' }).getByText('At Review, sent back to Test').waitFor()
  })

  step('passes all gates, and appears among finished features', async () => {
    await addEvidence('Test report')
    await page.getByLabel('Report', { exact: true }).fill(passing)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await current().getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Advance to Review' }).click()
    await current().getByText('A person reviews the feature and approves it.').waitFor()
    await current(colleaguePage).getByText('An approval by a signed-in person.').waitFor()
    await colleaguePage
      .getByRole('form', { name: 'Your review' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await toast('Approved the feature.', colleaguePage)
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
    // Starts at the top of the page, because a menu closes on scroll.
    await page.reload()
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

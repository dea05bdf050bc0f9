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

describe('a feature and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let hers: Page
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
  const bring = async (kind: string) => {
    await page.getByRole('button', { name: 'Bring evidence' }).click()
    await page.getByLabel('What it is').selectOption({ label: kind })
  }

  step('is made where there is none, with the workflow that fits its kind', async () => {
    await page.getByRole('heading', { name: 'No feature is on its way' }).waitFor()
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

  step('says what is missing before it is asked to go on, and when it is refused', async () => {
    const asked = current().getByRole('list', { name: 'What this gate asks for' })
    await asked.getByText('A commit or a pull request. Missing.').waitFor()
    await asked.getByText('Every linked task is complete or cancelled. Met.').waitFor()
    await page.getByLabel('Add a task to the feature').fill('Cool the boiler')
    await page.keyboard.press('Enter')
    await asked.getByText('Still open: ENG-2').waitFor()
    await page.getByRole('button', { name: 'Advance to Test' }).click()
    const refusal = current().getByRole('status')
    await refusal.getByText('Build does not open yet. Missing is:').waitFor()
    await refusal.getByText('Every linked task is complete or cancelled. Still open: ENG-2.').waitFor()
  })

  step('hears of what others do, and passes once nothing is missing', async () => {
    await grace.call('tasks.complete', { task: 'ENG-2' })
    await page.getByText('1 of 1 finished').waitFor()
    await bring('Commit')
    await page.getByLabel('Hash or address').fill('4ad91a3')
    await page.getByRole('button', { name: 'Bring it' }).click()
    await current().getByText('Not checked: no repository is connected to the project.').waitFor()
    await current().getByText('Nothing is missing.').waitFor()
    await page.getByRole('button', { name: 'Advance to Test' }).click()
    await toast('Passed Build. ENG-1 stands at Test now.')
    await gate('Build').getByText('One piece of evidence').waitFor()
    assert.equal((await ada.call('features.get', { feature: 'ENG-1' })).gate, 'test')
  })

  step('a test report is read from a file; one that failed does not count, and is taken back', async () => {
    await bring('Test report')
    await page
      .getByLabel('File of the report')
      .setInputFiles({ name: 'report.xml', mimeType: 'text/xml', buffer: Buffer.from(failing) })
    await page.getByRole('button', { name: 'Bring it' }).click()
    await current().getByText('A test report was brought, and does not count: it failed.').waitFor()
    await current().getByText('1 of 2 tests failed: prints a nine.').waitFor()
    await current().getByRole('button', { name: 'What can be done with Test report' }).click()
    await page.getByRole('menuitem', { name: 'Take it back' }).click()
    await toast('Took Test report back.')
    await current().getByText('1 of 2 tests failed').waitFor({ state: 'detached' })
  })

  step('an admin lets it pass with a reason, which stays there for all to see', async () => {
    await page.getByRole('button', { name: 'Let it pass…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Let ENG-1 pass Test?' })
    await dialog.getByText('A verified test report.').waitFor()
    await dialog.getByRole('button', { name: 'Let it pass' }).click()
    await dialog.locator('textarea[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Why it may pass all the same').fill('The boiler is cold already.')
    await dialog.getByRole('button', { name: 'Let it pass' }).click()
    await toast('Passed Test. ENG-1 stands at Review now.')
    hers = await entrance.visit('/projects/engine/features/ENG-1', grace)
    await hers.getByText('The boiler is cold already.').waitFor()
    await hers.getByText(/Missing was: A verified test report\./).waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Let it pass…' }).count(), 0)
  })

  step('nobody reviews what they made; another sends it back to the gate they name', async () => {
    await page.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('form', { name: 'Your review' }).getByRole('alert').waitFor()
    const form = hers.getByRole('form', { name: 'Your review' })
    await form.getByText('Request changes', { exact: true }).first().click()
    await form.getByRole('button', { name: 'Request changes' }).click()
    await form.getByText('Say what should change.').waitFor()
    await form.getByLabel('What should change').fill('Test it all the same.')
    await form.getByLabel('Send it back to').selectOption('test')
    await form.getByRole('button', { name: 'Request changes' }).click()
    await toast('It goes back.', hers)
    await page.getByText('Changes requested', { exact: true }).waitFor()
    assert.match(await current().innerText(), /^2\s+Test/)
    await page.getByRole('list', { name: 'Reviews' }).getByText('At Review, sent back to Test').waitFor()
  })

  step('goes through to the end, and is found among what is done', async () => {
    await bring('Test report')
    await page.getByLabel('Report', { exact: true }).fill(passing)
    await page.getByRole('button', { name: 'Bring it' }).click()
    await current().getByText('Verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Advance to Review' }).click()
    await current().getByText('A person reviews the feature and approves it.').waitFor()
    await current(hers).getByText('An approval by a signed-in person.').waitFor()
    await hers.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await toast('Your approval is there.', hers)
    await current().getByText('Nothing is missing.').waitFor()
    await page.getByRole('button', { name: 'Finish the feature' }).click()
    await toast('Passed Review. ENG-1 is done.')
    await page.getByText('3 of 3 passed').waitFor()
    await page.getByRole('link', { name: 'Features', exact: true }).first().click()
    await page.getByLabel('Which features').selectOption('done')
    await page
      .getByRole('row', { name: /ENG-1 Stop the smoke.*Through ?, 3 of 3 gates passed.*Done/ })
      .waitFor()
  })

  step('tells its story: what was brought, judged and passed, and what was said', async () => {
    await page.getByRole('link', { name: 'Stop the smoke' }).click()
    const history = page.getByRole('region', { name: 'History' })
    for (const deed of [
      'finished ENG-1',
      'approved ENG-1 at Review',
      'brought a test report for Test of ENG-1, verified',
      'requested changes of ENG-1 at Review, back to Test',
      'let ENG-1 pass Test though something was missing: The boiler is cold already.',
    ])
      await history.getByText(deed).waitFor()
    await page.getByLabel('Write a comment').fill('It smokes no more.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('list', { name: 'Comments' }).getByText('It smokes no more.').waitFor()
  })

  step('is deleted, and comes back', async () => {
    // From its top: a menu closes when the page is scrolled.
    await page.reload()
    await page.getByRole('button', { name: 'What can be done with ENG-1' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted ENG-1.')
    await page.waitForURL('**/projects/engine/features')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('ENG-1 is back.')
    await page.getByLabel('Which features').selectOption('done')
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

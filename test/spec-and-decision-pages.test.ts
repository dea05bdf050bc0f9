import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openTab, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('specs, decisions and their pages', { skip }, () => {
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
    await ada.call('projects.create', { name: 'Web shop', key: 'WEB', visibility: 'organization' })
    await ada.call('tasks.create', { project: 'web-shop', title: 'Write the checkout' })
    page = await entrance.visit('/projects/web-shop/specs', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const text = () => page.getByLabel('Text', { exact: true })
  const opened = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const choose = async (key: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${key}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const setWidth = (width: number) => page.setViewportSize({ width, height: 800 })
  const isGone = (name: string) =>
    page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })

  step('writes a spec beside its preview, or with a switch between both on a phone', async () => {
    await page.getByRole('heading', { name: 'No specs yet' }).waitFor()
    await page.getByRole('link', { name: 'New spec' }).first().click()
    await page.getByLabel('Title').fill('Checkout without an account')
    await text().fill('## Why\n\nPeople leave. See WEB-1.\n\n- card\n- invoice\n')
    const preview = page.getByRole('region', { name: 'Preview of text' })
    await preview.getByRole('heading', { name: 'Why' }).waitFor()
    await preview.getByRole('link', { name: 'WEB-1' }).waitFor()
    await setWidth(360)
    assert.equal(await preview.isVisible(), false)
    await page.getByRole('radio', { name: 'Preview' }).check({ force: true })
    await preview.getByRole('heading', { name: 'Why' }).waitFor()
    assert.equal(await text().isVisible(), false)
    await fitsPhone(page)
    await setWidth(1280)
    await page.getByRole('button', { name: 'Create spec' }).click()
    await opened('Checkout without an account')
    await page.waitForURL('**/specs/S-1')
  })

  step('renders text safely: no HTML, no external images, and links that open in a new tab', async () => {
    await ada.call('specs.update', {
      spec: 'S-1',
      content:
        '## Why\n\nPeople leave. See WEB-1.\n\n- card\n- invoice\n\n<script>alert(1)</script>\n\n' +
        '![A plan](https://elsewhere.example/plan.png) [out](https://elsewhere.example) [bad](javascript:alert(1))\n',
      reason: 'More about the plan.',
    })
    await page.getByText('<script>alert(1)</script>').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    assert.equal(
      await page.getByRole('link', { name: 'A plan' }).getAttribute('href'),
      'https://elsewhere.example/plan.png',
    )
    const out = page.getByRole('link', { name: 'out', exact: true })
    assert.equal(await out.getAttribute('target'), '_blank')
    assert.match((await out.getAttribute('rel'))!, /noopener noreferrer/)
    assert.doesNotMatch(
      (await page.getByText('bad', { exact: true }).getAttribute('href')) ?? '',
      /javascript/,
    )
  })

  step('saves a change as a new revision with a reason, by keyboard', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().press('Control+End')
    await page.keyboard.type('Only ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('invoices')
    await page.keyboard.press('Control+b')
    // Elsewhere this shortcut opens the palette. Here it inserts a link, which can be undone like typed text.
    await page.keyboard.press('Control+k')
    assert.match(await markdownOf(text()), /Only \*\*invoices\*\*\[\]\(https:\/\/\)$/)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Control+z')
    assert.match(await markdownOf(text()), /Only \*\*invoices\*\*$/)
    await page.getByLabel('Reason for change').fill('Invoices are enough.')
    await text().press('Control+s')
    await toast('Saved revision 3 of S-1.')
    await page.locator('article strong', { hasText: 'invoices' }).waitFor()
  })

  step('asks before it discards unsaved changes', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().press('Control+End')
    await page.keyboard.type(' and more')
    await sidebar(page).getByRole('link', { name: 'Docs' }).click()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    assert.match(await markdownOf(text()), / and more$/)
  })

  step('shows both texts after a concurrent edit, and lets the user choose', async () => {
    await text().fill('What Ada wrote.')
    await grace.call('specs.update', { spec: 'S-1', content: 'What Grace wrote.', reason: 'Shorter.' })
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await conflict.getByText('The spec changed while you were editing.').waitFor()
    await conflict.getByText('What Grace wrote.').waitFor()
    await conflict.getByText('What Ada wrote.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save revision 5' }).isDisabled(), true)
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    assert.equal(await markdownOf(text()), 'What Grace wrote.')
    await text().fill('What Ada wrote.')
    await grace.call('specs.update', { spec: 'S-1', content: 'What Grace adds.', reason: 'Longer.' })
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save revision 6' }).click()
    await toast('Saved revision 6 of S-1.')
    await page.locator('article').getByText('What Ada wrote.').waitFor()
  })

  step('shows the difference between any two revisions, and restores an old one', async () => {
    await page.getByRole('link', { name: 'Compare revisions' }).click()
    const changed = page.getByRole('table', { name: 'Changes' })
    await changed.locator('[data-change=removed]', { hasText: 'What Grace adds.' }).waitFor()
    await changed.locator('[data-change=added]', { hasText: 'What Ada wrote.' }).waitFor()
    await page.getByLabel('From revision').selectOption('1')
    await page.getByLabel('To revision').selectOption('3')
    await changed.locator('[data-change=added]', { hasText: 'Only **invoices**' }).waitFor()
    await changed
      .getByRole('button', { name: /unchanged lines?/ })
      .first()
      .click()
    await changed.getByText('## Why').waitFor()
    await setWidth(360)
    await fitsPhone(page)
    await setWidth(1280)
    await page.getByRole('button', { name: 'Restore revision 3' }).click()
    await toast('Restored revision 3 of S-1 as revision 7.')
    await page.getByRole('list', { name: 'Revisions' }).getByText('Restored revision 3.').waitFor()
    await page.getByRole('link', { name: 'View revision 1' }).click()
    await page.getByText("You're viewing revision 1 of 7").waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
    await page.getByLabel('Shown revision').selectOption('7')
    await page.getByText("You're viewing revision 1 of 7").waitFor({ state: 'detached' })
  })

  step('changes the status, and links an item', async () => {
    assert.equal(await page.getByLabel('Status').getByRole('option', { name: 'Approved' }).count(), 0)
    await page.getByLabel('Status').selectOption('review')
    await toast('Changed S-1 to In review.')
    await page.getByLabel('Status').selectOption('approved')
    await toast('Changed S-1 to Approved.')
    await page.getByRole('combobox', { name: 'Link an item' }).click()
    await page.getByRole('option', { name: /Write the checkout/ }).click()
    await page.getByRole('list', { name: 'Linked items' }).getByText('WEB-1').waitFor()
    await setWidth(360)
    await fitsPhone(page)
    await setWidth(1280)
  })

  step("lists specs by status, shows other users' changes, and deletes a spec", async () => {
    await openTab(page, 'Docs', 'Specs')
    await page.getByRole('row', { name: /S-1 Checkout without an account.*Approved/ }).waitFor()
    await grace.call('specs.create', { project: 'web-shop', title: 'Search', content: 'Later.' })
    await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
    await page.getByLabel('Filter by status').selectOption('approved')
    await isGone('Search')
    await page.getByRole('link', { name: 'Checkout without an account' }).click()
    await choose('S-1', 'Delete')
    await toast('Deleted S-1.')
    await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
  })

  step('logs a decision with its reasons and alternatives', async () => {
    await openTab(page, 'Docs', 'Decisions')
    await page.getByRole('heading', { name: 'No decisions yet' }).waitFor()
    await page.getByRole('link', { name: 'Log decision' }).first().click()
    await page.getByLabel('Title').fill('Sessions are kept in the database')
    await page.getByLabel('Project').selectOption('web-shop')
    await page.getByLabel('Context', { exact: true }).fill('People are signed out **at every release**.')
    await page.getByLabel('Rationale', { exact: true }).fill('There is one already.')
    await page.getByRole('button', { name: 'Add alternative' }).click()
    await page.getByLabel('Alternative 1', { exact: true }).fill('A cache')
    await page.getByLabel('Reason against alternative 1').fill('One more thing to run.')
    await page.getByLabel('Tags').fill('Sign in')
    await page.getByRole('button', { name: 'Log decision' }).click()
    await opened('Sessions are kept in the database')
    await page.waitForURL('**/decisions/D-1')
    await page.locator('strong', { hasText: 'at every release' }).waitFor()
    await page.getByRole('list', { name: 'Alternatives' }).getByText('One more thing to run.').waitFor()
  })

  step('edits a proposed decision, and shows errors beside their fields', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Add alternative' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('fieldset .text-danger').waitFor()
    await page.getByRole('button', { name: 'Remove alternative 2' }).click()
    await page.getByLabel('Rationale', { exact: true }).fill('There is one already, and it is backed up.')
    await page.keyboard.press('Control+s')
    await toast('Saved D-1.')
    await page.getByText('There is one already, and it is backed up.').waitFor()
  })

  step('discusses a decision live, and accepts it with its consequences', async () => {
    await page.getByLabel('Add a comment').fill('Who backs it *up*?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const discussion = page.getByRole('list', { name: 'Discussion' })
    await discussion.locator('em', { hasText: 'up' }).waitFor()
    await grace.call('decisions.discuss', { decision: 'D-1', body: 'The night shift does.' })
    await discussion.getByText('The night shift does.').waitFor()
    await page.getByRole('button', { name: 'Accept…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept D-1?' })
    await dialog.getByLabel('Outcome').fill('The cookie stays as it is.')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await toast('Accepted D-1.')
    await page.getByText('The cookie stays as it is.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
  })

  step('supersedes a decision with a new one and with an existing one, and links them', async () => {
    await choose('D-1', 'Supersede…')
    await page
      .getByRole('dialog', { name: 'Supersede D-1' })
      .getByRole('link', { name: 'log a new decision' })
      .click()
    await page.getByText('This decision supersedes D-1, “Sessions are kept in the database”.').waitFor()
    await setWidth(360)
    await fitsPhone(page)
    await page.getByLabel('Title').fill('Sessions are kept in signed cookies')
    await page.getByRole('button', { name: 'Log decision' }).click()
    await opened('Sessions are kept in signed cookies')
    await fitsPhone(page)
    await setWidth(1280)
    await ada.call('decisions.log', { title: 'Sessions last a week', status: 'accepted' })
    await choose('D-2', 'Supersede…')
    const dialog = page.getByRole('dialog', { name: 'Supersede D-2' })
    await dialog.getByRole('combobox').click()
    await dialog.getByRole('option', { name: /Sessions last a week/ }).click()
    await dialog.getByRole('button', { name: 'Supersede' }).click()
    await toast('D-3 now supersedes D-2.')
    const chain = page.getByRole('list', { name: 'History' })
    await chain.getByText('D-3').waitFor()
    assert.match(
      (await chain.innerText()).replace(/\s+/g, ' '),
      /D-1 Superseded.*D-2 Superseded.*D-3 Accepted/,
    )
    await chain.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await page.getByText('Superseded by').waitFor()
  })

  step('filters decisions by status, project and tag, and deletes one', async () => {
    await openTab(page, 'Docs', 'Decisions')
    await page.getByRole('row', { name: /D-1 .*Superseded by D-2.*Web shop.*Superseded/ }).waitFor()
    await page.getByLabel('Filter by status').selectOption('accepted')
    await isGone('Sessions are kept in the database')
    await eventually(() => page.getByRole('row').count(), 2)
    await page.getByLabel('Filter by status').selectOption({ label: 'All statuses' })
    await page.getByRole('link', { name: 'sign-in' }).click()
    await isGone('Sessions last a week')
    await page.getByRole('link', { name: 'Clear the tag filter sign-in' }).click()
    await page.getByLabel('Filter by project').selectOption({ label: 'Organization-wide' })
    await isGone('Sessions are kept in the database')
    await setWidth(360)
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Sessions last a week' }).click()
    await choose('D-3', 'Delete')
    await toast('Deleted D-3.')
    entrance.checkComplaints()
  })
})

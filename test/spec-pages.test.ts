import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { openTab, sidebar } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('specs and their pages', { skip }, () => {
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

  step('writes a spec beside its preview, in the current project', async () => {
    await page.getByRole('heading', { name: 'No specs yet' }).waitFor()
    await page.getByRole('link', { name: 'New spec' }).first().click()
    await page.getByLabel('Title').fill('Checkout without an account')
    await text().fill('## Why\n\nPeople leave. See WEB-1.\n\n- card\n- invoice\n')
    const preview = page.getByRole('region', { name: 'Preview of text' })
    await preview.getByRole('heading', { name: 'Why' }).waitFor()
    await preview.getByRole('link', { name: 'WEB-1' }).waitFor()
    await page.getByRole('button', { name: 'Create spec' }).click()
    await page.getByRole('heading', { name: 'Checkout without an account', level: 1 }).waitFor()
    await page.waitForURL('**/specs/S-1')
    const { project, content } = await ada.call('specs.get', { spec: 'S-1' })
    assert.equal(project.slug, 'web-shop')
    assert.match(content, /^## Why/)
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
    assert.match((await ada.call('specs.get', { spec: 'S-1' })).content, /Only \*\*invoices\*\*$/)
  })

  step('asks before it discards unsaved changes', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().press('Control+End')
    await page.keyboard.type(' and more')
    await sidebar(page).getByRole('link', { name: 'Docs' }).click()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    assert.match(await markdownOf(text()), / and more$/)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Checkout without an account', level: 1 }).waitFor()
  })

  step('shows both texts after a concurrent edit, and lets the user choose', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text().fill('What Ada wrote.')
    await grace.call('specs.update', { spec: 'S-1', content: 'What Grace wrote.', reason: 'Shorter.' })
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await conflict.getByText('The spec changed while you were editing.').waitFor()
    await conflict.getByText('What Grace wrote.').waitFor()
    await conflict.getByText('What Ada wrote.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save revision 5' }).isDisabled(), true)
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save revision 5' }).click()
    await toast('Saved revision 5 of S-1.')
    assert.equal((await ada.call('specs.get', { spec: 'S-1' })).content, 'What Ada wrote.')
  })

  step('shows the difference between any two revisions and restores one', async () => {
    await page.getByRole('link', { name: 'Compare revisions' }).click()
    const changed = page.getByRole('table', { name: 'Changes' })
    await changed.locator('[data-change=removed]', { hasText: 'What Grace wrote.' }).waitFor()
    await changed.locator('[data-change=added]', { hasText: 'What Ada wrote.' }).waitFor()
    await page.getByLabel('From revision').selectOption('1')
    await page.getByLabel('To revision').selectOption('3')
    await changed.locator('[data-change=added]', { hasText: 'Only **invoices**' }).waitFor()
    await changed
      .getByRole('button', { name: /unchanged lines?/ })
      .first()
      .click()
    await changed.getByText('## Why').waitFor()
    await page.getByRole('button', { name: 'Restore revision 3' }).click()
    await toast('Restored revision 3 of S-1 as revision 6.')
    await page.getByRole('list', { name: 'Revisions' }).getByText('Restored revision 3.').waitFor()
  })

  step('shows an old revision as such', async () => {
    await page.getByRole('link', { name: 'View revision 1' }).click()
    await page.getByText("You're viewing revision 1 of 6").waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
    await page.getByLabel('Shown revision').selectOption('6')
    await page.getByText("You're viewing revision 1 of 6").waitFor({ state: 'detached' })
  })

  step('changes the status and shows what the spec describes', async () => {
    assert.equal(await page.getByLabel('Status').getByRole('option', { name: 'Approved' }).count(), 0)
    await page.getByLabel('Status').selectOption('review')
    await toast('Changed S-1 to In review.')
    await page.getByLabel('Status').selectOption('approved')
    await toast('Changed S-1 to Approved.')
    await page.getByRole('combobox', { name: 'Link an item' }).click()
    await page.getByRole('option', { name: /Write the checkout/ }).click()
    await page.getByRole('list', { name: 'Linked items' }).getByText('WEB-1').waitFor()
    assert.equal((await ada.call('specs.get', { spec: 'S-1' })).links[0]!.key, 'WEB-1')
    await page.getByRole('list', { name: 'Linked items' }).getByRole('link').click()
    await page.getByRole('region', { name: 'Task WEB-1' }).waitFor()
  })

  step(
    "finds a spec in the list by status, shows other users' changes, and restores a deleted one",
    async () => {
      await openTab(page, 'Docs', 'Specs')
      await page.getByRole('row', { name: /S-1 Checkout without an account.*Approved/ }).waitFor()
      await grace.call('specs.create', { project: 'web-shop', title: 'Search', content: 'Later.' })
      await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
      await page.getByLabel('Filter by status').selectOption('approved')
      await page.getByRole('link', { name: 'Search', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Checkout without an account' }).click()
      await page.getByRole('button', { name: 'Actions for S-1' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await toast('Deleted S-1.')
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await toast('Restored S-1.')
      await page.getByRole('link', { name: 'Checkout without an account' }).waitFor()
    },
  )

  step('fits on a phone, with a switch between text and preview', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Checkout without an account' }).click()
    await page.getByRole('heading', { name: 'Checkout without an account', level: 1 }).waitFor()
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const preview = page.getByRole('region', { name: 'Preview of text' })
    assert.equal(await preview.isVisible(), false)
    await page.getByRole('radio', { name: 'Preview' }).check({ force: true })
    await preview.getByRole('heading', { name: 'Why' }).waitFor()
    assert.equal(await text().isVisible(), false)
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Compare revisions' }).click()
    await page.getByLabel('From revision').selectOption('1')
    await page.getByRole('table', { name: 'Changes' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

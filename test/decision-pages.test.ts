import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openTab } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the pages of decisions', { skip }, () => {
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
    page = await entrance.visit('/decisions', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const opened = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const choose = async (key: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${key}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  step('logs a decision with its reasons and alternatives', async () => {
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
    const { status, tags, project } = await ada.call('decisions.get', { decision: 'D-1' })
    assert.deepEqual([status, tags, project?.slug], ['proposed', ['sign-in'], 'web-shop'])
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

  step('supersedes a decision with a new one, and links both', async () => {
    await choose('D-1', 'Supersede…')
    await page
      .getByRole('dialog', { name: 'Supersede D-1' })
      .getByRole('link', { name: 'log a new decision' })
      .click()
    await page.getByText('This decision supersedes D-1, “Sessions are kept in the database”.').waitFor()
    await page.getByLabel('Title').fill('Sessions are kept in signed cookies')
    await page.getByRole('button', { name: 'Log decision' }).click()
    await opened('Sessions are kept in signed cookies')
    const chain = page.getByRole('list', { name: 'History' })
    assert.match((await chain.innerText()).replace(/\s+/g, ' '), /D-1 Superseded.*D-2 Accepted/)
    await chain.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await page.getByText('Superseded by').waitFor()
    assert.equal((await ada.call('decisions.get', { decision: 'D-1' })).supersededBy?.key, 'D-2')
  })

  step('supersedes a decision with an existing one', async () => {
    await ada.call('decisions.log', { title: 'Sessions last a week', status: 'accepted' })
    await page.goto(`${entrance.url}/decisions/D-2`)
    await choose('D-2', 'Supersede…')
    const dialog = page.getByRole('dialog', { name: 'Supersede D-2' })
    await dialog.getByRole('combobox').click()
    await dialog.getByRole('option', { name: /Sessions last a week/ }).click()
    await dialog.getByRole('button', { name: 'Supersede' }).click()
    await toast('D-3 now supersedes D-2.')
    await page.getByText('Superseded by').waitFor()
  })

  step('rejects a decision, and proposes it again', async () => {
    await ada.call('decisions.log', { title: 'Everything is written anew' })
    await page.goto(`${entrance.url}/decisions/D-4`)
    await page.getByRole('button', { name: 'Reject…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject D-4?' })
    await dialog.getByLabel('Comment').fill('Not this year.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await toast('Rejected D-4.')
    await page.getByRole('list', { name: 'Discussion' }).getByText('Not this year.').waitFor()
    await choose('D-4', 'Reopen')
    await toast('Reopened D-4.')
    await page.getByRole('button', { name: 'Accept…' }).waitFor()
  })

  step('filters decisions by status, project and tag', async () => {
    await openTab(page, 'Docs', 'Decisions')
    await page.getByRole('row', { name: /D-1 .*Superseded by D-2.*Web shop.*Superseded/ }).waitFor()
    await page.getByLabel('Filter by status').selectOption('accepted')
    await page.getByRole('link', { name: 'Everything is written anew' }).waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('row').count(), 2)
    await page.getByLabel('Filter by status').selectOption({ label: 'All statuses' })
    await page.getByRole('link', { name: 'sign-in' }).click()
    await page.getByRole('link', { name: 'Everything is written anew' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Clear the tag filter sign-in' }).click()
    await page.getByLabel('Filter by project').selectOption({ label: 'Organization-wide' })
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor({ state: 'detached' })
    await page.goto(`${entrance.url}/projects/web-shop/decisions`)
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Everything is written anew' }).count(), 0)
  })

  step('deletes a decision, and restores it', async () => {
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await choose('D-1', 'Delete')
    await toast('Deleted D-1.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored D-1.')
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await opened('Sessions are kept in the database')
    await fitsPhone(page)
    await page.goto(`${entrance.url}/decisions/new`)
    await page.getByLabel('Title').waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

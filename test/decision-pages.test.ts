import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('decisions and their pages', { skip }, () => {
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
    await page.getByRole('button', { name: `What can be done with ${key}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  step('is logged with its reasons and what else was weighed', async () => {
    await page.getByRole('heading', { name: 'Nothing was decided here yet' }).waitFor()
    await page.getByRole('link', { name: 'Log a decision' }).first().click()
    await page.getByLabel('What is decided').fill('Sessions are kept in the database')
    await page.getByLabel('Project').selectOption('web-shop')
    await page.getByLabel('Context', { exact: true }).fill('People are signed out **at every release**.')
    await page.getByLabel('Why', { exact: true }).fill('There is one already.')
    await page.getByRole('button', { name: 'Add an alternative' }).click()
    await page.getByLabel('Alternative 1', { exact: true }).fill('A cache')
    await page.getByLabel('Why not alternative 1').fill('One more thing to run.')
    await page.getByLabel('Tags').fill('Sign in')
    await page.getByRole('button', { name: 'Log it' }).click()
    await opened('Sessions are kept in the database')
    await page.waitForURL('**/decisions/D-1')
    await page.locator('strong', { hasText: 'at every release' }).waitFor()
    await page
      .getByRole('list', { name: 'What else was weighed' })
      .getByText('One more thing to run.')
      .waitFor()
    const { status, tags, project } = await ada.call('decisions.get', { decision: 'D-1' })
    assert.deepEqual([status, tags, project?.slug], ['proposed', ['sign-in'], 'web-shop'])
  })

  step('what is proposed can be rewritten; what is wrong is said beside its field', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Add an alternative' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('fieldset .text-danger').waitFor()
    await page.getByRole('button', { name: 'Take alternative 2 away' }).click()
    await page.getByLabel('Why', { exact: true }).fill('There is one already, and it is backed up.')
    await page.keyboard.press('Control+s')
    await toast('Saved D-1.')
    await page.getByText('There is one already, and it is backed up.').waitFor()
  })

  step('is discussed, live, and accepted with what follows from it', async () => {
    await page.getByLabel('Say something about it').fill('Who backs it *up*?')
    await page.getByRole('button', { name: 'Say it' }).click()
    const discussion = page.getByRole('list', { name: 'Discussion' })
    await discussion.locator('em', { hasText: 'up' }).waitFor()
    await grace.call('decisions.discuss', { decision: 'D-1', body: 'The night shift does.' })
    await discussion.getByText('The night shift does.').waitFor()
    await page.getByRole('button', { name: 'Accept…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept D-1?' })
    await dialog.getByLabel('What follows from it').fill('The cookie stays as it is.')
    await dialog.getByRole('button', { name: 'Accept it' }).click()
    await toast('D-1 is accepted.')
    await page.getByText('The cookie stays as it is.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0)
  })

  step('another one holds in its place, and both know each other', async () => {
    await choose('D-1', 'Supersede it…')
    await page
      .getByRole('dialog', { name: 'Supersede D-1' })
      .getByRole('link', { name: 'log a new one' })
      .click()
    await page.getByText('It will hold in place of D-1, “Sessions are kept in the database”.').waitFor()
    await page.getByLabel('What is decided').fill('Sessions are kept in signed cookies')
    await page.getByRole('button', { name: 'Log it' }).click()
    await opened('Sessions are kept in signed cookies')
    const chain = page.getByRole('list', { name: 'One after the other' })
    assert.match((await chain.innerText()).replace(/\s+/g, ' '), /D-1 Superseded.*D-2 Accepted/)
    await chain.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await page.getByText('It no longer holds.').waitFor()
    assert.equal((await ada.call('decisions.get', { decision: 'D-1' })).supersededBy?.key, 'D-2')
  })

  step('one that is there takes its place as well', async () => {
    await ada.call('decisions.log', { title: 'Sessions last a week', status: 'accepted' })
    await page.goto(`${entrance.url}/decisions/D-2`)
    await choose('D-2', 'Supersede it…')
    const dialog = page.getByRole('dialog', { name: 'Supersede D-2' })
    await dialog.getByRole('combobox').click()
    await dialog.getByRole('option', { name: /Sessions last a week/ }).click()
    await dialog.getByRole('button', { name: 'Supersede it' }).click()
    await toast('D-3 holds in place of D-2 now.')
    await page.getByText('It no longer holds.').waitFor()
  })

  step('is rejected, and taken up again', async () => {
    await ada.call('decisions.log', { title: 'Everything is written anew' })
    await page.goto(`${entrance.url}/decisions/D-4`)
    await page.getByRole('button', { name: 'Reject…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject D-4?' })
    await dialog.getByLabel('A word to the discussion').fill('Not this year.')
    await dialog.getByRole('button', { name: 'Reject it' }).click()
    await toast('D-4 is rejected.')
    await page.getByRole('list', { name: 'Discussion' }).getByText('Not this year.').waitFor()
    await choose('D-4', 'Propose it again')
    await toast('D-4 is proposed again.')
    await page.getByRole('button', { name: 'Accept…' }).waitFor()
  })

  step('is found by status, project and tag', async () => {
    await page.getByRole('link', { name: 'Decisions', exact: true }).first().click()
    await page.getByRole('row', { name: /D-1 .*D-2 holds instead.*Web shop.*Superseded/ }).waitFor()
    await page.getByLabel('Which decisions').selectOption('accepted')
    await page.getByRole('link', { name: 'Everything is written anew' }).waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('row').count(), 2)
    await page.getByLabel('Which decisions').selectOption('all')
    await page.getByRole('link', { name: 'sign-in' }).click()
    await page.getByRole('link', { name: 'Everything is written anew' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Clear the tag filter sign-in' }).click()
    await page.getByLabel('Filter by project').selectOption({ label: 'The whole organization' })
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor({ state: 'detached' })
    await page.goto(`${entrance.url}/projects/web-shop/decisions`)
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Everything is written anew' }).count(), 0)
  })

  step('is deleted, and comes back', async () => {
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await choose('D-1', 'Delete')
    await toast('Deleted D-1.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('D-1 is back.')
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Sessions are kept in the database' }).click()
    await opened('Sessions are kept in the database')
    await fitsPhone(page)
    await page.goto(`${entrance.url}/decisions/new`)
    await page.getByLabel('What is decided').waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

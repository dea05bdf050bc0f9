import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('sessions and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let scout: Awaited<ReturnType<Person['agent']>>
  let session: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    scout = await ada.agent({ agent: 'Scout' })
    page = await entrance.visit('/sessions', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('shows sessions by day as agents start them', async () => {
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
    const { data } = await scout.call('create_session', {
      title: 'Stop the smoke',
      context: 'The smoke comes from the **boiler**.',
      goals: ['Find the leak', 'Close it'],
      project: 'engine',
    })
    session = data.id!
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByRole('link', { name: 'Stop the smoke' }).waitFor()
    await today.getByText('Active').waitFor()
    await today.getByText('0 of 2 done').waitFor()
    await page.getByLabel('Filter by status').selectOption('ended')
    await page.getByRole('heading', { name: 'No matching sessions' }).waitFor()
    await page.getByLabel('Filter by status').selectOption('active')
  })

  step('shows the context, goals and actions of a session', async () => {
    await page.getByRole('link', { name: 'Stop the smoke' }).click()
    await page.locator('strong', { hasText: 'boiler' }).waitFor()
    await page.getByLabel('Find the leak').click()
    await scout.call('create_task', { project: 'engine', title: 'Turn the valve' })
    await page.getByRole('list', { name: 'Steps', exact: true }).getByText('Turn the valve').waitFor()
    const { goals } = await ada.call('sessions.get', { session })
    assert.deepEqual(goals[0], { text: 'Find the leak', done: true })
    await scout.call('end_session', { session, as: 'checkpoint', summary: '**The leak** is found.' })
    await page.getByRole('list', { name: 'Checkpoints' }).getByText('The leak is found.').waitFor()
  })

  step('renames a session and ends it with a summary', async () => {
    await page.getByLabel('Session title').fill('Stop all the smoke')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'End…' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the session?' })
    await dialog.getByLabel('Summary').fill('No smoke is left.')
    await dialog.getByLabel('Learnings').fill('The valve turns to the left.')
    await dialog.getByRole('button', { name: 'End session' }).click()
    await toast('Ended Stop all the smoke.')
    await page.getByText('Ended', { exact: true }).first().waitFor()
    const learned = page.getByRole('list', { name: 'Learnings' })
    await learned.getByRole('link', { name: 'The valve turns to the left.' }).waitFor()
  })

  step("resumes a session and shows the agent's context", async () => {
    await page.getByRole('button', { name: 'Resume…' }).click()
    await page.getByRole('button', { name: 'Resume session' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resumed Stop all the smoke' })
    await dialog.getByRole('region', { name: 'Last checkpoint' }).getByText('No smoke is left.').waitFor()
    await dialog.getByText('Agents receive this context from resume_session').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Once', { exact: true }).waitFor()
    assert.equal((await ada.call('sessions.get', { session })).status, 'active')
  })

  step('deletes a session and restores it', async () => {
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted Stop all the smoke.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Stop all the smoke.')
    await page.getByRole('link', { name: 'Stop all the smoke' }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: 'Stop all the smoke' }).click()
    await page.getByRole('heading', { name: 'Checkpoints' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

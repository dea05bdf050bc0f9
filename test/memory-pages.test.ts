import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { openMore, openTab, sidebar } from './sidebar.ts'
import { story } from './story.ts'

describe('memory, sessions and their pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let scout: Agent
  let session: string
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    scout = await ada.agent({ agent: 'Scout' })
    page = await entrance.visit('/memory', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const panel = () => page.getByRole('region', { name: 'Memory entry' })
  const newest = () => page.getByRole('list', { name: 'Memory entries' })

  step('shows an empty memory, explains who writes to it, and stores an entry of a user', async () => {
    await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
    await page.getByRole('button', { name: 'Add entry' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add memory entry' })
    await dialog.getByLabel('Content').fill('The boiler is cold on Mondays.')
    await dialog.getByLabel('Tags').fill('boiler, monday')
    await dialog.getByRole('button', { name: 'Add entry' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Project', { exact: true }).selectOption('engine')
    await dialog.getByRole('button', { name: 'Add entry' }).click()
    await toast('Added the entry.')
    await panel().getByText('The boiler is cold on Mondays.').waitFor()
    await panel().getByText('Never', { exact: true }).waitFor()
    await panel().getByRole('button', { name: 'Close entry' }).click()
    await newest().getByText('#monday').waitFor()
  })

  step('shows the entries of an agent live, filters by kind and names the filter', async () => {
    await scout.call('store_memory', {
      content: '- **Deploys** go out after the `stand-up`.',
      scope: 'agent',
    })
    await scout.call('store_memory', {
      content: 'Ada wants short commit messages.',
      scope: 'agent',
      kind: 'preference',
    })
    await newest().getByText('Deploys go out after the stand-up.').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Kind', { exact: true }).selectOption('preference')
    await newest().getByText('Ada wants short commit messages.').waitFor()
    await newest().getByText('Deploys go out').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Filters' }).getByText('Kind: preference').click()
    await newest().getByText('Deploys go out').waitFor()
  })

  step('shows how well a result fits, and marks contradicting entries with the newer one first', async () => {
    for (const minutes of [12, 40])
      await ada.call('memories.store', {
        scope: 'project',
        project: 'engine',
        content: `The night build takes ${minutes} minutes.`,
      })
    await page.getByLabel('Search memory').fill('how long does the night build take?')
    const first = page.getByRole('list', { name: 'Search results' }).getByRole('listitem').first()
    await first.getByText('The night build takes 40 minutes.').waitFor()
    await first.getByText('Conflict', { exact: true }).waitFor()
    await first.getByText(/^\d+% similar$/).waitFor()
    await page.getByLabel('Search memory').fill('')
  })

  step('edits an entry and supersedes another, and keeps the superseded one readable', async () => {
    await newest().getByText('The boiler is cold on Mondays.').click()
    await panel().getByRole('button', { name: 'Edit' }).click()
    await panel().getByLabel('Content').fill('The boiler is cold on Mondays and Tuesdays.')
    await panel().getByLabel('Valid until').fill('2100-12-31')
    await panel().getByRole('button', { name: 'Save entry' }).click()
    await panel().getByText('The boiler is cold on Mondays and Tuesdays.').waitFor()
    await panel().getByText('Valid until').waitFor()
    await panel().getByRole('button', { name: 'Supersede' }).click()
    const dialog = page.getByRole('dialog', { name: 'Supersede entry' })
    await dialog.getByLabel('Content').fill('The boiler is never cold.')
    await dialog.getByRole('button', { name: 'Supersede' }).click()
    await panel().getByText('The boiler is never cold.').first().waitFor()
    await panel().getByRole('region', { name: 'History' }).getByText('Superseded').waitFor()
    await newest().getByText('Mondays and Tuesdays').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Include superseded').click()
    await newest().getByText('Mondays and Tuesdays').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
  })

  step('deletes an entry and restores it', async () => {
    await newest().getByText('The boiler is never cold.').click()
    await panel().getByRole('button', { name: 'Delete entry' }).click()
    await toast('Deleted “The boiler is never cold.”.')
    await newest().getByText('The boiler is never cold.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored the entry.')
    await newest().getByText('The boiler is never cold.').waitFor()
  })

  step('shows the memory of an agent on its page, and clears it only after its name is typed', async () => {
    await openTab(page, 'Agents', 'Agents')
    await page.getByRole('link', { name: /Scout/ }).click()
    await page
      .getByRole('navigation', { name: 'Pages of Scout' })
      .getByRole('link', { name: 'Memory' })
      .click()
    await newest().getByText('Ada wants short commit messages.').waitFor()
    assert.equal(await newest().getByText('The boiler is never cold.').count(), 0)
    await page.getByRole('button', { name: 'Memory actions' }).click()
    await page.getByRole('menuitem', { name: 'Clear memory…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Clear memory' })
    await dialog.getByText('Deletes 2 entries of the agent Scout permanently.').waitFor()
    await dialog.getByLabel('Type Scout to confirm').fill('Scouts')
    await dialog.getByRole('button', { name: 'Clear memory' }).click()
    await dialog.getByText('Type Scout to confirm.').waitFor()
    await dialog.getByLabel('Type Scout to confirm').fill('Scout')
    await dialog.getByRole('button', { name: 'Clear memory' }).click()
    await toast('Deleted 2 entries of Scout.')
    await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
  })

  step('shows the memory of a project on its page, and fits on a phone', async () => {
    await sidebar(page).getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Engine' }).click()
    await openMore(page, 'Engine', 'Memory')
    await newest().getByText('The boiler is never cold.').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await newest().getByText('The boiler is never cold.').click()
    await panel().getByText('Source', { exact: true }).waitFor()
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('shows sessions by day as agents start them', async () => {
    await openTab(page, 'Agents', 'Sessions')
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
    await page.getByRole('checkbox', { name: 'Find the leak', checked: true }).waitFor()
    await scout.call('create_task', { project: 'engine', title: 'Turn the valve' })
    await page.getByRole('list', { name: 'Steps', exact: true }).getByText('Turn the valve').waitFor()
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
  })

  step('fits on a phone, and deletes a session', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast('Deleted Stop all the smoke.')
    await page.getByRole('heading', { name: 'No sessions yet' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { openMore, openTab } from './sidebar.ts'
import { story } from './story.ts'

describe('memory and its pages', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('agents.create', { name: 'Scout' })
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

  step('shows an entry that an agent stores, and finds it by meaning', async () => {
    const scout = await ada.agent({ agent: 'Scout' })
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
    await page.getByLabel('Search memory').fill('when do we release?')
    const found = page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
    await found.first().getByText('Deploys go out after the stand-up.').waitFor()
    await found
      .first()
      .getByText(/similar in meaning/)
      .waitFor()
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
  })

  step('filters by kind and names the filter', async () => {
    await page.getByLabel('Search memory').fill('')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Kind', { exact: true }).selectOption('preference')
    await newest().getByText('Ada wants short commit messages.').waitFor()
    await newest().getByText('Deploys go out').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Filters' }).getByText('Kind: preference').click()
    await newest().getByText('Deploys go out').waitFor()
  })

  step('edits an entry and supersedes another, and keeps the superseded one readable', async () => {
    await newest().getByText('The boiler is cold on Mondays.').click()
    await panel().getByRole('button', { name: 'Edit' }).click()
    await panel().getByLabel('Content').fill('The boiler is cold on Mondays and Tuesdays.')
    await panel().getByLabel('Valid from').fill('2024-01-01')
    await panel().getByLabel('Valid until').fill('2023-01-01')
    await panel().getByRole('button', { name: 'Save entry' }).click()
    await panel()
      .getByText(/later than validFrom/)
      .waitFor()
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
    await page.goto(`${entrance.url}/projects/engine`)
    await openMore(page, 'Engine', 'Memory')
    await newest().getByText('The boiler is never cold.').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await newest().getByText('The boiler is never cold.').click()
    await panel().getByText('Source', { exact: true }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

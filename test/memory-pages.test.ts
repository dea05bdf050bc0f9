import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
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
  const panel = () => page.getByRole('region', { name: 'Entry of memory' })
  const newest = () => page.getByRole('list', { name: 'Memory, the newest first' })

  step('begins empty, says who writes here, and takes what a person writes', async () => {
    await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor()
    await page.getByRole('button', { name: 'Remember something' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Remember something' })
    await dialog.getByLabel('What should be remembered').fill('The boiler is cold on Mondays.')
    await dialog.getByLabel('Tags').fill('boiler, monday')
    await dialog.getByRole('button', { name: 'Remember it' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Project', { exact: true }).selectOption('engine')
    await dialog.getByRole('button', { name: 'Remember it' }).click()
    await toast('It is remembered.')
    await panel().getByText('The boiler is cold on Mondays.').waitFor()
    await panel().getByText('Until it is forgotten or superseded').waitFor()
    await panel().getByRole('button', { name: 'Close the entry' }).click()
    await newest().getByText('#monday').waitFor()
  })

  step('hears of what an agent learns, and finds it by what is meant', async () => {
    const scout = await ada.agent({ agent: 'Scout' })
    await scout.call('store_memory', { content: 'Deploys go out after the stand-up.', scope: 'agent' })
    await scout.call('store_memory', {
      content: 'Ada wants short commit messages.',
      scope: 'agent',
      kind: 'preference',
    })
    await newest().getByText('Deploys go out after the stand-up.').waitFor()
    await page.getByLabel('What do you want to know?').fill('when do we release?')
    const found = page.getByRole('list', { name: 'What comes closest' }).getByRole('listitem')
    await found.first().getByText('Deploys go out after the stand-up.').waitFor()
    await found
      .first()
      .getByText(/similar in meaning/)
      .waitFor()
  })

  step('is narrowed by kind, and says by what in words', async () => {
    await page.getByLabel('What do you want to know?').fill('')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Kind', { exact: true }).selectOption('preference')
    await newest().getByText('Ada wants short commit messages.').waitFor()
    await newest().getByText('Deploys go out').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Filters' }).getByText('Kind: preference').click()
    await newest().getByText('Deploys go out').waitFor()
  })

  step('is edited, and superseded by what holds now; what was known before stays to be read', async () => {
    await newest().getByText('The boiler is cold on Mondays.').click()
    await panel().getByRole('button', { name: 'Edit' }).click()
    await panel().getByLabel('What is remembered').fill('The boiler is cold on Mondays and Tuesdays.')
    await panel().getByRole('button', { name: 'Save entry' }).click()
    await panel().getByText('The boiler is cold on Mondays and Tuesdays.').waitFor()
    await panel().getByRole('button', { name: 'Supersede' }).click()
    const dialog = page.getByRole('dialog', { name: 'What holds now' })
    await dialog.getByLabel('What should be remembered').fill('The boiler is never cold.')
    await dialog.getByRole('button', { name: 'Supersede it' }).click()
    await panel().getByText('The boiler is never cold.').first().waitFor()
    await panel().getByRole('region', { name: 'How it changed' }).getByText('Superseded').waitFor()
    await newest().getByText('Mondays and Tuesdays').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Also what was superseded').check()
    await newest().getByText('Mondays and Tuesdays').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear all' }).click()
  })

  step('is forgotten, and remembered again', async () => {
    await newest().getByText('The boiler is never cold.').click()
    await panel().getByRole('button', { name: 'Forget it' }).click()
    await toast('Forgot “The boiler is never cold.”.')
    await newest().getByText('The boiler is never cold.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('It is remembered again.')
    await newest().getByText('The boiler is never cold.').waitFor()
  })

  step('of an agent is on its page, and cleared only by who types its name', async () => {
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('link', { name: /Scout/ }).click()
    await page
      .getByRole('navigation', { name: 'Pages of Scout' })
      .getByRole('link', { name: 'Memory' })
      .click()
    await newest().getByText('Ada wants short commit messages.').waitFor()
    assert.equal(await newest().getByText('The boiler is never cold.').count(), 0)
    await page.getByRole('button', { name: 'What can be done with memory' }).click()
    await page.getByRole('menuitem', { name: 'Clear a scope…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Clear a scope' })
    await dialog.getByText('2 entries of the agent Scout would be gone.').waitFor()
    await dialog.getByLabel('Type Scout to go on').fill('Scouts')
    await dialog.getByRole('button', { name: 'Clear the memory' }).click()
    await dialog.getByText('Type Scout to go on.').waitFor()
    await dialog.getByLabel('Type Scout to go on').fill('Scout')
    await dialog.getByRole('button', { name: 'Clear the memory' }).click()
    await toast('Cleared the memory of Scout: 2 entries gone.')
    await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor()
  })

  step('of a project is among its pages, and fits on a phone', async () => {
    await page.goto(`${entrance.url}/projects/engine`)
    await page
      .getByRole('navigation', { name: 'Pages of Engine' })
      .getByRole('link', { name: 'Memory' })
      .click()
    await newest().getByText('The boiler is never cold.').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await newest().getByText('The boiler is never cold.').click()
    await panel().getByText('Learned from').waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

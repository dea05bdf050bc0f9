import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Person, settled } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the pages of an agent', { skip }, () => {
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
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    page = await entrance.visit('/agents', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string | RegExp, on = page) =>
    on.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('creates an agent from the empty list with all of its settings', async () => {
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.getByRole('link', { name: 'New agent' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Scout')
    await page.getByLabel('Role').fill('Looks for what is broken')
    await page.getByLabel('Instructions').fill('Look **twice**.')
    await page.getByLabel('Memory scope').selectOption('project')
    await page.getByLabel('Daily call budget').fill('many')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Enter a whole number, or leave it empty.').waitFor()
    await page.getByLabel('Daily call budget').fill('40')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await toast('Created Scout. Connect it to start working.')
    await page.getByRole('heading', { name: 'Scout', exact: true }).waitFor()
    await page.getByText('0 of 40 calls').waitFor()
    await page.locator('strong', { hasText: 'twice' }).waitFor()
    const agent = await ada.call('agents.get', { agent: 'Scout' })
    assert.deepEqual([agent.memoryScope, agent.dailyBudget], ['project', 40])
  })

  step('shows the current work of an agent as it changes', async () => {
    await page.getByText('No current work.').waitFor()
    await ada.call('tasks.create', { project: 'engine', title: 'Find the leak', assignee: 'Scout' })
    await page.getByRole('list', { name: 'Current work' }).getByText('Find the leak').waitFor()
    const colleaguePage = await entrance.visit('/agents', grace)
    await colleaguePage.getByRole('row', { name: /Scout.*1.*Never/ }).waitFor()
    await colleaguePage.getByRole('link', { name: /Scout/ }).click()
    await colleaguePage.getByRole('list', { name: 'Current work' }).waitFor()
    const tabs = colleaguePage.getByRole('navigation', { name: 'Pages of Scout' })
    assert.equal(await tabs.getByRole('link', { name: 'Settings' }).count(), 0)
  })

  step('creates a token that works as the agent', async () => {
    await page.getByRole('link', { name: 'Connect', exact: true }).click()
    assert.equal(await page.getByLabel('Agent name').inputValue(), 'Scout')
    assert.equal(await page.getByLabel('Role (optional)').count(), 0, 'it keeps its role')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('list', { name: 'Your tokens' }).getByText('Scout').first().waitFor()
  })

  step('changes an agent, and publishes it at its own URL', async () => {
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('link', { name: /Scout/ }).click()
    await page
      .getByRole('navigation', { name: 'Pages of Scout' })
      .getByRole('link', { name: 'Settings' })
      .click()
    await page.getByLabel('Public URL name').fill('scout')
    await page.getByLabel('Model').fill('a small one')
    await page.getByRole('button', { name: 'Save agent' }).click()
    await toast('Saved the agent.')
    const stranger = await entrance.visit('/public/agents/scout')
    await stranger.getByRole('heading', { name: 'Scout a small one' }).waitFor()
    await stranger.getByText('Looks for what is broken').waitFor()
    const card = await (await fetch(`${entrance.url}/public/agents/scout`)).text()
    assert.match(card, /<meta property="og:title" content="Scout"/, 'other sites show a preview card')
    assert.match(card, new RegExp(`<meta property="og:image" content="${entrance.url}/preview-card.png"`))
    await stranger.goto(`${entrance.url}/public/agents/nobody`)
    await stranger.getByRole('heading', { name: "This page isn't public" }).waitFor()
  })

  step('shows the activity of an agent, and undoes a change', async () => {
    const scout = await ada.agent({ agent: 'Scout' })
    await scout.call('log_activity', { type: 'leak.found', description: 'The leak is in the boiler.' })
    await scout.call('update_task', { task: 'ENG-1', priority: 'high' })
    // The list doesn't add later events by itself.
    await settled(entrance.server.app.database)
    await page
      .getByRole('navigation', { name: 'Pages of Scout' })
      .getByRole('link', { name: 'Activity' })
      .click()
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByText('logged: The leak is in the boiler.').waitFor()
    await today.getByText('set the priority of ENG-1 to high').waitFor()
    await today.getByRole('button', { name: 'Changes' }).first().click()
    await page.getByRole('definition').filter({ hasText: 'from none → to high' }).waitFor()
    await page.getByRole('button', { name: 'Undo this change' }).first().click()
    await toast('Reverted priority of ENG-1.')
    assert.equal((await ada.call('tasks.get', { task: 'ENG-1' })).priority, 'none')
  })

  step('deletes an agent after a choice about its memory, and restores it', async () => {
    await page
      .getByRole('navigation', { name: 'Pages of Scout' })
      .getByRole('link', { name: 'Settings' })
      .click()
    await page.getByRole('button', { name: 'Delete Scout…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Scout?' })
    await dialog.getByText('What should happen to its memory?').waitFor()
    assert.equal(await dialog.getByRole('radio', { name: /Archive its memory/ }).isChecked(), true)
    await dialog.getByRole('button', { name: 'Delete agent' }).click()
    await toast('Deleted Scout.')
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Scout.')
    await page.getByRole('link', { name: /Scout/ }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.getByRole('link', { name: /Scout/ }).click()
    await page.getByRole('heading', { name: 'Instructions' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

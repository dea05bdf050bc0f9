import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Agent, type Person, settled } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { openTab } from './sidebar.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('agents, their pages and their live area', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let scout: Agent
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    page = await entrance.visit('/agents', ada)
  })
  after(async () => {
    await scout?.close()
    await entrance?.close()
  })

  const toast = (text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const tabs = (on = page) => on.getByRole('navigation', { name: 'Pages of Scout' })
  const lane = () => page.getByRole('article', { name: 'Lane of Scout' })
  const button = (name: string) => lane().getByRole('button', { name, exact: true })

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
  })

  step('shows the current work of an agent as it changes, also to other members', async () => {
    await page.getByText('No current work.').waitFor()
    await ada.call('tasks.create', {
      project: 'engine',
      title: 'Find the leak',
      assignee: 'Scout',
      status: 'todo',
    })
    await page.getByRole('list', { name: 'Current work' }).getByText('Find the leak').waitFor()
    const colleaguePage = await entrance.visit(new URL(page.url()).pathname, grace)
    await colleaguePage.getByRole('list', { name: 'Current work' }).waitFor()
    assert.equal(await tabs(colleaguePage).getByRole('link', { name: 'Settings' }).count(), 0)
    await colleaguePage.close()
  })

  step('connects an agent that exists under its name and role', async () => {
    await page.getByRole('link', { name: 'Connect', exact: true }).click()
    assert.equal(await page.getByLabel('Agent name').inputValue(), 'Scout')
    assert.equal(await page.getByLabel('Role (optional)').count(), 0, 'it keeps its role')
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('row', { name: /Scout.*1.*Never/ }).waitFor()
  })

  step('shows an agent at work with its task, its lease and its steps as they happen', async () => {
    await openTab(page, 'Agents', 'Live')
    await page.getByRole('heading', { name: 'No agents at work' }).waitFor()
    await page.getByText('Not at work (1)').waitFor()
    scout = await ada.agent({ agent: 'Scout' })
    await scout.call('create_session', { project: 'engine', title: 'Leak hunt', goals: ['Find it'] })
    await scout.call('claim_task', { task: 'ENG-1' })
    await lane().getByRole('link', { name: 'Find the leak', exact: true }).waitFor()
    await lane()
      .getByRole('img', { name: /^Lease: 1\d:\d\d left$/ })
      .waitFor()
    await lane().getByRole('list', { name: 'Steps of Scout' }).getByText('claimed ENG-1').waitFor()
    await scout.call('update_task', { task: 'ENG-404', priority: 'high' })
    await scout.call('update_task', { task: 'ENG-1', priority: 'high' })
    await lane().getByText('set the priority of ENG-1 to high').waitFor()
    await lane().getByText('1 rejected call today · last: not found').waitFor()
  })

  step('shows the question of an agent, and sends the answer', async () => {
    await scout.call('log_activity', { question: 'Is it the **boiler**?', task: 'ENG-1' })
    await lane().getByText('Scout asks').waitFor()
    await scout.call('log_activity', { question: 'Which wrench?', task: 'ENG-1' })
    await lane().getByText('Which wrench?').first().waitFor()
    await lane().getByLabel('Answer to Scout').last().fill('Yes, the boiler.')
    await lane().getByRole('button', { name: 'Answer', exact: true }).last().click()
    await toast('Sent your answer to Scout.')
  })

  step('sends a message to the agent, pauses it and resumes it', async () => {
    await button('Message').click()
    const dialog = page.getByRole('dialog', { name: 'Message Scout' })
    await dialog.getByLabel('Message', { exact: true }).fill('Close the valve first.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await toast('Sent your message to Scout.')
    await button('Pause').click()
    await lane().getByText('Paused by Ada').waitFor()
    await button('Resume').click()
    await button('Pause').waitFor()
  })

  step('shows the questions on the page of the task, and fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await lane().getByRole('link', { name: 'Find the leak', exact: true }).click()
    const strip = page.getByRole('region', { name: 'Questions of agents' })
    await strip.getByText('Yes, the boiler.').waitFor()
    await strip.getByLabel('Answer to Scout').fill('The large one.')
    await strip.getByRole('button', { name: 'Answer', exact: true }).click()
    await strip.getByText('The large one.').waitFor()
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goBack()
  })

  step('replays the steps of a session', async () => {
    await lane().getByRole('link', { name: 'Leak hunt', exact: true }).click()
    const controls = page.getByRole('group', { name: 'Replay' })
    const current = page.getByRole('list', { name: 'Steps', exact: true }).locator('[aria-current=step]')
    await controls.getByRole('slider', { name: 'Position' }).fill('1')
    await current.getByText('claimed ENG-1').waitFor()
    await controls.getByRole('button', { name: 'Next step' }).click()
    await current.getByText('set the priority of ENG-1 to high').waitFor()
    await controls.getByRole('button', { name: 'Play' }).click()
    await current.getByText('asked about ENG-1: Is it the boiler?').waitFor()
    await page.goBack()
  })

  step('takes the task over, and stops the agent after a confirmation', async () => {
    await button('Take over').click()
    await page
      .getByRole('dialog', { name: 'Take over ENG-1 from Scout?' })
      .getByRole('button', { name: 'Take over' })
      .click()
    await toast('ENG-1 is assigned to you.')
    await button('Take over').waitFor({ state: 'detached' })
    await button('Stop').click()
    await page
      .getByRole('dialog', { name: 'Stop Scout?' })
      .getByRole('button', { name: 'Stop agent' })
      .click()
    await toast('Stopped Scout.')
  })

  step('shows the activity of an agent', async () => {
    // The list doesn't add later events by itself.
    await settled(entrance.server.app.database)
    await openTab(page, 'Agents', 'Agents')
    await page.getByRole('link', { name: /Scout/ }).click()
    await tabs().getByRole('link', { name: 'Activity' }).click()
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByRole('button', { name: /^Show all/ }).click()
    await today.getByText('set the priority of ENG-1 to high').waitFor()
  })

  step('changes an agent, and publishes it at its own URL with a preview card', async () => {
    await tabs().getByRole('link', { name: 'Settings' }).click()
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await page.getByLabel('Memory scope').inputValue(), 'project')
    await fitsPhone(page)
    await page.getByLabel('Public URL name').fill('scout')
    await page.getByLabel('Model').fill('a small one')
    await page.getByRole('button', { name: 'Save agent' }).click()
    await toast('Saved the agent.')
    const card = await (await fetch(`${entrance.url}/public/agents/scout`)).text()
    assert.match(card, /<meta property="og:title" content="Scout"/, 'other sites show a preview card')
    assert.match(card, new RegExp(`<meta property="og:image" content="${entrance.url}/preview-card.png"`))
  })

  step('deletes an agent after a choice about its memory, and restores it', async () => {
    await page.getByRole('button', { name: 'Delete Scout…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Scout?' })
    await dialog.getByText('What should happen to its memory?').waitFor()
    assert.equal(await dialog.getByRole('radio', { name: /Archive its memory/ }).isChecked(), true)
    await dialog.getByRole('button', { name: 'Delete agent' }).click()
    await toast('Deleted Scout.')
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Restored Scout.')
    await fitsPhone(page)
    await page.getByRole('link', { name: /Scout/ }).click()
    await page.getByRole('heading', { name: 'Instructions' }).waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

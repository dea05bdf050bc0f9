import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('the live area of agents', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let scout: Agent
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.create', { project: 'engine', title: 'Find the leak', status: 'todo' })
    await ada.call('agents.create', { name: 'Scout' })
    page = await entrance.visit('/agents', ada)
  })
  after(async () => {
    await scout?.close()
    await entrance?.close()
  })

  const lane = () => page.getByRole('article', { name: 'Lane of Scout' })
  const button = (name: string) => lane().getByRole('button', { name, exact: true })
  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('shows an agent at work with its task, its lease and its steps as they happen', async () => {
    await page.getByRole('link', { name: 'Live', exact: true }).click()
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
    const [answer]: { answer: string }[] = (await scout.call('get_agent')).data.answers!
    assert.equal(answer?.answer, 'Yes, the boiler.')
  })

  step('sends a message to the agent, pauses it and resumes it', async () => {
    await button('Message').click()
    const dialog = page.getByRole('dialog', { name: 'Message Scout' })
    await dialog.getByLabel('Message', { exact: true }).fill('Close the valve first.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await toast('Sent your message to Scout.')
    const [message]: { body: string }[] = (await scout.call('get_agent')).data.messages!
    assert.equal(message?.body, 'Close the valve first.')
    await button('Pause').click()
    await lane().getByText('Paused by Ada').waitFor()
    assert.equal((await scout.call('list_projects')).isError, true)
    await button('Resume').click()
    await button('Pause').waitFor()
    assert.equal((await scout.call('list_projects')).isError, false)
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
  })

  step('replays the steps of a session', async () => {
    await page.goto(`${entrance.url}/agents/live`)
    await lane().getByRole('link', { name: 'Leak hunt', exact: true }).click()
    const controls = page.getByRole('group', { name: 'Replay' })
    const current = page.getByRole('list', { name: 'Steps', exact: true }).locator('[aria-current=step]')
    await controls.getByRole('slider', { name: 'Position' }).fill('1')
    await current.getByText('claimed ENG-1').waitFor()
    await controls.getByRole('button', { name: 'Next step' }).click()
    await current.getByText('set the priority of ENG-1 to high').waitFor()
    await controls.getByRole('button', { name: 'Play' }).click()
    await current.getByText('asked about ENG-1: Is it the boiler?').waitFor()
  })

  step('takes the task over, and stops the agent after a confirmation', async () => {
    await page.goBack()
    await button('Take over').click()
    await page
      .getByRole('dialog', { name: 'Take over ENG-1 from Scout?' })
      .getByRole('button', { name: 'Take over' })
      .click()
    await toast('ENG-1 is assigned to you.')
    await button('Take over').waitFor({ state: 'detached' })
    const task = await ada.call('tasks.get', { task: 'ENG-1' })
    assert.deepEqual([task.assignee?.name, task.claim], ['Ada', null])
    await button('Stop').click()
    await page
      .getByRole('dialog', { name: 'Stop Scout?' })
      .getByRole('button', { name: 'Stop agent' })
      .click()
    await toast('Stopped Scout.')
    await assert.rejects(scout.call('list_projects'))
    entrance.checkComplaints()
  })
})

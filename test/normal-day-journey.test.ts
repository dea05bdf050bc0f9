import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('a normal day of a person', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let scout: Agent
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.plan', {
      project: 'engine',
      tasks: ['Smoke in the yard', 'Wheel is loose', 'Boiler leaks'].map((title) => ({
        title,
        status: 'backlog' as const,
      })),
    })
    const gate = { name: 'check', requirements: [{ kind: 'reviews', count: 1, by: 'human' }] }
    await ada.call('workflows.create', { name: 'Checked', gates: [gate] as never })
    await ada.call('agents.create', { name: 'Scout' })
    scout = await ada.agent({ agent: 'Scout' })
    page = await entrance.visit('/', ada)
    await page.evaluate('window.neverReloaded = true')
  })
  after(async () => {
    await scout?.close()
    await entrance?.close()
  })

  const main = () => page.getByRole('main')
  const open = (area: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: area }).click()
  const needsYou = () => page.getByRole('region', { name: 'Needs you', exact: true })
  /** Calls a tool as the agent. */
  const use = async (tool: string, input: Record<string, unknown> = {}) => {
    const { isError, data } = await scout.call(tool, input)
    assert.equal(isError, false, JSON.stringify(data))
    return data
  }

  step('starts on Home, which shows the feature of an agent that waits for a review', async () => {
    await needsYou().getByText('Nothing needs you.').waitFor()
    await use('create_feature', { project: 'engine', title: 'Quiet whistle', workflow: 'checked' })
    await needsYou().getByRole('link', { name: 'Review ENG-4 Quiet whistle', exact: true }).waitFor()
  })

  step('triages the backlog by keyboard', async () => {
    await open('Projects')
    // Home has a link to the project, too.
    await main().getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    await main().getByRole('link', { name: 'Engine' }).click()
    await main().getByRole('link', { name: 'Boiler leaks' }).waitFor()
    await page.keyboard.press('j')
    await page.locator(':focus', { hasText: 'Boiler leaks' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    await page.keyboard.type('urgent')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Priority of ENG-3: Urgent' }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.type('scout')
    await page.getByRole('option', { name: 'Scout' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Assignee of ENG-3: Scout' }).waitFor()
    await page.keyboard.press('s')
    await page.keyboard.type('to do')
    await page.keyboard.press('Enter')
    await main().getByRole('list', { name: 'To do' }).getByRole('link', { name: 'Boiler leaks' }).waitFor()
  })

  step('opens the task, and sees the agent start on it and report', async () => {
    await page.locator(':focus', { hasText: 'Boiler leaks' }).press('Enter')
    await isAt(page, '/projects/engine?task=ENG-3')
    const panel = page.getByRole('region', { name: 'Task ENG-3' })
    await use('claim_task', { task: 'ENG-3' })
    await use('update_task', { task: 'ENG-3', comment: 'The seam at the **third** ring is open.' })
    await panel.getByText('The seam at the third ring is open.').first().waitFor()
    await main().getByRole('list', { name: 'In progress' }).getByRole('link').first().waitFor()
    await page.keyboard.press('Escape')
    await isAt(page, '/projects/engine')
  })

  step('approves the gate of the feature, and the agent passes it', async () => {
    await open('Home')
    await needsYou().getByRole('link', { name: 'Open review of ENG-4' }).click()
    await page.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }).click()
    await page.locator('li[aria-current=step]').getByText('All requirements are met.').waitFor()
    await use('advance_feature', { feature: 'ENG-4' })
    await page.getByText('1 of 1 passed').waitFor()
  })

  step('messages the agent and answers its question, and the agent receives both', async () => {
    await open('Agents')
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    const lane = page.getByRole('article', { name: 'Lane of Scout' })
    await lane.getByRole('button', { name: 'Message', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Message Scout' })
    await dialog.getByLabel('Message', { exact: true }).fill('Which ring is it?')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [message]: { body: string }[] = (await use('get_agent')).messages!
    assert.equal(message?.body, 'Which ring is it?')
    await open('Home')
    await use('log_activity', { question: 'Can I drain the boiler?', task: 'ENG-3' })
    await needsYou().getByLabel('Answer to Scout').fill('Yes, after five.')
    await needsYou().getByRole('button', { name: 'Answer', exact: true }).click()
    await needsYou().getByText('Nothing needs you.').waitFor()
    const [answer]: { answer: string }[] = (await use('get_agent')).answers!
    assert.equal(answer?.answer, 'Yes, after five.')
  })

  step('ends without a reload, a console error or a policy violation', async () => {
    assert.equal(await page.evaluate('window.neverReloaded'), true)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, openEntrance } from './entrance.ts'
import { notified } from './harness.ts'
import { newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { writesAnswered } from './partners/pending-writes.ts'
import { story } from './story.ts'

describe('the first day of a new person', { skip }, () => {
  const step = story()
  const client = new Client({ name: 'claude-code', version: '2.1' })
  let entrance: Entrance
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    page = await entrance.visit('/sign-up')
  })
  after(async () => {
    await client.close()
    await entrance?.close()
  })

  const main = () => page.getByRole('main')
  const sidebar = () => page.getByRole('navigation', { name: 'Main' })
  const group = (status: string) => main().getByRole('list', { name: status, exact: true })
  interface Answer {
    user: { username: string }
    task: { key: string }
  }
  /** Calls a tool as the agent. */
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    await writesAnswered()
    const { isError, content } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    assert.ok(!isError, text)
    return JSON.parse(text) as Answer
  }

  step('signs up, confirms the email address and names the organization', async () => {
    const login = { email: newAddress('ada'), password: 'a sentence is a good password' }
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, login)
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(linkIn(await mailAbout(entrance.server.mails, login.email, /Confirm/)).href)
    await page.evaluate('window.neverReloaded = true')
    await fillIn(page, login)
    await page.getByRole('link', { name: 'Set up your organization' }).click()
    await page.getByLabel('Organization name').fill('Analytical Engines')
    await page.getByLabel('Slug').fill(`engines-${randomUUID()}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Invite people' }).waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
  })

  step('connects an agent with the command on the page, and sees its first call', async () => {
    await page.getByLabel('Agent name').fill('Difference Engine')
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    const command = await page.getByLabel('Command for Claude Code').innerText()
    const [, address, token] = /(http\S+\/mcp)[^]*Bearer ([\w.-]+)/.exec(command) ?? []
    await page.getByText('Waiting for the first call').waitFor()
    const headers = { Authorization: `Bearer ${token}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(address!), { requestInit: { headers } }))
    await use('get_agent')
    await page.getByText('Connected: claude-code 2.1 made its first call.').waitFor()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('link', { name: 'Go to your projects' }).click()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  })

  step('sees the project and the plan of the agent as they are created', async () => {
    await use('create_project', { name: 'Log tables', key: 'LOG' })
    await main().getByRole('link', { name: 'Log tables' }).click()
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
    await use('create_task', {
      project: 'log-tables',
      tasks: [
        { title: 'Calculate the logarithms', ref: 'calculate', priority: 'high' },
        { title: 'Print the tables', blockedBy: ['calculate'] },
      ],
    })
    await group('To do').getByRole('link', { name: 'Print the tables' }).waitFor()
  })

  step('sees the agent claim a task, and its request for a review', async () => {
    const { user } = await use('get_agent')
    const { task } = await use('claim_task', { project: 'log-tables' })
    assert.equal(task.key, 'LOG-1')
    await group('In progress').getByRole('link', { name: 'Calculate the logarithms' }).waitFor()
    await use('update_task', {
      task: 'LOG-1',
      status: 'in_review',
      assignee: user.username,
      comment: `@${user.username} All 4,000 values are calculated. Can you check them?`,
    })
    await group('In review').getByRole('link', { name: 'Calculate the logarithms' }).waitFor()
  })

  step('reviews the work from Home, and completes it', async () => {
    await notified(entrance.server)
    await sidebar().getByRole('link', { name: 'Home' }).click()
    const needsYou = page.getByRole('region', { name: 'Needs you', exact: true })
    await needsYou.getByText('All 4,000 values are calculated.').waitFor()
    const myTasks = page.getByRole('region', { name: 'My tasks', exact: true })
    await myTasks.getByRole('link', { name: 'Calculate the logarithms' }).click()
    const panel = page.getByRole('region', { name: 'Task LOG-1' })
    await panel.getByText('Can you check them?').first().waitFor()
    await page.keyboard.press('Escape')
    await myTasks.getByLabel('Status of LOG-1').selectOption('complete')
    await myTasks.getByText('No open tasks are assigned to you.').waitFor()
  })

  step('lets the agent continue with the next task, without a reload or an error', async () => {
    const { task } = await use('claim_task', { project: 'log-tables' })
    assert.equal(task.key, 'LOG-2', 'completed work no longer blocks it')
    const agents = page.getByRole('region', { name: 'Agents now', exact: true })
    await agents.getByRole('link', { name: 'Print the tables' }).waitFor()
    assert.equal(await page.evaluate('window.neverReloaded'), true)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, openEntrance } from './entrance.ts'
import { type Agent, connectAgent } from './harness.ts'
import { newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { story } from './story.ts'

describe('the first day of a new person', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let page: Page
  let agent: Agent
  before(async () => {
    entrance = await openEntrance()
    page = await entrance.visit('/sign-up')
  })
  after(async () => {
    await agent?.close()
    await entrance?.close()
  })

  /** Calls a tool as the agent. */
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, data } = await agent.call(name, input)
    assert.equal(isError, false, JSON.stringify(data))
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
    const [, address, token] = /(http\S+)\/mcp[^]*Bearer ([\w.-]+)/.exec(command) ?? []
    await page.getByText('Waiting for the first call').waitFor()
    agent = await connectAgent(address!, token!, '', 'http')
    await use('get_agent')
    await page.getByText('Connected: test 1 made its first call.').waitFor()
  })

  step('finishes the setup, and sees the work of the agent without a reload or an error', async () => {
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('link', { name: 'Go to your projects' }).click()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await use('create_project', { name: 'Log tables', key: 'LOG' })
    await page.getByRole('main').getByRole('link', { name: 'Log tables' }).click()
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
    await use('create_task', { project: 'log-tables', title: 'Print the tables' })
    await page.getByRole('list', { name: 'To do' }).getByRole('link', { name: 'Print the tables' }).waitFor()
    assert.equal(await page.evaluate('window.neverReloaded'), true)
    entrance.checkComplaints()
  })
})

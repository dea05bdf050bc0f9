import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openEntrance } from './entrance.ts'
import { connectAgent } from './harness.ts'
import { newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { story } from './story.ts'

describe('onboarding of a new user', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let page: Page
  const [ada, grace] = [newAddress('ada'), newAddress('grace')]
  before(async () => {
    entrance = await openEntrance()
    page = await entrance.visit('/sign-up')
  })
  after(() => entrance?.close())

  step('starts after signing up and confirming the email address', async () => {
    const login = { email: ada, password: 'a sentence is a good password' }
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, login)
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(linkIn(await mailAbout(entrance.server.mails, ada, /Confirm/)).href)
    await fillIn(page, login)
    await page.getByRole('link', { name: 'Set up your organization' }).click()
    await page.getByRole('heading', { name: 'Your organization' }).waitFor()
    await isAt(page, '/onboarding')
  })

  step('names the organization and a team, and shows errors beside their field', async () => {
    await page.getByLabel('Organization name').fill('Analytical Engines')
    await page.getByLabel('Slug').fill('Not An Address')
    await page.getByLabel('First team (optional)').fill('Mill')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Lower-case letters, digits and single hyphens.').waitFor()
    await page.getByLabel('Slug').fill(`engines-${randomUUID()}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Invite people' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByText('Analytical Engines').first().waitFor()
  })

  step('invites a colleague by email', async () => {
    await page.getByLabel('Email address 1').fill(grace)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor()
    const mail = await mailAbout(entrance.server.mails, grace, /Analytical Engines/)
    assert.ok(mail)
  })

  step('can be left and continued', async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText(`Already invited: ${grace}.`).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  step('creates an agent and shows live that it connects', async () => {
    await page.getByLabel('Agent name').fill('')
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    await page.getByLabel('Agent name').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByLabel('Agent name').fill('Difference Engine')
    await page.getByLabel('Role (optional)').fill('Calculates tables')
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    await page.getByText('Waiting for the first call').waitFor()
    await page.reload()
    await page.getByText('You created a token for Difference Engine.').waitFor()
    assert.equal(await page.getByLabel('Agent name').inputValue(), 'Difference Engine')
    await page.getByRole('button', { name: 'Create token' }).click()
    const value = await page.getByLabel('Token “Difference Engine”').innerText()
    assert.match(
      await page.getByLabel('First prompt').innerText(),
      /get_agent[^]*list_projects[^]*claim_task/,
    )
    await page.getByText('Waiting for the first call').waitFor()
    const agent = await connectAgent(entrance.server.url, value, '', 'sse')
    const { data: identity } = await agent.call('get_agent', { agent: 'Difference Engine' })
    assert.deepEqual([identity.name, identity.role], ['Difference Engine', 'Calculates tables'])
    await page.getByText('Connected: test 1 made its first call.').waitFor()
    await page.getByRole('link', { name: 'Open Difference Engine' }).waitFor()
    await agent.close()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: "You're ready" }).waitFor()
    await page.getByRole('link', { name: 'Go to your projects' }).click()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  })
})

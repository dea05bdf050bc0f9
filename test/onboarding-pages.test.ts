import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, addressOf, fillIn, openEntrance } from './entrance.ts'
import { connectAgent } from './harness.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'

describe('a newcomer sets things up', { skip }, () => {
  let entrance: Entrance
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    page = await entrance.visit('/sign-up')
  })
  after(() => entrance?.close())

  it('comes to it right after signing up', async () => {
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, { email: 'ada@example.com', password: 'a sentence is a good password' })
    await page.getByRole('heading', { name: 'Your organization' }).waitFor()
    assert.equal(addressOf(page), '/onboarding')
  })

  it('names the organization and a team, and is told what is wrong beside the field', async () => {
    await page.getByLabel('What is it called?').fill('Analytical Engines')
    await page.getByLabel('Its name in addresses').fill('Not An Address')
    await page.getByLabel('A first team (optional)').fill('Mill')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Lower-case letters, digits and single hyphens.').waitFor()
    await page.getByLabel('Its name in addresses').fill('engines')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your people' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByText('Analytical Engines').first().waitFor()
  })

  it('invites somebody, who gets a mail', async () => {
    await page.getByLabel('Address 1').fill('grace@example.com')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor()
    const mail = await mailAbout(entrance.server.mails, 'grace@example.com', /Analytical Engines/)
    assert.ok(mail)
  })

  it('can be left and taken up again', async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Invited already: grace@example.com.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  it('makes a token, and sees the agent connect, live', async () => {
    await page.getByRole('button', { name: 'Make a token' }).click()
    const value = await page.getByLabel('The token “My first agent”').innerText()
    await page.getByText('Waiting for the first call').waitFor()
    const agent = await connectAgent(entrance.server.url, value, '', 'sse')
    await agent.call('list_projects')
    await page.getByText('Connected: test 1 has made its first call.').waitFor()
    await agent.close()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: 'You are ready' }).waitFor()
    await page.getByRole('link', { name: 'To your projects' }).click()
    await page.getByRole('heading', { name: 'Start with a project' }).waitFor()
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, fillIn, isAt, openEntrance, whoIs } from './entrance.ts'
import { connectAgent } from './harness.ts'
import { newAddress } from './invited.ts'
import { mailAbout } from './mail-about.ts'
import { skip } from './partners/chromium.ts'
import { linkIn } from './partners/mail.ts'
import { withRegistration } from './registration.ts'
import { story } from './story.ts'

describe('signing up, confirming the email address and onboarding', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let page: Page
  const [email, colleague] = [newAddress('ada'), newAddress('grace')]
  const password = 'a sentence is a good password'
  const confirmationFor = async (address: string) =>
    linkIn(await mailAbout(entrance.server.mails, address, /Confirm/)).href
  before(async () => {
    entrance = await openEntrance()
  })
  after(() => entrance?.close())

  step('hides the form where registration is closed, and says who can invite you', async () => {
    await withRegistration(entrance.server, { mode: 'invitation' }, async () => {
      page = await entrance.visit('/sign-up')
      await page.getByRole('heading', { name: 'Registration needs an invitation' }).waitFor()
      assert.equal(await page.getByLabel('Your name').count(), 0)
    })
    await withRegistration(entrance.server, { mode: 'closed' }, async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Registration is closed' }).waitFor()
      assert.equal(await page.getByLabel('Your name').count(), 0)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Send me a code' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
    })
  })

  step('names the email domains that can register', async () => {
    await withRegistration(entrance.server, { domains: ['example.org', 'acme.example'] }, async () => {
      await page.goto(`${entrance.url}/sign-up`)
      await page.getByText('Use an email address at example.org or acme.example.').waitFor()
    })
  })

  step('registers a new user, who can sign in before they confirm the address', async () => {
    await page.getByLabel('Your name').fill('Ada')
    await fillIn(page, { email, password })
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText(email).waitFor()
    await page.getByRole('link', { name: 'sign in' }).click()
    await fillIn(page, { email, password })
    await page.getByText(`Confirm your email address. We sent a link to ${email}.`).waitFor()
  })

  step('hides a dismissed reminder until the next visit, and sends another link', async () => {
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    assert.equal(await page.getByText('Confirm your email address').count(), 0)
    const later = await entrance.openTab(page.context(), '/projects')
    await page.close()
    page = later
    await confirmationFor(email)
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Link sent.').waitFor()
  })

  step(
    'confirms the address with the link, even if the account was read before, and updates the other tabs',
    async () => {
      const link = await confirmationFor(email)
      const context = page.context()
      const confirmed = context.waitForEvent('response', (response) =>
        response.url().endsWith('/api/auth/verify-email'),
      )
      await context.route(
        '**/api/bootstrap',
        async (route) => {
          const response = await route.fetch()
          await confirmed
          // The page may have aborted this request.
          await route.fulfill({ response }).catch(() => {})
        },
        { times: 1 },
      )
      const followed = await entrance.openTab(context, link)
      await followed.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
      await followed.getByText(email).waitFor()
      // The secret is not in the browser history.
      await isAt(followed, '/verify-email')
      await page.getByText('Confirm your email address').waitFor({ state: 'detached' })
      await followed.goto(link)
      await followed.getByText('The link you opened has expired').waitFor()
      await page.close()
      page = followed
    },
  )

  step('starts the onboarding with the names of the organization and a team', async () => {
    await page.getByRole('link', { name: 'Set up your organization' }).click()
    await page.getByRole('heading', { name: 'Your organization' }).waitFor()
    await isAt(page, '/onboarding')
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

  step('invites a colleague, and shows the invitation when the user goes back', async () => {
    await page.getByLabel('Email address 1').fill(colleague)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText(`Already invited: ${colleague}.`).waitFor()
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

  step('rejects the link of another account, and accepts it after signing in to that account', async () => {
    const { person: grace, welcome } = await entrance.server.newcomer('Grace')
    const eve = await entrance.server.register('Eve')
    const other = await entrance.visit(linkIn(welcome).href, eve)
    await other.getByRole('heading', { name: "This link doesn't work here" }).waitFor()
    await other.getByText(eve.email).waitFor()
    await other.getByRole('button', { name: 'Use another account' }).click()
    await other.getByText('Sign in to the account whose email address you want to confirm.').waitFor()
    await isAt(other, '/sign-in?to=%2Fverify-email')
    await fillIn(other, grace)
    await other.getByRole('heading', { name: 'Email address confirmed' }).waitFor()
    assert.equal(await whoIs(entrance, other), grace.email)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

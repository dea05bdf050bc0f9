import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { type Agent, type TestServer, connectAgent, runTestServer, startOwnServer } from './harness.ts'
import { openPage, sharedChromium, skip } from './partners/chromium.ts'
import { openSettings, sidebar } from './sidebar.ts'
import { story } from './story.ts'

describe('a person and an agent who work in the same dashboard', { skip }, () => {
  const step = story()
  let server: TestServer
  let context: BrowserContext
  let page: Page
  let agent: Agent
  const complaints: string[] = []

  before(async () => {
    // The server reads the built pages when it starts.
    await buildDashboard()
    server = await startOwnServer()
    context = await (await sharedChromium()).newContext()
    page = await openPage(context, complaints)
  })
  after(async () => {
    await agent?.close()
    await context?.close()
    await server?.stop()
  })

  step('registers an account, and shows errors beside their fields', async () => {
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByText('5 to go').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Must have at least 10 characters.').waitFor()
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid'), 'true')
    // The browser logs the rejected request. Any other message is a fault of the page.
    assert.equal(complaints.splice(0).filter((text) => !text.includes('400 (Bad Request)')).length, 0)
    await page.getByLabel('Password', { exact: true }).fill('a sentence is a good password')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your organization' }).waitFor()
  })

  step('skips the setup, and is reminded of it', async () => {
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('heading', { name: 'Invite people' }).waitFor()
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await page.getByText("Your setup isn't finished.").waitFor()
    await page.getByRole('button', { name: 'Not now' }).last().click()
  })

  step('creates a project', async () => {
    await page.getByRole('button', { name: 'Create your first project' }).click()
    const dialog = page.getByRole('dialog', { name: 'New project' })
    // The first field has the focus.
    await page.keyboard.type('Web shop')
    await dialog.getByLabel('Description').fill('The new storefront.')
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Web shop' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/projects/web-shop')
  })

  step('creates an agent, shows its configuration, and shows that it connects', async () => {
    await openSettings(page, 'Connect an agent')
    await page.getByLabel('Agent name').fill('Agent on this machine')
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    const value = await page.getByLabel('Token “Agent on this machine”').innerText()
    assert.match(value, /^svc_live_/)
    const url = `${server.url}/mcp`
    assert.equal(
      await page.getByLabel('Command for Claude Code').innerText(),
      `claude mcp add --transport http baton ${url} --header "Authorization: Bearer ${value}"`,
    )
    const choose = (client: string) =>
      page.getByRole('radio', { name: client, exact: true }).check({ force: true })
    await choose('Other')
    const configuration = await page.getByLabel('Configuration for MCP clients').innerText()
    assert.deepEqual(JSON.parse(configuration), {
      mcpServers: { baton: { type: 'http', url, headers: { Authorization: `Bearer ${value}` } } },
    })
    await choose('Cursor')
    const forCursor = await page.getByLabel('Configuration for Cursor').innerText()
    const headers = { Authorization: `Bearer ${value}` }
    assert.deepEqual(JSON.parse(forCursor), { mcpServers: { baton: { url, headers } } })
    const linkTo = async (name: string) =>
      (await page.getByRole('link', { name: `Add to ${name}` }).getAttribute('href'))!
    const config = new URL(await linkTo('Cursor')).searchParams.get('config')!
    assert.deepEqual(JSON.parse(atob(config)), { url, headers })
    await choose('VS Code')
    assert.ok(!(await linkTo('VS Code')).includes(value), 'VS Code asks for the token')
    await page.getByText('Waiting for the first call').waitFor()
    agent = await connectAgent(server.url, value, '', 'http')
    await agent.call('list_projects')
    await page.getByText('Connected: test 1 made its first call.').waitFor()
  })

  step('shows the task that the agent creates without a reload', async () => {
    await sidebar(page).getByRole('link', { name: 'Home' }).click()
    await sidebar(page).getByRole('link', { name: 'Web shop' }).click()
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor()
    await page.evaluate('window.neverReloaded = true')
    const created = await agent.call('create_task', { project: 'web-shop', title: 'Write the tests' })
    assert.equal(created.isError, false)
    await page.getByRole('list', { name: 'To do' }).getByRole('link', { name: 'Write the tests' }).waitFor()
    await page.getByText(/^Agent on this machine on behalf of .* created WS-1/).waitFor()
  })

  step('adds a task with Enter, and completes it with notes', async () => {
    await page.getByLabel('New task').fill('Choose a name')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Choose a name' }).click()
    const panel = page.getByRole('region', { name: 'Task WS-2' })
    await panel.getByLabel('Priority').selectOption('high')
    await panel.getByLabel('Completion notes').fill('It is called Web shop.')
    await panel.getByRole('button', { name: 'Complete' }).click()
    await page.getByRole('list', { name: 'Complete' }).getByRole('link', { name: 'Choose a name' }).waitFor()
    await page.getByText('1 of 2 done').waitFor()
    const { priority, completionNotes } = (await agent.call('get_task', { task: 'WS-2' })).data
    assert.deepEqual([priority, completionNotes], ['high', 'It is called Web shop.'])
  })

  step('deletes a task, and undoes it', async () => {
    await page.getByRole('button', { name: 'Delete WS-2' }).click()
    await page.getByText('Deleted WS-2.').waitFor()
    await page.getByRole('link', { name: 'Choose a name' }).waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await page.getByText('Restored WS-2.').waitFor()
    await page.getByRole('list', { name: 'Complete' }).getByRole('link', { name: 'Choose a name' }).waitFor()
  })

  step('creates a task from the command palette, without any script error or policy violation', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or create' }).fill('Paint the door')
    await page.getByRole('option', { name: /Create task/ }).click()
    await page.getByRole('dialog', { name: 'Create task' }).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('list', { name: 'To do' }).getByRole('link', { name: 'Paint the door' }).waitFor()
    assert.equal(await page.evaluate('window.neverReloaded'), true)
    assert.deepEqual(complaints, [])
  })

  step('resumes live updates after a server restart', async () => {
    await agent.close()
    await server.stop()
    await page.getByText('Offline. Showing the last loaded data.').waitFor()
    await page.getByRole('link', { name: 'Write the tests' }).waitFor()
    server = await runTestServer({ ...server.environment, PORT: new URL(server.url).port })
    await page.getByText('Offline. Showing the last loaded data.').waitFor({ state: 'detached' })
    agent = await connectAgent(server.url, agent.token, '', 'http')
    await agent.call('update_task', { task: 'WS-1', title: 'Write all the tests' })
    await page.getByRole('link', { name: 'Write all the tests' }).waitFor()
  })

  step('signs out', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.evaluate("localStorage.getItem('baton.token')"), null)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import { FakeMachine } from './fake-machine.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const schema = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const action = (name: string, target: string | null, title: string, mode: string, input = schema({})) => ({
  action: name,
  target,
  title,
  description: `${title}.`,
  mode,
  input,
  timeoutSeconds: 60,
})

const path = { type: 'string', title: 'Path', minLength: 1, maxLength: 1000 }
const text = { type: 'string' }
const count = { type: 'integer', title: 'Rounds', minimum: 1, maximum: 9 }
const level = { type: 'string', title: 'Level', enum: ['fast', 'full'] }

const declarationFor = (person: string) => ({
  requesters: { me: true, agents: true, people: [person] },
  actions: [
    action('get_status', null, 'Read the status', 'allow'),
    action('run_tests', 'unit', 'Run the unit tests', 'allow', schema({ rounds: count, level }, ['rounds'])),
    action(
      'write_file',
      'shop',
      'Write a file in shop',
      'ask',
      schema({ path, content: text }, ['path', 'content']),
    ),
    action('list_tools', 'sums', 'List the tools of sums', 'allow'),
    action(
      'run_tool',
      'sums',
      'Use a tool of sums',
      'allow',
      schema({ tool: text, arguments: { type: 'object' } }, ['tool']),
    ),
  ],
  servers: [{ name: 'sums', description: 'Adds numbers.', mode: 'allow', transport: 'stdio' }],
})

interface Order {
  id: string
  input: object
}

describe('the pages of machines', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let machine: FakeMachine
  let tunnel: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    page = await entrance.visit('/agents', ada)
  })
  after(async () => {
    machine?.mux.close()
    await entrance?.close()
  })

  /** Waits for the next run that the machine receives. */
  const order = async () => (await machine.next('run')).run as unknown as Order
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const actionOf = (shown: Page) => shown.getByRole('region', { name: 'Run an action' }).getByLabel('Action')
  const panel = () => region('Run')
  const topOfLog = () => page.evaluate<number>(`document.querySelector('[role=log]').scrollTop`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  step('adds a machine with a code that the machine claims, and shows when it connects', async () => {
    await page
      .getByRole('navigation', { name: 'Pages of Agents' })
      .getByRole('link', { name: 'Machines' })
      .click()
    await page.getByText('No machines yet').waitFor()
    await button('Add a machine').first().click()
    await page.getByText(`npm install -g ${entrance.url}/cli.tgz`).waitFor()
    await page.getByLabel('Name').fill('Atlas')
    await button('Get a code').click()
    await page.getByText(/The code works once and expires in \d+ s\./).waitFor()
    const command = await page.getByLabel('Run this on the machine').innerText()
    const nonce = /^baton tunnel claim (\S+)$/.exec(command)![1]!
    const facts = { hostname: 'laptop', platform: 'linux x64', version: '1.0.0' }
    const { token } = await entrance.server.anonymous('tunnels.claim', { nonce, machine: facts })
    // The dialog closes itself.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /Atlas/ })
    await row.getByText('Offline').waitFor()
    machine = await FakeMachine.connect(entrance, token, declarationFor(grace.user.username))
    await row.getByText('Online').waitFor()
    await row.getByRole('link', { name: 'Atlas' }).click()
    await region('Permissions').getByText(`You, your agents, ${grace.user.username}`).waitFor()
    await region('Permissions').getByText('Write a file: asks you first').waitFor()
    tunnel = new URL(page.url()).pathname.split('/').at(-1)!
  })

  step('shows the error of a field, then runs the action and shows its output live', async () => {
    await actionOf(page).selectOption({ label: 'Run the unit tests' })
    await page.getByText('Runs immediately').first().waitFor()
    await page.getByLabel('Rounds').fill('12')
    await button('Run').click()
    await page.getByText('Rounds must be at most 9.').waitFor()
    await page.getByLabel('Rounds').fill('2')
    await page.getByLabel('Level').selectOption('full')
    await button('Run').click()
    const { id, input } = await order()
    assert.deepEqual(input, { rounds: 2, level: 'full' })
    machine.report(id, 'running')
    await panel().getByText('Running').waitFor()
    const output = machine.openOutput(id)
    output.write(Buffer.from('\u001b[32mround 1 passed\u001b[0m\n'))
    await panel().getByRole('log').getByText('round 1 passed', { exact: true }).waitFor()
    output.write(Buffer.from('round 2 failed\n'))
    await panel().getByRole('log').getByText('round 2 failed').waitFor()
    // New output does not move a reader who has scrolled up.
    output.write(Buffer.from('more\n'.repeat(300)))
    await until(async () => (await topOfLog()) > 1000)
    await page.evaluate(`document.querySelector('[role=log]').scrollTo({ top: 10 })`)
    await button('Latest output').waitFor()
    output.write(Buffer.from('the end\n'))
    await panel().getByRole('log').getByText('the end').waitFor()
    assert.equal(await topOfLog(), 10)
    await button('Latest output').click()
    await until(async () => (await topOfLog()) > 1000)
    const reason = 'The command ended with exit code 3.'
    machine.report(id, 'failed', {
      reason,
      result: { exitCode: 3, signal: null, passed: false },
      output: 'the end\n',
      outputBytes: 1600,
    })
    await panel().getByText('Failed').waitFor()
    await panel().getByText(reason).waitFor()
    await button('Close run').click()
    await panel().waitFor({ state: 'detached' })
  })

  step('cancels a run', async () => {
    await button('Run').click()
    const { id } = await order()
    machine.report(id, 'running')
    await button('Cancel run').click()
    assert.equal((await machine.next('cancel')).run, id)
    machine.report(id, 'cancelled', { reason: 'Cancelled.' })
    await panel().getByText('Cancelled', { exact: true }).waitFor()
    await button('Close run').click()
  })

  step('shows what a request would write, and allows one and refuses another', async () => {
    const request = (file: string) => ({
      tunnel,
      action: 'write_file' as const,
      target: 'shop',
      input: { path: file, content: 'Hello from Grace' },
    })
    const ask = async (file: string) => {
      await grace.call('tunnels.execute', request(file))
      const { id } = await order()
      machine.report(id, 'asked')
      return id
    }
    const decided = (run: string, decision: string) => ({ type: 'decide', run, decision, by: ada.user.name })
    const requests = region('Requests waiting for you')
    const first = await ask('notes/plan.md')
    await requests.getByRole('heading', { name: 'Write a file: notes/plan.md in shop' }).waitFor()
    await requests.getByText('Grace', { exact: false }).first().waitFor()
    await requests.getByLabel('Content to write').getByText('Hello from Grace').waitFor()
    await requests.getByText('16 bytes').waitFor()
    await button('Allow').click()
    assert.deepEqual(await machine.next('decide'), decided(first, 'allow'))
    machine.report(first, 'running')
    machine.report(first, 'done', { result: { size: 16, sha256: 'a'.repeat(64), created: true } })
    await requests.waitFor({ state: 'detached' })
    const second = await ask('notes/secret.md')
    await button('Refuse').click()
    assert.deepEqual(await machine.next('decide'), decided(second, 'refuse'))
    machine.report(second, 'refused', { reason: 'The owner refused.' })
    await requests.waitFor({ state: 'detached' })
  })

  step('finds a run in the history and opens it', async () => {
    const runs = region('History').getByRole('table', { name: 'Runs' })
    await runs.getByText('Refused', { exact: true }).waitFor()
    await page.getByLabel('Search runs').fill('shop')
    await runs.getByText('Run tests: unit').first().waitFor({ state: 'detached' })
    await region('History').getByLabel('State').selectOption('Done')
    await runs.getByText('Refused', { exact: true }).waitFor({ state: 'detached' })
    await runs.getByRole('link', { name: 'Write a file: shop' }).click()
    await panel().getByText('Allowed by').waitFor()
    await panel().getByText('"created": true').waitFor()
    await button('Close run').click()
    await isAt(page, `/machines/${tunnel}?q=shop&state=done`)
  })

  step('lists the tools of an MCP server and tries one with a form', async () => {
    await button('List tools of sums').click()
    const listing = await order()
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'number', title: 'First' } },
      required: ['a'],
    }
    machine.report(listing.id, 'done', {
      result: { tools: [{ name: 'add', description: 'Adds numbers.', inputSchema }] },
    })
    await button('Try add').click()
    await page.getByLabel('First').fill('many')
    await button('Run tool').click()
    await page.getByText('First must be a number.').waitFor()
    await page.getByLabel('First').fill('2.5')
    await button('Run tool').click()
    const { id, input } = await order()
    assert.deepEqual(input, { tool: 'add', arguments: { a: 2.5 } })
    machine.report(id, 'done', { result: { content: [{ type: 'text', text: 'The sum is 2.5' }] } })
    await panel().getByText('The sum is 2.5').waitFor()
  })

  step('lets another user run what they can, and polls where WebSockets are blocked', async () => {
    const theirs = await entrance.visit(`/machines/${tunnel}`, grace)
    await theirs.getByText('Owner: Ada').waitFor()
    await theirs.routeWebSocket(/\/api\/tunnels\//, (socket) => socket.close())
    await actionOf(theirs).selectOption({ label: 'Write a file in shop' })
    await theirs.getByText('Asks Ada first').waitFor()
    await actionOf(theirs).selectOption({ label: 'Run the unit tests' })
    await theirs.getByLabel('Rounds').fill('1')
    await theirs.getByRole('button', { name: 'Run', exact: true }).click()
    const { id } = await order()
    machine.report(id, 'running')
    await theirs.getByText('The live connection is blocked.', { exact: false }).waitFor()
    machine.report(id, 'done', {
      result: { exitCode: 0, signal: null, passed: true },
      output: 'fine\n',
      outputBytes: 5,
    })
    await theirs.getByRole('log').getByText('fine').waitFor()
    // Only the owner sees the permissions, the runs of others and the menu.
    await theirs.getByRole('region', { name: 'Permissions' }).waitFor({ state: 'detached' })
    await theirs.getByRole('button', { name: 'Actions of Atlas' }).waitFor({ state: 'detached' })
    assert.equal(await theirs.getByRole('link', { name: 'Run tests: unit' }).count(), 1)
    await theirs.context().close()
  })

  step('fits on a phone, where a run covers the page', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await button('Close run').click()
    await fitsPhone(page)
  })

  step('renames and revokes the machine', async () => {
    await button('Actions of Atlas').click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Atlas 2')
    await button('Rename').click()
    await page.getByRole('heading', { name: 'Atlas 2' }).waitFor()
    await button('Actions of Atlas 2').click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    await page
      .getByRole('dialog')
      .getByText("The machine disconnects and can't connect again.", { exact: false })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('This machine was revoked.', { exact: false }).waitFor()
    await region('Run an action').waitFor({ state: 'detached' })
    entrance.checkComplaints()
  })
})

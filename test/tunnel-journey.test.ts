import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { MachineProcess } from './machine-process.ts'
import { skip } from './partners/chromium.ts'
import { type Step, story } from './story.ts'

/** The reference server of MCP. It is installed separately: see test/mcp-partners/package.json. */
const everything = fileURLToPath(
  new URL('mcp-partners/node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
)
const hasEverything = fs.existsSync(everything)

describe('the story of a machine that runs baton tunnel', { skip }, () => {
  const step = story()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-machine-'))
  const repository = path.join(folder, 'shop')
  let entrance: Entrance
  let ada: Person
  let page: Page
  let machine: MachineProcess
  let tunnel: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    fs.mkdirSync(repository)
    fs.writeFileSync(
      path.join(repository, 'prices.test.mjs'),
      "import test from 'node:test'\n\ntest('adds the tax', () => {})\n",
    )
    machine = new MachineProcess(path.join(folder, 'machine'), permissions(repository))
    page = await entrance.visit('/machines', ada)
  })
  after(async () => {
    await machine?.stop()
    await entrance?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  step('claims the machine with the code that the dashboard shows', async () => {
    await button('Add a machine').first().click()
    await page.getByLabel('Name').fill('Atlas')
    await button('Get a code').click()
    const command = await page.getByLabel('Run this on the machine').innerText()
    await machine.claim(entrance.url, command.split(' ').at(-1)!)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    machine.start()
    const row = page.getByRole('row', { name: /Atlas/ })
    await row.getByText('Online').waitFor()
    await row.getByRole('link', { name: 'Atlas' }).click()
    await region('Permissions').waitFor()
    tunnel = new URL(page.url()).pathname.split('/').at(-1)!
  })

  step('runs the tests of a repository after the owner allowed it, and shows their output', async () => {
    await region('Run an action').getByLabel('Action').selectOption({ label: 'Run the tests unit' })
    await button('Run').click()
    await region('Requests waiting for you').getByRole('button', { name: 'Allow' }).click()
    await region('Run').getByRole('log').getByText('adds the tax').waitFor()
    await region('Run').getByText('Done', { exact: true }).waitFor()
    await button('Close run').click()
    const runs = region('History').getByRole('table', { name: 'Runs' })
    await runs.getByText('Done', { exact: true }).waitFor()
  })

  const mcpStep: Step = hasEverything ? step : (name) => void it.skip(name)
  mcpStep('serves an MCP server of others on the machine to an MCP client', async () => {
    const { value } = await ada.call('credentials.createMcpToken', { name: 'Editor' })
    const client = new Client({ name: 'story', version: '1' })
    const url = new URL(`/mcp/tunnels/${tunnel}/everything`, entrance.server.url)
    const requestInit = { headers: { Authorization: `Bearer ${value}` } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    assert.equal(client.getServerVersion()?.name, 'mcp-servers/everything')
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'echo'))
    const { content } = await client.callTool({ name: 'echo', arguments: { message: 'from the editor' } })
    assert.deepEqual(content, [{ type: 'text', text: 'Echo: from the editor' }])
    await client.close()
    // The call is a run like every other: the owner sees it.
    const runs = region('History').getByRole('table', { name: 'Runs' })
    await runs.getByText('Use an MCP tool: everything').waitFor()
    const { items } = await ada.call('tunnels.listRuns', { tunnel, action: 'run_tool' })
    const { state, input } = await ada.call('tunnels.getRun', { tunnel, run: items[0]!.id })
    assert.deepEqual([state, input], ['done', { tool: 'echo', arguments: { message: 'from the editor' } }])
  })
})

function permissions(repository: string): string {
  return `requesters:
  me: true
folders:
  shop:
    path: ${repository}
tests:
  unit:
    folder: shop
    program: ${process.execPath}
    arguments: [--test, --test-reporter=spec]
    mode: ask
mcp-servers:
  everything:
    description: The reference server of MCP
    program: ${process.execPath}
    arguments: ['${everything}', stdio]
    mode: allow
`
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { toolList } from '../server/doors/mcp/tools/tool-registry.ts'
import { type TestServer, startTestServer } from './harness.ts'
import { type CallTool, runStory } from './mcp-story.ts'
import { missingFor } from './partners/installed.ts'

/*
 * Third-party programs as they are installed: the MCP inspector, and the bridge for clients that only start programs.
 * They have many dependencies, so they are installed separately: see test/mcp-partners/package.json.
 */
const programs = new URL('mcp-partners/node_modules/.bin/', import.meta.url).pathname
const skip = missingFor('mcp') ?? false
const tools = toolList.map(({ name }) => name)

describe('third-party MCP programs', { skip }, () => {
  let server: TestServer
  let token: string
  let home: string
  before(async () => {
    server = await startTestServer()
    await server.app.embedder.embed(['warm'])
    const ada = await server.register('Ada')
    token = (await ada.call('credentials.createMcpToken', { name: 'partners' })).value
    // The programs store their files here.
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-partners-'))
  })
  after(async () => {
    await server?.stop()
    if (home) fs.rmSync(home, { recursive: true, force: true })
  })

  const addressOf = (transport: 'sse' | 'http') => `${server.url}/mcp${transport === 'sse' ? '/sse' : ''}`
  const environment = () => ({ PATH: process.env.PATH!, HOME: home })

  for (const transport of ['sse', 'http'] as const) {
    const inspect = async (...args: string[]) => {
      const cliArgs = ['--cli', addressOf(transport), '--transport', transport, ...args]
      const { stdout } = await promisify(execFile)(
        `${programs}mcp-inspector`,
        [...cliArgs, '--header', `Authorization: Bearer ${token}`],
        { env: environment(), maxBuffer: 10_000_000 },
      )
      return JSON.parse(stdout) as { tools: { name: string }[]; structuredContent: never; isError?: boolean }
    }

    it(`passes the inspector's check of the tools over ${transport}`, async () => {
      const { tools: listed } = await inspect('--method', 'tools/list', '--strict')
      assert.deepEqual(
        listed.map(({ name }) => name),
        tools,
      )
    })

    it(`serves the whole story to the inspector over ${transport}`, async () => {
      const call: CallTool = async (tool, input) => {
        const given = Object.entries(input).flatMap(([name, value]) => [
          '--tool-arg',
          `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ])
        const result = await inspect('--method', 'tools/call', '--tool-name', tool, ...given)
        assert.notEqual(result.isError, true, JSON.stringify(result))
        return result.structuredContent
      }
      await runStory(call, `the inspector over ${transport}`)
    })

    it(`serves the list of tools and the whole story to mcp-remote over ${transport}`, async () => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(
        new StdioClientTransport({
          command: `${programs}mcp-remote`,
          args: [
            addressOf(transport),
            '--transport',
            `${transport}-only`,
            '--allow-http',
            '--silent',
            '--header',
            'Authorization:${BATON_AUTHORIZATION}',
          ],
          env: { ...environment(), BATON_AUTHORIZATION: `Bearer ${token}` },
          stderr: 'ignore',
        }),
      )
      const { tools: listed } = await client.listTools()
      assert.deepEqual(
        listed.map(({ name }) => name),
        tools,
      )
      const call: CallTool = async (tool, input) => {
        const result = await client.callTool({ name: tool, arguments: input })
        assert.notEqual(result.isError, true, JSON.stringify(result))
        return result.structuredContent as never
      }
      await runStory(call, `mcp-remote over ${transport}`)
      await client.close()
    })
  }
})

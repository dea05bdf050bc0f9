import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import type { StartOptions } from '../server/start.ts'
import { type TestServer, defaultEngine, startOwnServer } from './harness.ts'
import { type AuthProxy, startAuthProxy } from './mcp-conformance/auth-proxy.ts'
import { createFixture } from './mcp-conformance/fixture.ts'
import { missingFor } from './partners/installed.ts'

/*
 * Runs the official conformance suite against our real server with a real token. The suite is installed separately:
 * cd test/mcp-partners && npm ci
 */
const suite = new URL(
  './mcp-partners/node_modules/@modelcontextprotocol/conformance/dist/index.js',
  import.meta.url,
).pathname
const skip = missingFor('mcp') ?? false
const timeout = 300_000

describe('the MCP conformance suite', { skip, timeout }, () => {
  describe('with the fixture tools that it expects, behind our doors', () => {
    const tried = startTried({ mcp: { createServer: createFixture } })
    for (const revision of ['2025-11-25', '2026-07-28'])
      it(`finds no failure in revision ${revision}`, { timeout }, async (t) => {
        const { status, output } = await tried('--requirements', revision)
        t.diagnostic(output.split('\n').findLast((line) => /passed/.test(line)) ?? 'no total')
        assert.equal(status, 0, output)
      })
  })

  describe('with the product itself', () => {
    const tried = startTried({})
    const scenarios = {
      '2025-11-25': [
        'server-initialize',
        'ping',
        'tools-list',
        'resources-list',
        'prompts-list',
        'server-session-lifecycle',
        'dns-rebinding-protection',
      ],
      '2026-07-28': ['tools-list', 'resources-list', 'prompts-list', 'caching', 'http-header-validation'],
    }
    for (const [revision, scenario] of Object.entries(scenarios).flatMap(([revision, names]) =>
      names.map((name) => [revision, name] as const),
    ))
      it(`passes ${scenario} in revision ${revision}`, { timeout }, async () => {
        const { status, output } = await tried('--scenario', scenario, '--spec-version', revision)
        assert.equal(status, 0, output)
      })
  })
})

/** Starts a server for a suite of tests. Returns a function that runs the conformance suite against it. */
function startTried(options: StartOptions) {
  let server: TestServer
  let proxy: AuthProxy
  before(async () => {
    server = await startOwnServer(defaultEngine, {}, options)
    const ada = await server.register('Ada')
    const { value } = await ada.call('credentials.createMcpToken', { name: 'conformance' })
    proxy = await startAuthProxy(server.url, value)
  })
  after(async () => {
    await proxy.close()
    await server.stop()
  })
  return async (...args: string[]) => {
    const run = spawn(process.execPath, [suite, 'server', '--url', `${proxy.url}/mcp`, ...args])
    let output = ''
    for (const stream of [run.stdout, run.stderr])
      stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
    const status = await new Promise<number | null>((resolve) => void run.on('close', resolve))
    return { status, output }
  }
}

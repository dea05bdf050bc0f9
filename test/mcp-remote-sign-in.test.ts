import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer } from './harness.ts'
import { approve, startWithSignIn } from './mcp-oauth.ts'
import { freePort } from './partners/postgres.ts'
import { missingFor } from './partners/installed.ts'

const program = new URL('mcp-partners/node_modules/.bin/mcp-remote', import.meta.url).pathname
const skip = missingFor('mcp') ?? false

/** The bridge that lets clients that only speak stdio reach a remote server. It discovers how to sign in. */
describe('mcp-remote', { skip }, () => {
  let server: TestServer
  let ada: Person
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-mcp-remote-'))
  before(async () => {
    server = await startWithSignIn()
    ada = await server.register('Ada')
  })
  after(async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('signs in automatically and passes on the list of tools', async () => {
    const port = String(await freePort())
    const run = spawn(
      process.execPath,
      [program, `${server.app.config.APP_URL}/mcp`, port, '--transport', 'http-only', '--allow-http'],
      {
        env: { ...process.env, NO_PROXY: '*', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
      },
    )
    let output = ''
    let approved = false
    run.stderr.on('data', (part: Buffer) => {
      output += part.toString()
      const [authorizationUrl] = /\S+\/oauth\/mcp\/authorize\?\S+(?=\s)/.exec(output) ?? []
      if (!authorizationUrl || approved) return
      approved = true
      approve(server, ada, authorizationUrl).catch((error: Error) => (output += error.stack))
    })
    const lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]()
    const send = (message: object) => run.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const nextMessage = async () => JSON.parse((await lines.next()).value ?? output) as { result: Listed }
    const clientInfo = { name: 'test', version: '1' }
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    })
    assert.equal((await nextMessage()).result.serverInfo?.name, 'baton')
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/list' })
    assert.ok((await nextMessage()).result.tools!.length > 30)
    run.kill()
    await new Promise((resolve) => run.once('close', resolve))
    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.match(token!.name, /MCP/)
  })

  interface Listed {
    serverInfo?: { name: string }
    tools?: object[]
  }
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer } from './harness.ts'
import { approve, registerClient, startWithSignIn } from './mcp-oauth.ts'
import { freePort } from './partners/postgres.ts'
import { missingFor } from './partners/installed.ts'

const suite = new URL(
  'mcp-partners/node_modules/@modelcontextprotocol/conformance/dist/index.js',
  import.meta.url,
).pathname
const skip = missingFor('mcp') ?? false

/** Runs the protocol authors' own suite against our authorization server. */
describe('the authorization server', { skip }, () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startWithSignIn()
    ada = await server.register('Ada')
  })
  after(() => server.stop())

  it('passes both conformance scenarios, with a user who approves the suite', async () => {
    const { APP_URL } = server.app.config
    const port = String(await freePort())
    const { body } = await registerClient(server, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
    const run = spawn(
      process.execPath,
      [
        suite,
        'authorization',
        '--url',
        APP_URL,
        '--resource',
        `${APP_URL}/mcp`,
        '--client-id',
        body.client_id!,
        '--port',
        port,
      ],
      { env: { ...process.env, NO_PROXY: '*' } },
    )
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve))
    let output = ''
    run.stderr.on('data', (part: Buffer) => (output += part.toString()))
    let approved = false
    for await (const part of run.stdout as AsyncIterable<Buffer>) {
      output += part.toString()
      const [authorizationUrl] = /\S+\/oauth\/mcp\/authorize\?\S+(?=\s)/.exec(output) ?? []
      if (!authorizationUrl || approved || !output.includes('Callback server started')) continue
      approved = true
      await approve(server, ada, authorizationUrl)
    }
    assert.equal(await ended, 0, output)
    assert.ok(approved, output)
    assert.doesNotMatch(output, /✗|\bfailed: [1-9]/i)
  })
})

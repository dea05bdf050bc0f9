import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, runTestServer, withoutPostgres } from '../../../../test/harness.ts'
import {
  startSignIn,
  exchange,
  inBrowser,
  listTools,
  refresh,
  startWithSignIn,
} from '../../../../test/mcp-oauth.ts'
import { createBrowser } from '../../../../test/partners/walking-browser.ts'

describe('MCP client sign-in across nodes', { skip: withoutPostgres }, () => {
  let first: TestServer
  let second: TestServer
  let ada: Person
  before(async () => {
    first = await startWithSignIn('pgsql')
    second = await runTestServer({ ...first.environment, PORT: '0' })
    ada = await first.register('Ada')
  })
  after(async () => {
    await second?.stop()
    await first?.stop()
  })

  it('starts at one node, is allowed at another, and works at both until revoked', async () => {
    const attempt = await startSignIn(first)
    const jar = new Map<string, Map<string, string>>()
    const [one, other] = [createBrowser(first, jar), createBrowser(second, jar)]
    const page = (await one.fetch(attempt.address.href)).headers.get('location')!
    const request = page.split('/').at(-1)!
    const { location, mcpToken } = await inBrowser(
      second,
      { browser: other },
      ada,
    )('mcpSignIn.allow', { request })
    const back = new URL((await one.fetch(location)).headers.get('location')!).searchParams
    const { body } = await exchange(second, attempt, back.get('code')!)
    for (const node of [first, second]) assert.equal((await listTools(node, body.access_token!)).status, 200)
    const next = await refresh(first, attempt.client, body.refresh_token!)
    assert.equal(next.status, 200)
    const stream = await fetch(`${second.url}/mcp/sse`, {
      headers: { Authorization: `Bearer ${next.body.access_token}` },
    })
    await ada.call('credentials.revokeMcpToken', { mcpToken })
    for await (const _ of stream.body!);
    for (const node of [first, second])
      assert.equal((await listTools(node, next.body.access_token!)).status, 401)
    const rejected = await refresh(second, attempt.client, next.body.refresh_token!)
    assert.equal(rejected.body.error, 'invalid_grant')
  })
})

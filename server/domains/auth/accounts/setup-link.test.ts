import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, startOwnServer } from '../../../../test/harness.ts'
import { type RawResponse, sendTo } from '../../../../test/raw-http.ts'
import { sql } from '../../../database/sql.ts'
import { setupLink } from './registration.ts'

describe('an instance without an administrator', () => {
  let server: TestServer
  before(async () => {
    server = await startOwnServer(undefined, { ALLOWED_HOSTS: 'baton.internal' })
  })
  after(() => server.stop())

  const register = (headers: Record<string, string>, more: object = {}): Promise<RawResponse> => {
    const password = 'a password no one has guessed'
    const email = `${randomUUID()}@example.com`
    return sendTo(server.url, 'POST', '/api/auth/register', headers, {
      name: 'Ada',
      email,
      password,
      ...more,
    })
  }
  const outcome = ({ status, body }: RawResponse) => [
    status,
    body.code ?? (body.user as { role: string }).role,
  ]
  const fromElsewhere = { 'X-Forwarded-For': '203.0.113.7' }
  const secretOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('setup')!

  it('rejects registrations from another origin or host name', async () => {
    const host = 'rebound.example:3000'
    const rebound = { Host: host, Origin: `http://${host}` }
    assert.deepEqual(outcome(await register(rebound)), [403, 'host_refused'])
    assert.deepEqual(outcome(await register({ Origin: 'https://evil.example' })), [403, 'origin_refused'])
    assert.deepEqual(outcome(await register({ Origin: 'null' })), [403, 'origin_refused'])
  })

  it('requires the setup link for the first account from another machine', async () => {
    const elsewhere = [fromElsewhere, { Forwarded: 'for=203.0.113.7' }, { Host: 'baton.internal' }]
    for (const headers of elsewhere as Record<string, string>[]) {
      assert.deepEqual(outcome(await register(headers)), [403, 'setup_link_needed'])
      assert.deepEqual(outcome(await register(headers, { setup: 'guess' })), [403, 'setup_link_needed'])
      const { body } = await sendTo(server.url, 'GET', '/api/auth/options', headers)
      assert.equal(body.setupLinkNeeded, true)
    }
    const options = async () => {
      const { setupLinkNeeded, empty } = await server.anonymous('accounts.getSignInOptions', {})
      return { setupLinkNeeded, empty }
    }
    assert.deepEqual(await options(), { setupLinkNeeded: false, empty: true })

    const setup = secretOf(server.setupLink!)
    assert.equal(new URL(server.setupLink!).pathname, '/sign-up')
    assert.deepEqual(outcome(await register(fromElsewhere, { setup })), [201, 'admin'])
    assert.deepEqual(outcome(await register(fromElsewhere, { setup })), [201, 'user'])
    assert.deepEqual(await options(), { setupLinkNeeded: false, empty: false })
  })

  it('creates a new link after all accounts are erased', async () => {
    const own = await startOwnServer()
    try {
      const before = await setupLink(own.app)
      await own.register('Ada')
      assert.equal(await setupLink(own.app), null)
      await own.app.database.run(sql`update users set erased_at = now()`)
      const now = await setupLink(own.app)
      assert.ok(now && now !== before)
    } finally {
      await own.stop()
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  defaultEngine,
  oneEngine,
  startOwnServer,
  startTestServer,
} from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import { checksum, randomSecret } from '../../../platform/ids.ts'
import { looksLikeCredential } from './credential-value.ts'

for (const engine of oneEngine) {
  describe(`API keys and MCP tokens, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('accepts an API key on the web API until it is revoked', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'ci' })
      assert.match(key.value, /^svc_live_[0-9A-Za-z]{49}$/)
      const program = server.client(key.value)
      assert.equal((await program('accounts.getMe', {})).credential.kind, 'api_key')
      const { items } = await ada.call('credentials.listApiKeys', {})
      assert.deepEqual(
        items.map(({ id }) => id),
        [key.id],
      )
      assert.ok(!JSON.stringify(items).includes(key.value), 'the list does not contain the value')
      await ada.call('credentials.revokeApiKey', { apiKey: key.id })
      await assert.rejects(program('accounts.getMe', {}), { status: 401, code: 'invalid_credential' })
      assert.deepEqual((await ada.call('credentials.listApiKeys', {})).items, [])
    })

    it('rejects creating or revoking keys with a leaked key', async () => {
      const key = await ada.call('credentials.createApiKey', {
        name: 'leaked',
        scopes: ['read', 'write', 'admin'],
      })
      const thief = server.client(key.value)
      const rejection = { status: 403, code: 'session_needed' }
      await assert.rejects(thief('credentials.createApiKey', { name: 'more' }), rejection)
      await assert.rejects(thief('credentials.createMcpToken', { name: 'more' }), rejection)
      await assert.rejects(thief('credentials.revokeApiKey', { apiKey: key.id }), rejection)
      await assert.rejects(thief('credentials.listMcpTokens', {}), rejection)
    })

    it('does not replay a secret to a leaked key with the same idempotency key', async () => {
      const [input, idempotencyKey] = [{ name: 'shown once' }, 'a-key-that-can-be-guessed']
      const created = await ada.call('credentials.createApiKey', input, { idempotencyKey })
      assert.deepEqual(await ada.call('credentials.createApiKey', input, { idempotencyKey }), created)
      const thief = server.client(created.value)
      const repeated = thief('credentials.createApiKey', input, { idempotencyKey })
      await assert.rejects(repeated, { status: 403, code: 'session_needed' })
    })

    it('rejects each kind of credential at the other door', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'web' })
      const token = await ada.call('credentials.createMcpToken', { name: 'agent' })
      await assert.rejects(server.client(token.value)('accounts.getMe', {}), {
        code: 'wrong_credential_kind',
      })
      await assert.rejects(connectAgent(server.url, key.value, key.id, 'http'))
      await assert.rejects(connectAgent(server.url, ada.token, key.id, 'http'))
    })

    it('rejects writes with a read-only token', async () => {
      const project = await ada.call('projects.create', { name: 'Read me' })
      const agent = await ada.agent({ scopes: ['read'] })
      assert.equal((await agent.call('get_project', { project: project.slug })).isError, false)
      const rejected = await agent.call('create_task', { project: project.slug, title: 'No' })
      assert.equal(rejected.data.code, 'scope_missing')
      await agent.close()
    })

    it('expires keys and tokens after 90 days unless another lifetime is chosen', async () => {
      for (const create of ['credentials.createApiKey', 'credentials.createMcpToken'] as const) {
        const daysOf = async (expiry: { expiresIn?: '7d' | '30d' | '365d' | 'never' }) => {
          const { expiresAt } = await ada.call(create, { name: 'x', ...expiry })
          return expiresAt && Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)
        }
        assert.equal(await daysOf({}), 90)
        assert.equal(await daysOf({ expiresIn: '7d' }), 7)
        assert.equal(await daysOf({ expiresIn: '30d' }), 30)
        assert.equal(await daysOf({ expiresIn: '365d' }), 365)
        assert.equal(await daysOf({ expiresIn: 'never' }), null)
      }
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      const both = ada.call('credentials.createApiKey', { name: 'x', expiresIn: '7d', expiresAt })
      await assert.rejects(both, {
        code: 'invalid_input',
        errors: [{ path: 'expiresIn', message: 'Pass expiresIn or expiresAt, not both.' }],
      })
    })

    it('requires a recent sign-in to create keys and tokens', async () => {
      const late = await server.register('Late')
      await server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${late.user.id}`,
      )
      const again = { status: 403, code: 'sign_in_again' }
      await assert.rejects(late.call('credentials.createApiKey', { name: 'x' }), again)
      await assert.rejects(late.call('credentials.createMcpToken', { name: 'x' }), again)
      await assert.rejects(late.call('onboarding.advance', { token: { name: 'x' } }), again)
      assert.deepEqual((await late.call('credentials.listApiKeys', {})).items, [])
    })

    it('rejects an expired key', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      const key = await ada.call('credentials.createApiKey', { name: 'old', expiresAt })
      assert.equal(key.expiresAt, expiresAt)
      const program = server.client(key.value)
      await program('accounts.getMe', {})
      await server.app.database.run(
        sql`update credentials set expires_at = now() - interval '1 second' where id = ${key.id}`,
      )
      await assert.rejects(program('accounts.getMe', {}), { code: 'invalid_credential' })
    })

    it('rejects an expiry in the past', async () => {
      const expiresAt = new Date(Date.now() - 1000).toISOString()
      await assert.rejects(ada.call('credentials.createApiKey', { name: 'late', expiresAt }), {
        errors: [{ path: 'expiresAt', message: 'This time has passed. Choose a later one.' }],
      })
    })

    it('limits a user to 100 keys and tokens per organization, even with concurrent requests', async () => {
      const bob = await server.register('Bob')
      await server.app.database.run(
        sql`insert into credentials (id, kind, hash, hint, name, user_id, organization_id, scopes, revoked_at, expires_at)
         select gen_random_uuid(), 'api_key', n::text::bytea, '', 'many', ${bob.user.id}, ${bob.organization.id}, '{read}',
                case when n > 98 and n < 150 then now() end,
                case when n >= 150 then now() - interval '1 day' end
           from generate_series(1, 200) n`,
      )
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, (_, n) =>
          n % 2
            ? bob.call('credentials.createApiKey', { name: 'one more', expiresIn: 'never' })
            : bob.call('credentials.createMcpToken', { name: 'one more', expiresIn: 'never' }),
        ),
      )
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
      const rejected = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      const { status, code } = rejected.reason as { status: number; code: string }
      assert.deepEqual([status, code], [422, 'too_many'])
      const { items } = await bob.call('credentials.listApiKeys', {})
      assert.ok(
        items.slice(0, 98).every(({ expiresAt }) => expiresAt === null),
        'valid keys come first',
      )
      await bob.call('credentials.revokeApiKey', { apiKey: items[0]!.id })
      await bob.call('credentials.createApiKey', { name: 'replacement' })
    })

    it('rejects revoking a token of another user with 404', async () => {
      const token = await ada.call('credentials.createMcpToken', { name: 'mine' })
      const bob = await server.register('Bob')
      await assert.rejects(bob.call('credentials.revokeMcpToken', { mcpToken: token.id }), { status: 404 })
      assert.ok((await ada.call('credentials.listMcpTokens', {})).items.some(({ id }) => id === token.id))
    })

    it('ends a stream as soon as its token is revoked', async () => {
      const token = await ada.call('credentials.createMcpToken', { name: 'stream' })
      const stream = await fetch(`${server.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${token.value}` },
      })
      assert.equal(stream.status, 200)
      const reader = stream.body!.getReader()
      assert.match(Buffer.from((await reader.read()).value).toString(), /^event: endpoint/)
      const ended = reader.read()
      await ada.call('credentials.revokeMcpToken', { mcpToken: token.id })
      assert.equal((await ended).done, true)
    })

    it('stores no usable credential in the database', async () => {
      const key = await ada.call(
        'credentials.createApiKey',
        { name: 'stolen' },
        { idempotencyKey: 'shown-once' },
      )
      const columns = await server.app.database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
      for (const { table, column } of columns) {
        const rows = await server.app.database.run<{ value: string | null }>(
          sql`select "${sql.raw(column)}"::text as value from "${sql.raw(table)}"`,
        )
        for (const { value } of rows) {
          assert.ok(!value?.includes(key.value.slice(9)), `${table}.${column} holds the key`)
          assert.ok(!value?.includes(ada.password), `${table}.${column} holds a password`)
          assert.ok(!value?.includes(ada.token.slice(-40)), `${table}.${column} holds a session token`)
        }
      }
    })
  })
}

describe('the value of a credential', () => {
  it('rejects a value with a wrong checksum without a database query', () => {
    const body = `svc_live_${randomSecret()}`
    const value = body + checksum(body)
    assert.ok(looksLikeCredential(value))
    const changed = value.slice(0, -1) + (value.endsWith('a') ? 'b' : 'a')
    assert.ok(!looksLikeCredential(changed))
    assert.ok(!looksLikeCredential(`${value}x`))
  })
})

describe('a new MCP token', () => {
  it('returns the MCP URL if it differs from the web API', async () => {
    for (const [settings, address] of [
      [{}, null],
      [{ MCP_URL: 'https://agents.example.com' }, 'https://agents.example.com'],
    ] as const) {
      const server = await startOwnServer(defaultEngine, settings)
      const ada = await server.register('Ada')
      assert.equal((await ada.call('credentials.createMcpToken', { name: 'desk' })).mcpUrl, address)
      await server.stop()
    }
  })
})

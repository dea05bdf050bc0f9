import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before as beforeAll, describe, it } from 'node:test'
import { httpParts } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { overHttp } from './both-doors.ts'
import { eachOf } from './each-of.ts'
import { type Person, type TestServer, startOwnServer } from './harness.ts'
import { sampleInput } from './sample-input.ts'
import { buildThings } from './things.ts'

/*
 * Adds every field name that a server might read as an owner, a role or an organization to every request, signed in and
 * anonymously. Operations reject undeclared fields, so a body with another user's id changes nothing.
 */
describe("a body with another user's id in an undeclared field", () => {
  let server: TestServer
  let mallory: Person
  let victim: Person
  let tables: { table: string; column: string }[]
  let before: string
  beforeAll(async () => {
    server = await startOwnServer()
    victim = await server.register('Victim')
    mallory = await server.register('Mallory')
    await victim.call('credentials.createApiKey', { name: 'mine' })
    await buildThings(server, victim)
    tables = await findUserTables()
    before = await readVictimRows()
  })
  after(() => server.stop())

  const writes = operations
    .map(({ operation }) => operation)
    .filter(({ http, reads }) => http && !reads && httpParts(http).method !== 'GET')
  for (const operation of writes) {
    it(`rejects undeclared fields in ${operation.id}`, async () => {
      const { id } = victim.user
      const names = {
        userId: id,
        user_id: id,
        owner: id,
        ownerId: id,
        createdBy: id,
        privateTo: id,
        accountId: id,
        organizationId: victim.organization.id,
        organization_id: victim.organization.id,
        role: 'admin',
        isAdmin: true,
        emailVerified: true,
        email_verified_at: '2026-01-01',
        suspended_at: null,
      }
      const input = sampleInput(operation, {})
      const undeclared = Object.entries(names).filter(([name]) => !(name in operation.input.shape))
      const requests = undeclared.flatMap((field) => [mallory.token, null].map((token) => ({ field, token })))
      await eachOf(requests, async ({ field: [name, value], token }) => {
        const response = await overHttp(server, operation, token, { ...input, [name]: value })
        assert.ok(
          response.status >= 400 && response.status < 500,
          `${name}: ${response.status} ${response.text}`,
        )
      })
      // Updates `before` first, so that a change fails only the test that caused it.
      const [previous, current] = [before, await readVictimRows()]
      before = current
      assert.equal(current, previous)
    })
  }

  function findUserTables(): Promise<{ table: string; column: string }[]> {
    return server.app.database.run(
      sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and column_name in ('user_id', 'private_to', 'claimed_by', 'impersonator_id')
          and data_type = 'uuid'
          and table_name not in ('organization_members') order by 1, 2`,
    )
  }

  /** Returns all rows of the victim, and all administrators, as JSON. */
  async function readVictimRows(): Promise<string> {
    const { user, organization } = victim
    const parts = [
      sql`select jsonb_agg(u order by u.id) as rows from users u where id = ${user.id} or role = 'admin'`,
    ]
    for (const { table, column } of tables)
      parts.push(
        sql`select jsonb_agg(to_jsonb(t) - 'last_seen_at' order by t::text) from ${sql.raw(table)} t
          where ${sql.raw(column)} = ${user.id}`,
      )
    parts.push(sql`select jsonb_agg(t order by t.id) from tasks t where organization_id = ${organization.id}`)
    const rows = await server.app.database.run(
      sql.join(
        parts.map((part) => sql`(${part})`),
        ' union all ',
      ),
    )
    return JSON.stringify(rows)
  }
})

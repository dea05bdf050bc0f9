import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { httpParts } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { overHttp } from './both-doors.ts'
import { eachInBatches } from './each-of.ts'
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
  before(async () => {
    server = await startOwnServer()
    victim = await server.register('Victim')
    mallory = await server.register('Mallory')
    await victim.call('credentials.createApiKey', { name: 'mine' })
    await buildThings(server, victim)
    tables = await findUserTables()
  })
  after(() => server.stop())

  const writes = operations
    .map(({ operation }) => operation)
    .filter(({ http, reads }) => http && !reads && httpParts(http).method !== 'GET')
  it('is rejected by every write, and changes nothing', async () => {
    const untouched = await readVictimRows()
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
    await eachInBatches(writes, async (operation) => {
      const undeclared = Object.entries(names).filter(([name]) => !(name in operation.input.shape))
      const input = { ...sampleInput(operation, {}), ...Object.fromEntries(undeclared) }
      for (const token of [mallory.token, null]) {
        const { status, text } = await overHttp(server, operation, token, input)
        assert.ok(status >= 400 && status < 500, `${operation.id}: ${status} ${text}`)
      }
    })
    assert.equal(await readVictimRows(), untouched)
  })

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

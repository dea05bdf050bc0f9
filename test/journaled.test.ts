import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../server/database/connect.ts'
import { operations } from '../server/operations/registry.ts'
import { isSuccess, overHttp, overMcp } from './both-doors.ts'
import { type Agent, type Person, type TestServer, engines, startOwnServer } from './harness.ts'
import { browser, endings, workingInput } from './given.ts'

/*
 * Whatever changes a table is in the journal: tried for every operation that writes, through both doors. The database
 * itself notes what an operation writes.
 */
const bookkeeping = [
  ...['journal', 'rate_limits', 'idempotency_keys', 'migrations'],
  // What is on its way to others, who are told of what the journal says.
  ...['webhook_deliveries', 'webhook_attempts'],
  // Questions that are waiting for their answer: the answer is what counts.
  ...['email_codes', 'mail_tokens', 'device_requests', 'passkey_challenges', 'sign_in_tickets'],
  ...['second_factor_requests', 'totp_setups'],
  ...['mcp_oauth_artifacts', 'mcp_oauth_clients'],
  ...['live_tickets', 'live_nodes', 'live_connections'],
]
/** All that it writes is its row in the journal. */
const journalOnly = ['activity.log']
const usageColumns = ['last_seen_at', 'last_used_at', 'seen_xid', 'seen_seq']

for (const engine of engines) {
  describe(`every write is journaled, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      agent = await ada.agent()
      await watchTables(server.app.database)
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    const writes = operations.map(({ operation }) => operation).filter(({ reads }) => !reads)
    for (const operation of writes.toSorted((a, b) => endings.indexOf(a.id) - endings.indexOf(b.id))) {
      it(operation.id, async () => {
        for (const door of ['http', 'tool'] as const) {
          if (!operation[door]) continue
          const input = await workingInput(operation, { owner: ada, server })
          const before = await readCounts()
          const answer =
            door === 'http'
              ? await overHttp(server, operation, ada.token, input, browser)
              : await overMcp(operation, agent, input)
          assert.ok(isSuccess(operation, answer), answer.text)
          const after = await readCounts()
          const changed = after.changes > before.changes || journalOnly.includes(operation.id)
          const isJournaled = after.lastRow > before.lastRow
          assert.equal(
            isJournaled,
            changed,
            changed ? 'it changed a table and told nobody' : 'it told of what did not happen',
          )
        }
      })
    }

    /**
     * How often a row was changed, and the last row of the journal: whatever removes an organization removes its
     * rows.
     */
    async function readCounts(): Promise<{ changes: number; lastRow: number }> {
      const [counted] = await server.app.database.run<{ changes: number; lastRow: number }>(
        `select (select count(*)::int from changed_rows) as changes, (select max(seq)::int from journal) as "lastRow"`,
      )
      return counted!
    }
  })
}

/** Has the database note each row that is added, changed or removed. A note goes with its transaction. */
async function watchTables(database: Database): Promise<void> {
  const tables = await database.run<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(quote_ident(column_name)) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name <> all ($1) and column_name <> all ($2)
      group by table_name`,
    [bookkeeping, usageColumns],
  )
  await database.run('create table changed_rows (name text)')
  await database.run(
    `create function note_change() returns trigger language plpgsql as
     $$ begin insert into public.changed_rows values (tg_table_name); return null; end $$`,
  )
  for (const { name, columns } of tables) {
    const [old, now] = ['old', 'new'].map(
      (row) => `row(${columns.map((each) => `${row}.${each}`).join(', ')})::text`,
    )
    const each = `on public."${name}" for each row`
    await database.run(
      `create trigger note_row after insert or delete ${each} execute function note_change()`,
    )
    await database.run(
      `create trigger note_update after update ${each} when (${old} is distinct from ${now})
       execute function note_change()`,
    )
  }
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import { operations } from '../server/assembly/registry.ts'
import { isSuccess, overHttp, overMcp } from './both-doors.ts'
import { type Agent, type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { browser, endings, workingInput } from './given.ts'
import { verifyEmail } from './world.ts'

/*
 * Checks that every operation that changes a table appends to the journal, through both doors. Triggers in the database
 * count the changes.
 */
const untrackedTables = [
  'journal',
  'rate_limits',
  'idempotency_keys',
  'migrations',
  // Deliveries of events that are already in the journal.
  'webhook_deliveries',
  'webhook_attempts',
  // Pending requests. Their completion is journaled.
  'email_codes',
  'mail_tokens',
  'device_requests',
  'passkey_challenges',
  'sign_in_tickets',
  'second_factor_requests',
  'totp_setups',
  'mcp_oauth_artifacts',
  'mcp_oauth_clients',
  // Reading, not changes.
  'home_visits',
  'live_tickets',
  'live_nodes',
  'live_connections',
  // What code hosts responded about people and private repositories.
  'repo_viewers',
  // Triggers count changes that are journaled themselves.
  'site_version',
  'task_counts',
  'group_counts',
  'task_count_changes',
  // Heartbeats of the server.
  'nodes',
  'daily_counts',
]
/** Operations whose only write is a journal row. `jobs.retry` changes a table of pg-boss, which isn't watched. */
const journalOnly = ['activity.log', 'admin.notifyUser', 'admin.testEmail', 'jobs.retry', 'sitemap.generate']
const usageColumns = ['last_seen_at', 'last_used_at', 'seen_xid', 'seen_seq']

for (const engine of oneEngine) {
  describe(`the journal of every write, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      await verifyEmail(server, ada)
      agent = await ada.agent()
      await watchTables(server.app.database)
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    const writes = operations
      .map(({ operation }) => operation)
      .filter((operation) => !operation.reads && isInPart(operation))
    for (const operation of writes.toSorted((a, b) => endings.indexOf(a.id) - endings.indexOf(b.id))) {
      it(`journals ${operation.id} exactly if it changes a table`, async () => {
        for (const door of ['http', 'tool'] as const) {
          if (!operation[door]) continue
          const input = await workingInput(operation, { owner: ada, server })
          const before = await readCounts()
          const response =
            door === 'http'
              ? await overHttp(server, operation, ada.token, input, browser)
              : await overMcp(operation, agent, input)
          assert.ok(isSuccess(operation, response), response.text)
          const after = await readCounts()
          const changed = after.changes > before.changes || journalOnly.includes(operation.id)
          const isJournaled = after.lastRow > before.lastRow
          assert.equal(
            isJournaled,
            changed,
            changed ? 'a table changed without a journal row' : 'a journal row without a change',
          )
        }
      })
    }

    /** Returns the number of changed rows and the last journal row, because a deletion can remove journal rows. */
    async function readCounts(): Promise<{ changes: number; lastRow: number }> {
      const [counted] = await server.app.database.run<{ changes: number; lastRow: number }>(
        sql`select (select count(*)::int from changed_rows) as changes, (select max(seq)::int from journal) as "lastRow"`,
      )
      return counted!
    }
  })
}

/** Adds triggers that record each inserted, updated or deleted row in the same transaction. */
async function watchTables(database: Database): Promise<void> {
  const tables = await database.run<{ name: string; columns: string[] }>(
    sql`select table_name as name, array_agg(quote_ident(column_name)) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name <> all (${untrackedTables}) and column_name <> all (${usageColumns})
      group by table_name`,
  )
  await database.run(sql`create table changed_rows (name text)`)
  await database.run(
    sql`create function note_change() returns trigger language plpgsql as
     $$ begin insert into public.changed_rows values (tg_table_name); return null; end $$`,
  )
  for (const { name, columns } of tables) {
    const [old, now] = ['old', 'new'].map((row) =>
      sql.raw(`row(${columns.map((each) => `${row}.${each}`).join(', ')})::text`),
    )
    const each = sql.raw(`on public."${name}" for each row`)
    await database.run(
      sql`create trigger note_row after insert or delete ${each} execute function note_change()`,
    )
    await database.run(
      sql`create trigger note_update after update ${each} when (${old!} is distinct from ${now!})
       execute function note_change()`,
    )
  }
}

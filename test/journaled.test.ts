import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../server/operations/registry.ts'
import { isDone, overHttp, overMcp } from './both-doors.ts'
import { type Agent, type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { browser, endings, workingInput } from './given.ts'

/*
 * Whatever changes a table is in the journal: tried for every operation that writes, through both doors. What an
 * operation writes is seen by looking at the tables, not by asking it.
 */
const bookkeeping = [
  ...['journal', 'rate_limits', 'idempotency_keys', 'migrations'],
  // What is on its way to others, who are told of what the journal says.
  ...['webhook_deliveries', 'webhook_attempts'],
  // Questions that are waiting for their answer: the answer is what counts.
  ...['email_codes', 'mail_tokens', 'device_requests', 'passkey_challenges', 'sign_in_tickets'],
  ...['mcp_oauth_artifacts', 'mcp_oauth_clients'],
  ...['live_tickets', 'live_nodes', 'live_connections'],
]
/** All that it writes is its row in the journal. */
const onlyTells = ['activity.log']
const uses = ['last_seen_at', 'last_used_at', 'seen_xid', 'seen_seq']

for (const engine of engines) {
  describe(`every write is journaled, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    let tables: { table: string; columns: string }[]
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      agent = await ada.agent()
      tables = await server.app.database.run(
        `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
           from information_schema.columns
          where table_schema = 'public' and table_name <> all ($1) and column_name <> all ($2)
          group by table_name order by table_name`,
        [bookkeeping, uses],
      )
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
          const [before, lastBefore] = [await fingerprint(), await lastRow()]
          const answer =
            door === 'http'
              ? await overHttp(server, operation, ada.token, input, browser)
              : await overMcp(operation, agent, input)
          assert.ok(isDone(operation, answer), answer.text)
          const changed = (await fingerprint()) !== before || onlyTells.includes(operation.id)
          const told = (await lastRow()) > lastBefore
          assert.equal(
            told,
            changed,
            changed ? 'it changed a table and told nobody' : 'it told of what did not happen',
          )
        }
      })
    }

    async function fingerprint(): Promise<string> {
      const parts = tables.map(
        ({
          table,
          columns,
        }) => `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
          from (select ${columns} from ${table}) t`,
      )
      const rows = await server.app.database.run<{ sum: string }>(parts.join(' union all '))
      return rows.map(({ sum }) => sum).join()
    }

    // Not how many there are: what removes an organization removes its journal too.
    async function lastRow(): Promise<number> {
      const [row] = await server.app.database.run<{ seq: number }>('select max(seq)::int as seq from journal')
      return row!.seq
    }
  })
}

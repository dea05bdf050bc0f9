import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from '../../../test/harness.ts'
import type { Database } from '../../database/connect.ts'
import type { Sql } from '../../database/sql.ts'
import { claimDueDeliveries } from './claim-due.ts'

/*
 * A receiver that was down for days has a long backlog. The cost of claiming the next delivery must not grow with it,
 * or the receiver never catches up. These tests read the query plans of the actual statements.
 */
const backlog = 20_000
/** The due delivery and its neighbours in the index. */
const few = 20

describe('claiming from a backlog of thousands of deliveries, on pgsql', { skip: withoutPostgres }, () => {
  let server: TestServer
  let ada: Person
  let webhook: string
  let client: pg.Client
  before(async () => {
    server = await startOwnServer('pgsql')
    ada = await server.register('Ada')
    const input = { name: 'Away', url: 'https://93.184.215.14/hook', events: ['*'] }
    webhook = (await ada.call('webhooks.create', input)).id
    client = new pg.Client({ connectionString: server.environment.DATABASE_URL })
    await client.connect()
    // Half of the deliveries are new, the other half wait for a retry.
    await client.query(
      `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, due_at, status, attempts)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), 'task.created',
              now() + case when number % 2 = 0 then interval '0' else interval '1 hour' end,
              case when number % 2 = 0 then 'pending' else 'failed' end, number % 2
         from generate_series(1, ${2 * backlog}) as number`,
      [ada.organization.id, webhook],
    )
    await client.query('vacuum analyze webhook_deliveries')
  })
  after(async () => {
    await client.end()
    await server.stop()
  })

  for (const scope of ['all webhooks', 'one webhook'] as const)
    it(`claims the next delivery without reading the others, for ${scope}`, async () => {
      const { statements, database } = watched(server.app.database)
      const only = scope === 'all webhooks' ? {} : { webhookId: webhook }
      const claimed = await claimDueDeliveries(database, { limit: 10, ahead: 0, ...only })
      assert.equal(claimed.length, 1)
      assert.deepEqual(
        await claimDueDeliveries(server.app.database, { limit: 10, ahead: 0, ...only }),
        [],
        'one at a time',
      )
      for (const statement of statements) {
        const count = await countRead(statement)
        assert.ok(count <= few, `${count} deliveries read by ${statement.text}`)
      }
      await client.query('update webhook_deliveries set leased_until = null, lease = null where id = $1', [
        claimed[0]!.id,
      ])
    })

  /** Counts the deliveries that a statement reads. Runs it often enough for PostgreSQL to consider a generic plan. */
  async function countRead({ text, values }: Sql): Promise<number> {
    await client.query('begin')
    await client.query(`deallocate all; prepare watched as ${text}`)
    const execute = `execute watched(${values.map(literal).join(', ')})`
    let plan: Plan
    for (let times = 0; ; times++) {
      await client.query('savepoint before')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${execute}`,
      )
      plan = rows[0]!['QUERY PLAN'][0].Plan
      await client.query('rollback to before')
      if (times === 6) break
    }
    await client.query('rollback')
    return nodesOf(plan)
      .filter((node) => node['Relation Name'] === 'webhook_deliveries')
      .reduce((sum, node) => sum + rowsRead(node), 0)
  }
})

/** Wraps a database and records the statements of its transactions. */
function watched(database: Database): { statements: Sql[]; database: Database } {
  const statements: Sql[] = []
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(
      (db) =>
        work({
          run(statement) {
            statements.push(statement)
            return db.run(statement)
          },
        }),
      options,
    )
  return { statements, database: { ...database, transaction } }
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

function rowsRead(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(String(value))
}

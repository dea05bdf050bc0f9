import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type Person, type TestServer, engines, startOwnServer } from '../../../test/harness.ts'
import type { Watched } from '../../../test/watched-queries.ts'
import type { Database } from '../../database/connect.ts'
import { claimDueDeliveries } from './claim-due.ts'

/*
 * A receiver that was away for days has much to catch up with. What the next delivery costs must not grow with that, or
 * it never catches up: read from the database's plans of the very statements that are sent.
 */
const skip = engines.includes('pgsql') ? false : 'PostgreSQL is not installed'
const waiting = 20_000
/** The one that is due, and what lies beside it. */
const few = 20

describe('a webhook for which thousands of deliveries wait, on pgsql', { skip }, () => {
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
    // So many that were never sent, and so many that failed and wait for another time.
    await client.query(
      `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, due_at, status, attempts)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), 'task.created',
              now() + case when number % 2 = 0 then interval '0' else interval '1 hour' end,
              case when number % 2 = 0 then 'pending' else 'failed' end, number % 2
         from generate_series(1, ${2 * waiting}) as number`,
      [ada.organization.id, webhook],
    )
    await client.query('vacuum analyze webhook_deliveries')
  })
  after(async () => {
    await client.end()
    await server.stop()
  })

  for (const asked of ['all', 'this one'] as const)
    it(`takes the next one without looking at the others, when asked for ${asked}`, async () => {
      const { statements, database } = watched(server.app.database)
      const only = asked === 'all' ? {} : { webhookId: webhook }
      const taken = await claimDueDeliveries(database, { most: 10, ahead: 0, ...only })
      assert.equal(taken.length, 1)
      assert.deepEqual(
        await claimDueDeliveries(server.app.database, { most: 10, ahead: 0, ...only }),
        [],
        'one at a time',
      )
      for (const statement of statements) {
        const looked = await looksAt(statement)
        assert.ok(looked <= few, `${looked} deliveries looked at by ${statement.sql}`)
      }
      await client.query('update webhook_deliveries set leased_until = null, lease = null where id = $1', [
        taken[0]!.id,
      ])
    })

  /** How many deliveries the database has in hand for it: prepared, and planned once for all if that is no dearer. */
  async function looksAt({ sql, values }: Watched): Promise<number> {
    await client.query('begin')
    await client.query(`deallocate all; prepare watched as ${sql}`)
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
      .reduce((sum, node) => sum + touched(node), 0)
  }
})

/** The same database, and what is asked of it in transactions. */
function watched(database: Database): { statements: Watched[]; database: Database } {
  const statements: Watched[] = []
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(
      (db) =>
        work({
          run(sql, values = []) {
            statements.push({ sql, values })
            return db.run(sql, values)
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

function touched(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(String(value))
}

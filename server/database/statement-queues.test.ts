import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { engines, freshDatabase } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import type { Database } from './connect.ts'
import type { Queries } from './queries.ts'
import { maxBatchSize, statementQueues } from './statement-queues.ts'
import { type Sql, sql } from './sql.ts'

for (const engine of engines) {
  describe(`statements that lock the same row, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      await database.run(sql`create table counters (id text primary key, last int not null default 0)`)
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    let counters = 0
    const createCounter = async () => {
      const id = `counter ${++counters}`
      await database.run(sql`insert into counters (id) values (${id})`)
      return id
    }
    const count = (id: string, divisor = 1) =>
      database.statement(async (db) => {
        const statement = sql`update counters set last = last + 1 where id = ${id}
          returning last / ${divisor}::int as number, pg_current_xact_id()::text as xid`
        const [row] = await db.run<{ number: number; xid: string }>(statement.queuedFor(id))
        return row!
      })
    const transactionsOf = (rows: { xid: string }[]) => new Set(rows.map(({ xid }) => xid)).size
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

    it('share a transaction if they wait for another one', async () => {
      const id = await createCounter()
      const rows = await Promise.all(upTo(maxBatchSize + 2).map(() => count(id)))
      assert.deepEqual(
        rows.map(({ number }) => number),
        upTo(maxBatchSize + 2),
      )
      assert.equal(transactionsOf(rows), 3, 'the first, a full batch, and the last')
      const later = await count(id)
      assert.equal(later.number, maxBatchSize + 3)
    })

    it('do not share it with those of another row', async () => {
      const [id, other] = [await createCounter(), await createCounter()]
      const rows = await Promise.all([count(id), count(other), count(id), count(other)])
      assert.deepEqual(
        rows.map(({ number }) => number),
        [1, 1, 2, 2],
      )
      assert.equal(transactionsOf(rows), 4)
    })

    it('succeed if another one in their batch fails, and leave no gap', async () => {
      const id = await createCounter()
      const results = await Promise.allSettled([1, 1, 0, 1, 1].map((divisor) => count(id, divisor)))
      const [failed] = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
      assert.equal((failed!.reason as { code: string }).code, '22012')
      const numbers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.number] : []))
      assert.deepEqual(
        numbers.toSorted((a, b) => a - b),
        [1, 2, 3, 4],
      )
    })
  })
}

describe('a batch of statements', () => {
  const statement = (name: string) => sql`select ${name}`.queuedFor('row')

  /** Runs three statements: the first alone, and the others in a batch whose outcome the test decides. */
  function runThree(transaction: Parameters<typeof statementQueues>[1]) {
    const runAlone: unknown[] = []
    const alone: Queries = {
      run: async ({ values }: Sql) => {
        runAlone.push(values[0])
        return []
      },
    }
    const queues = statementQueues(alone, transaction)
    const results = Promise.allSettled(['a', 'b', 'c'].map((name) => queues.run(statement(name))))
    return { runAlone, results }
  }

  it('is sent with its commit, without waiting for a result while the row is locked', async () => {
    const sent: unknown[] = []
    const { results } = runThree(async (work, { last }) => {
      await work({ run: () => assert.fail('a statement before the last packet') })
      const answer = Promise.withResolvers<never[]>()
      const finished = last!({
        run: ({ values }) => {
          sent.push(values[0])
          return answer.promise
        },
      })
      assert.deepEqual(sent, ['b', 'c'], 'both are sent before the first result')
      answer.resolve([])
      await finished
    })
    assert.ok((await results).every(({ status }) => status === 'fulfilled'))
  })

  for (const [reason, error] of [
    ['the connection is lost, because its outcome is unknown', new Error('Connection terminated')],
    ['the row stays locked', databaseError('55P03')],
  ] as const)
    it(`is not repeated if ${reason}`, async () => {
      const { runAlone, results } = runThree(() => Promise.reject(error))
      const [first, ...batch] = await results
      assert.equal(first!.status, 'fulfilled')
      for (const result of batch) assert.equal((result as PromiseRejectedResult).reason, error)
      assert.deepEqual(runAlone, ['a'])
    })
})

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code })
}

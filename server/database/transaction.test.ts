import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines, freshDatabase, withoutPostgres } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import { type Database, openDatabase } from './connect.ts'
import { sql } from './sql.ts'

for (const engine of engines) {
  describe(`a transaction, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      await database.run(sql`create table accounts (name text primary key, balance int not null)`)
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    it('is atomic, including the statements sent with the commit', async () => {
      const add = (name: string) => sql`insert into accounts values (${name}, 1)`
      await database.transaction((db) => db.run(add('a')), { last: (db) => db.run(add('b')) })
      const broken = database.transaction((db) => db.run(add('c')), { last: (db) => db.run(add('a')) })
      await assert.rejects(broken, { code: '23505' })
      const rows = await database.run<{ name: string }>(sql`select name from accounts order by name`)
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['a', 'b'],
      )
    })

    it('fails if an error inside it was ignored', async () => {
      const careless = database.transaction(async (db) => {
        await db.run(sql`insert into accounts values ('d', 1)`)
        await db.run(sql`select 1 / 0`).catch(() => {})
      })
      await assert.rejects(careless, /rolled back/)
      assert.deepEqual(await database.run(sql`select 1 from accounts where name = 'd'`), [])
    })
  })
}

describe('concurrent transactions', { skip: withoutPostgres }, () => {
  let database: Database
  let address: string
  const undo: (() => unknown)[] = []
  before(async () => {
    const settings = await freshDatabase('pgsql')
    address = settings.DATABASE_URL!
    database = openConfigured(readConfig(settings), undo)
    await database.run(sql`create table accounts (name text primary key, balance int not null)`)
    await database.run(sql`insert into accounts values ('a', 0), ('b', 0)`)
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  it('both commit after a deadlock', async () => {
    const met = Promise.withResolvers<void>()
    let attempts = 0
    let arrived = 0
    const inOrder = (first: string, second: string) =>
      database.transaction(async (db) => {
        attempts++
        await db.run(sql`update accounts set balance = balance + 1 where name = ${first}`)
        // On the first attempt, each waits until the other has locked its row.
        if (++arrived === 2) met.resolve()
        await met.promise
        await db.run(sql`update accounts set balance = balance + 1 where name = ${second}`)
      })
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
    assert.deepEqual(await balances(), [2, 2])
    // PostgreSQL aborts one of them, or both if it checks them at the same time.
    assert.ok(attempts > 2, 'one of them was retried')
  })

  it('commit one after the other after a serialization conflict', async () => {
    await database.run(sql`update accounts set balance = 0`)
    const addSum = () =>
      database.transaction(
        async (db) => {
          const [sum] = await db.run<{ sum: number }>(sql`select sum(balance)::int as sum from accounts`)
          await db.run(sql`update accounts set balance = balance + ${sum!.sum + 1} where name = 'a'`)
        },
        { isolation: 'serializable' },
      )
    await Promise.all([addSum(), addSum(), addSum()])
    // 0 becomes 1, then 1 + 2 = 3, then 3 + 4 = 7, as in a serial execution.
    assert.deepEqual(await balances(), [7, 0])
  })

  it('are canceled after the timeout', async () => {
    const hurried = openDatabase({ engine: 'pgsql', url: address, pool: 3, timeout: 50 })
    await assert.rejects(
      hurried.transaction((db) => db.run(sql`select pg_sleep(30)`)),
      { code: '57014' },
    )
    assert.deepEqual(await hurried.run(sql`select 1 as one`), [{ one: 1 }])
    await hurried.close()
  })

  async function balances(): Promise<number[]> {
    const rows = await database.run<{ balance: number }>(sql`select balance from accounts order by name`)
    return rows.map(({ balance }) => balance)
  }
})

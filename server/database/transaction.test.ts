import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines, freshDatabase } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import { type Database, openDatabase } from './connect.ts'

for (const engine of engines) {
  describe(`a transaction, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      await database.run('create table accounts (name text primary key, balance int not null)')
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    it('is done as a whole or not at all, and what goes with the commit too', async () => {
      const add = (name: string) => `insert into accounts values ('${name}', 1)`
      await database.transaction((db) => db.run(add('a')), { last: (db) => db.run(add('b')) })
      const broken = database.transaction((db) => db.run(add('c')), { last: (db) => db.run(add('a')) })
      await assert.rejects(broken, { code: '23505' })
      const rows = await database.run<{ name: string }>('select name from accounts order by name')
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['a', 'b'],
      )
    })

    it('does not pass for done when a failure inside was overlooked', async () => {
      const careless = database.transaction(async (db) => {
        await db.run(`insert into accounts values ('d', 1)`)
        await db.run('select 1 / 0').catch(() => {})
      })
      await assert.rejects(careless, /rolled back/)
      assert.deepEqual(await database.run(`select 1 from accounts where name = 'd'`), [])
    })
  })
}

describe('transactions that meet', { skip: !engines.includes('pgsql') && 'PostgreSQL is not here' }, () => {
  let database: Database
  let address: string
  const undo: (() => unknown)[] = []
  before(async () => {
    const settings = await freshDatabase('pgsql')
    address = settings.DATABASE_URL!
    database = openConfigured(readConfig(settings), undo)
    await database.run('create table accounts (name text primary key, balance int not null)')
    await database.run(`insert into accounts values ('a', 0), ('b', 0)`)
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  it('in a deadlock are both done in the end', async () => {
    const met = Promise.withResolvers<void>()
    let attempts = 0
    let arrived = 0
    const inOrder = (first: string, second: string) =>
      database.transaction(async (db) => {
        attempts++
        await db.run('update accounts set balance = balance + 1 where name = $1', [first])
        // At the first attempt each waits until the other holds its row.
        if (++arrived === 2) met.resolve()
        await met.promise
        await db.run('update accounts set balance = balance + 1 where name = $1', [second])
      })
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
    assert.deepEqual(await balances(), [2, 2])
    // PostgreSQL ends one of them, or both where it looks at the same moment.
    assert.ok(attempts > 2, 'one of them was tried again')
  })

  it('in a conflict of serializable ones are both done, one after the other', async () => {
    await database.run('update accounts set balance = 0')
    const addSum = () =>
      database.transaction(
        async (db) => {
          const [sum] = await db.run<{ sum: number }>('select sum(balance)::int as sum from accounts')
          await db.run(`update accounts set balance = balance + $1 where name = 'a'`, [sum!.sum + 1])
        },
        { isolation: 'serializable' },
      )
    await Promise.all([addSum(), addSum(), addSum()])
    // 0 becomes 1, then 1 + 2 = 3, then 3 + 4 = 7: as if nobody else had been there.
    assert.deepEqual(await balances(), [7, 0])
  })

  it('that take too long are ended', async () => {
    const hurried = openDatabase({ engine: 'pgsql', url: address, pool: 3, timeout: 50 })
    await assert.rejects(
      hurried.transaction((db) => db.run('select pg_sleep(30)')),
      { code: '57014' },
    )
    assert.deepEqual(await hurried.run('select 1 as one'), [{ one: 1 }])
    await hurried.close()
  })

  async function balances(): Promise<number[]> {
    const rows = await database.run<{ balance: number }>('select balance from accounts order by name')
    return rows.map(({ balance }) => balance)
  }
})

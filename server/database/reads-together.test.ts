import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines, freshDatabase } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import type { Database } from './connect.ts'
import { type Sql, sql } from './sql.ts'

for (const engine of engines) {
  describe(`statements of one read, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
      await database.run(sql`create table shapes (a int)`)
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    const numbered = (n: number) => sql`select ${n}::int as n, pg_backend_pid() as connection`
    const runAll = (statements: Sql[]) => {
      const db = database.reads()
      return Promise.all(statements.map((statement) => db.run<{ n: number; connection: number }>(statement)))
    }

    it('use one connection, and return their rows in order', async () => {
      const rows = (await runAll([1, 2, 3, 4, 5].map(numbered))).map(([row]) => row!)
      assert.deepEqual(
        rows.map(({ n }) => n),
        [1, 2, 3, 4, 5],
      )
      assert.equal(new Set(rows.map(({ connection }) => connection)).size, 1)
    })

    it('leave the slow ones to other connections', { skip: engine !== 'pgsql' }, async () => {
      const rows = (await runAll([numbered(1), numbered(2), numbered(3).unprepared])).map(([row]) => row!)
      assert.equal(rows[0]!.connection, rows[1]!.connection)
      assert.notEqual(rows[2]!.connection, rows[0]!.connection)
    })

    it('fail alone', async () => {
      const db = database.reads()
      const results = await Promise.allSettled([
        db.run(numbered(1)),
        db.run(sql`select 1 / ${0}::int as n`),
        db.run(numbered(3)),
      ])
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      const [row] = await database.run<{ n: number }>(numbered(4))
      assert.equal(row!.n, 4)
    })

    it('run again if the columns of a table have changed', async () => {
      const all = sql`select * from shapes`
      // On all connections that this test can get.
      await Promise.all([database.run(all), database.run(all), runAll([all, all])])
      await database.run(sql`alter table shapes add column b text`)
      await database.run(sql`insert into shapes values (1, 'new')`)
      const expected = [{ a: 1, b: 'new' }]
      assert.deepEqual(await runAll([all, all, all]), [expected, expected, expected])
    })

    it('fail together if there is no connection', async () => {
      const broken = openConfigured(readConfig(await freshDatabase(engine)), [])
      await broken.close()
      const db = broken.reads()
      const results = await Promise.allSettled([db.run(numbered(1)), db.run(numbered(2))])
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
    })
  })
}

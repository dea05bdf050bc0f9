import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { engines, freshDatabase } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import type { Database } from './connect.ts'
import { queriesOn } from './queries.ts'
import { type Sql, sql } from './sql.ts'

for (const engine of engines) {
  describe(`rows of a statement, on ${engine}`, () => {
    let database: Database
    const undo: (() => unknown)[] = []
    before(async () => {
      database = openConfigured(readConfig(await freshDatabase(engine)), undo)
    })
    after(async () => {
      for (const step of undo.toReversed()) await step()
    })

    const every = (
      from: number,
    ) => sql`select n as "a number", case when n > 1 then 'Größe ' || n || ' 🦊' end as text,
      array['x', 'y z'] as words, jsonb_build_object('n', n) as json, n > 1 as "isMore", null as nothing, 'a' as twice, 'b' as twice
      from generate_series(${from}::int, 3) as n`
    const expected = [1, 2, 3].map((n) => ({
      'a number': n,
      text: n > 1 ? `Größe ${n} 🦊` : null,
      words: ['x', 'y z'],
      json: { n },
      isMore: n > 1,
      nothing: null,
      twice: 'b',
    }))

    it('are the same when the columns are known, prepared or not', async () => {
      for (let round = 0; round < 3; round++) {
        assert.deepEqual(await database.run(every(1)), expected)
        assert.deepEqual(await database.run(every(3).unprepared), expected.slice(2))
        assert.deepEqual(await database.run(every(4)), [])
      }
    })

    it('keep their statement when statements of other shapes run in between', async () => {
      for (let round = 0; round < 2; round++) {
        const [one, two] = await Promise.all([
          database.run(sql`select 1 as first, 'x' as second`),
          database.run(sql`select 'x' as first`),
        ])
        assert.deepEqual([one, two], [[{ first: 1, second: 'x' }], [{ first: 'x' }]])
      }
    })

    it('follow a table whose columns change', async () => {
      await database.run(sql`create table shapes (a int)`)
      await database.run(sql`insert into shapes values (1)`)
      const all = sql`select * from shapes`
      for (let round = 0; round < 2; round++) assert.deepEqual(await database.run(all), [{ a: 1 }])
      await database.run(sql`alter table shapes add column b text default 'new'`)
      for (let round = 0; round < 2; round++) assert.deepEqual(await database.run(all), [{ a: 1, b: 'new' }])
    })

    it('fail with the error of the statement, and then succeed', async () => {
      const divide = (by: number) => database.run(sql`select 6 / ${by}::int as result`)
      assert.deepEqual(await divide(2), [{ result: 3 }])
      await assert.rejects(divide(0), { code: '22012' })
      assert.deepEqual(await divide(3), [{ result: 2 }])
      await assert.rejects(database.run(sql`select ${{ large: 1n }}::jsonb`), TypeError)
    })

    it(
      'come without their columns after the first time on a connection',
      { skip: engine !== 'pgsql' },
      async () => {
        const client = await database.connect()
        try {
          // Also receives what earlier statements left.
          await bytesOf(client, sql`select`)
          // No other test sends this statement, so the connection doesn't know it.
          const statement = sql`select 1 as new_one, 2 as new_two`
          const first = await bytesOf(client, statement)
          const second = await bytesOf(client, statement)
          // Each column has a name that ends with a zero, and 18 bytes. The header has 7, the response to Parse 5.
          assert.equal(first - second, 2 * (8 + 18) + 7 + 5)
          assert.equal(await bytesOf(client, statement), second)
        } finally {
          client.release()
        }
      },
    )
  })
}

/** Returns the number of bytes that a statement receives. */
async function bytesOf(client: pg.PoolClient, statement: Sql): Promise<number> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const before = stream.bytesRead
  await queriesOn(client).run(statement)
  return stream.bytesRead - before
}

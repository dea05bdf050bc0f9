import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { freshDatabase, oneEngine, withoutPostgres } from '../../test/harness.ts'
import { onDatabase } from '../../test/on-database.ts'
import { readConfig } from '../config.ts'
import { maxBatchBytes, readBatches } from './backup-format.ts'
import { backUpToFile } from './backup.ts'
import type { Database } from './connect.ts'
import { restore } from './restore.ts'
import { type Sql, sql } from './sql.ts'

describe('a backup', () => {
  for (const engine of oneEngine)
    it(`contains every Unicode character, and large rows in batches of bounded size, on ${engine}`, async () => {
      const settings = await freshDatabase(engine)
      const config = readConfig(settings)
      const file = path.join(config.DATA_DIR, 'large.backup')
      const texts = [
        ...everyCharacter(),
        ...fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { numRuns: 500, seed: 15 }),
      ].map((text) => text.replaceAll('\0', ''))
      const read = (database: Database) =>
        database.run<{ key: string }>(
          sql`select key, case when key ~ '^[0-9]+:' then value::text else length(value::text)::text end as value
            from settings order by key`,
        )
      let before: { key: string }[] = []
      await onDatabase(settings, async (database) => {
        await database.run(
          sql`insert into settings (key, value)
           select n || ':' || t, to_jsonb(t) from unnest(${texts}::text[]) with ordinality as given (t, n)`,
        )
        await database.run(
          sql`insert into settings (key, value)
           select n, to_jsonb(repeat('x', case when n % 10 = 0 then 1500000 else n * 1000 end)) from generate_series(1, 60) n`,
        )
        before = await read(database)
        const sent: number[] = []
        const watched: Database = {
          ...database,
          transaction: (work, options) =>
            database.transaction(
              (db) =>
                work({
                  async run<Row>(statement: Sql) {
                    const rows = await db.run<Row>(statement)
                    sent.push(JSON.stringify(rows).length)
                    return rows
                  },
                }),
              options,
            ),
        }
        await backUpToFile(watched, file)
        assert.ok(Math.max(...sent) < 1_600_000, `a batch has ${Math.max(...sent)} characters`)
      })
      for await (const { lines } of readBatches(file))
        assert.ok(lines === null || lines.length === 1 || lines.join('').length <= maxBatchBytes)
      await restore(config, file, true)
      await onDatabase(settings, async (database) => assert.deepEqual(await read(database), before))
      assert.equal(before.filter(({ key }) => key.includes(':')).length, texts.length)
    })

  it(
    'succeeds although it takes longer than the timeout for idle transactions',
    { skip: withoutPostgres },
    async () => {
      const settings = await freshDatabase('pgsql')
      const file = path.join(settings.DATA_DIR!, 'slow.backup')
      let isLate = false
      await onDatabase(settings, async (database) => {
        const slow: Database = {
          ...database,
          transaction: (work, options) =>
            database.transaction(async (db) => {
              await db.run(sql`set local idle_in_transaction_session_timeout = '500ms'`)
              return work({
                async run<Row>(statement: Sql) {
                  if (statement.text.includes('fetch') && !isLate)
                    isLate = (await database.run(sql`select pg_sleep(0.7)`)).length > 0
                  return db.run<Row>(statement)
                },
              })
            }, options),
        }
        assert.ok((await backUpToFile(slow, file)).tables > 10)
      })
    },
  )
})

/** Returns all code points except surrogates, in texts that fit an index. */
function everyCharacter(): string[] {
  const texts: string[] = []
  for (let from = 0; from < 0x110000; from += 512)
    if (from < 0xd800 || from > 0xdfff)
      texts.push(String.fromCodePoint(...Array.from({ length: 512 }, (_, index) => from + index)))
  return texts
}

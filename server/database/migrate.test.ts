import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Engine, engines, freshDatabase, withoutPostgres } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import type { Database } from './connect.ts'
import { type Migration, checkSchema, migrate, readMigrations } from './migrate.ts'
import { seed } from '../assembly/seed.ts'
import { sql } from './sql.ts'

async function onFresh(
  engine: Engine,
  work: (database: Database, settings: Record<string, string>) => Promise<void>,
) {
  const undo: (() => unknown)[] = []
  const settings = await freshDatabase(engine)
  try {
    await work(openConfigured(readConfig(settings), undo), settings)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

const more = (sql: string, name = '9000_more.sql'): Migration => ({ name, sql, checksum: `sum of ${sql}` })

for (const engine of engines) {
  describe(`migrations, on ${engine}`, () => {
    it('apply each missing file once', () =>
      onFresh(engine, async (database) => {
        const migrations = [...readMigrations(), more('create table extra (id int)')]
        await assert.rejects(
          checkSchema(database, migrations),
          /lacks 1 migration.*9000_more.*npm run migrate/,
        )
        assert.deepEqual(await migrate(database, migrations), ['9000_more.sql'])
        assert.deepEqual(await migrate(database, migrations), [])
        await checkSchema(database, migrations)
      }))

    it('are rolled back on failure', () =>
      onFresh(engine, async (database) => {
        const broken = [...readMigrations(), more('create table half (id int); select 1/0')]
        await assert.rejects(migrate(database, broken), /9000_more.sql failed: division by zero/)
        const [half] = await database.run<{ exists: boolean }>(
          sql`select to_regclass('half') is not null as exists`,
        )
        assert.equal(half!.exists, false)
      }))

    it('reject a changed file and a newer database', () =>
      onFresh(engine, async (database) => {
        const [first, ...rest] = readMigrations()
        await assert.rejects(
          migrate(database, [{ ...first!, checksum: 'other' }, ...rest]),
          /was changed after/,
        )
        await migrate(database, [...readMigrations(), more('select 1')])
        await assert.rejects(migrate(database), /newer than this version/)
      }))

    it('can be followed by the seed several times without a change', () =>
      onFresh(engine, async (database) => {
        const before = await database.run(sql`select * from instance, settings order by key`)
        await database.run(sql`update settings set value = '"closed"' where key = 'registration.mode'`)
        await seed(database)
        const after = await database.run<{ key: string; value: unknown }>(
          sql`select * from instance, settings order by key`,
        )
        assert.equal(after.length, before.length)
        assert.equal(
          after.find(({ key }) => key === 'registration.mode')!.value,
          'closed',
          'a changed setting is kept',
        )
      }))
  })
}

describe('several nodes', { skip: withoutPostgres }, () => {
  it('apply a migration once when they migrate and seed concurrently', () =>
    onFresh('pgsql', async (database, settings) => {
      const undo: (() => unknown)[] = []
      const other = openConfigured(readConfig(settings), undo)
      const migrations = [
        ...readMigrations(),
        more('create table once (id int); insert into once values (1)'),
      ]
      const done = await Promise.all(
        [database, other, database, other].map((node) => migrate(node, migrations)),
      )
      assert.deepEqual(done.flat(), ['9000_more.sql'])
      await Promise.all([database, other].map((node) => seed(node)))
      assert.equal((await database.run(sql`select * from once`)).length, 1)
      for (const step of undo.toReversed()) await step()
    }))

  it('keep working when another node changes a table', () =>
    onFresh('pgsql', async (database) => {
      const read = () =>
        database.run<Record<string, unknown>>(sql`select * from settings order by key limit 1`)
      await read()
      await database.run(sql`alter table settings add column added text`)
      assert.ok('added' in (await read())[0]!)
      const inTransaction = await database.transaction((db) =>
        db.run<object>(sql`select * from settings order by key limit 1`),
      )
      assert.ok('added' in inTransaction[0]!)
    }))
})

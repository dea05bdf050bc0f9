import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase } from '../../test/harness.ts'
import { until } from '../../test/poll.ts'
import { type Database, openDatabase } from './connect.ts'
import { databaseFolder } from './swap-folder.ts'
import { maintainEmbedded } from './maintain-embedded.ts'
import { sql } from './sql.ts'

describe('maintenance of the embedded database', () => {
  let database: Database
  before(async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    database = openDatabase({ engine: 'pglite', folder: databaseFolder(DATA_DIR!) })
  })
  after(() => database.close())

  it('vacuums and analyzes a table after many updates', async () => {
    await database.run(sql`create table items (id int primary key, changed_at timestamptz, title text)`)
    await database.run(
      sql`insert into items select id, now(), repeat('x', 200) from generate_series(1, 1000) id`,
    )
    const maintained = async () => {
      await maintainEmbedded(database)
      const [row] = await database.run<{ done: boolean }>(
        sql`select last_vacuum is not null and last_analyze is not null as done from pg_stat_user_tables
          where relname = 'items'`,
      )
      return row!.done
    }
    await database.run(sql`update items set changed_at = now()`)
    // PostgreSQL publishes its statistics at most once a second.
    await until(maintained)
  })

  it('writes a checkpoint after much WAL to keep crash recovery short', async () => {
    const walBytes = async () => {
      const [row] = await database.run<{ bytes: string }>(
        sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`,
      )
      return Number(row!.bytes)
    }
    for (let message = 0; message < 4; message++)
      await database.run(sql`select pg_logical_emit_message(false, '', repeat('x', 20000000))::text`)
    assert.ok((await walBytes()) > 64 * 1024 * 1024)
    await maintainEmbedded(database)
    assert.ok((await walBytes()) < 1024 * 1024)
  })
})

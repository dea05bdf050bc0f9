import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { backUpToFile } from '../../server/database/backup.ts'
import type { Database } from '../../server/database/connect.ts'
import { restore } from '../../server/database/restore.ts'
import { sql } from '../../server/database/sql.ts'
import { readConfig } from '../../server/start.ts'
import { engines, freshDatabase } from '../harness.ts'
import { onDatabase } from '../on-database.ts'
import { childEnvironment } from '../partners/child-environment.ts'

const imageCount = 8
const imageBytes = 5 * 1024 * 1024

/** Adds a user with large images, so that a restore takes a while. */
async function addImages(database: Database): Promise<void> {
  const id = '00000000-0000-7000-8000-000000000001'
  await database.run(
    sql`insert into users (id, name, username, email) values (${id}, 'Ada', 'ada', 'ada@example.com')`,
  )
  for (let n = 0; n < imageCount; n++)
    await database.run(
      sql`insert into images (id, user_id, type, bytes)
       values (gen_random_uuid(), ${id}, 'image/png', decode(repeat('00', ${imageBytes}), 'hex'))`,
    )
}

const readAll = (database: Database) =>
  database.run(
    sql`select (select count(*)::integer from users) as users, (select count(*)::integer from images) as images,
            (select sum(octet_length(bytes))::bigint::text from images) as bytes, (select epoch from instance)`,
  )

/** Whether the restore has created the schema and can be loading rows. */
async function isLoading({ DATA_DIR, DATABASE_URL }: Record<string, string>): Promise<boolean> {
  if (DATABASE_URL) {
    // Without the name of Baton's connections, which a restore rejects.
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and query like '%json_populate_recordset%'
          and pid <> pg_backend_pid()`,
    )
    await client.end()
    return rowCount! > 0
  }
  const files = path.join(DATA_DIR!, 'database.restoring', 'base', '5')
  return fs.existsSync(files) && fs.readdirSync(files).length > filesOfNewDatabase + 500
}

const filesOfNewDatabase = 300

for (const engine of engines)
  describe(`restoring large rows into ${engine}`, () => {
    it('changes nothing when it is killed midway, and succeeds when it is repeated', async () => {
      const settings = await freshDatabase(engine)
      const file = path.join(settings.DATA_DIR!, 'large.backup')
      const [before] = await onDatabase(settings, async (database) => {
        await addImages(database)
        await backUpToFile(database, file)
        return readAll(database)
      })

      const program = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url))
      const child = spawn(process.execPath, [program, file, '--replace'], {
        env: { ...childEnvironment(), ...settings },
        stdio: 'ignore',
      })
      const exited = new Promise((resolve) => child.once('exit', resolve))
      while (!(await isLoading(settings)) && child.exitCode === null) await pause(20)
      child.kill('SIGKILL')
      await exited
      assert.deepEqual(await onDatabase(settings, readAll), [before])

      await restore(readConfig(settings), file, true)
      const [after] = await onDatabase(settings, readAll)
      assert.notEqual((after as { epoch: string }).epoch, (before as { epoch: string }).epoch)
      assert.deepEqual({ ...(after as object), epoch: null }, { ...(before as object), epoch: null })
    })
  })

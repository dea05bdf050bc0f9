import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { serialize } from 'pg-protocol'
import { freshDatabase } from '../../test/harness.ts'
import { openDatabase } from './connect.ts'
import { lockFolder } from './folder-lock.ts'
import { sql } from './sql.ts'

describe('the embedded database', () => {
  it('calls fsync for each commit and for a checkpoint', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { folder: path.join(DATA_DIR!, 'database') },
    })
    await once(worker, 'message')
    const request = async (message: unknown): Promise<unknown> => {
      worker.postMessage(message)
      return ((await once(worker, 'message')) as unknown[])[0]
    }
    const run = (sql: string) => request(new Uint8Array(serialize.query(sql)))
    const syncsOf = async (work: () => Promise<unknown>) => {
      const before = Number(await request('syncs'))
      await work()
      return Number(await request('syncs')) - before
    }
    await run('create table written (id int)')
    const commits = await syncsOf(async () => {
      for (let number = 0; number < 50; number++) await run(`insert into written values (${number})`)
    })
    assert.ok(commits >= 50, `${commits} for 50 commits`)
    const checkpoint = await syncsOf(() => run('checkpoint'))
    assert.ok(checkpoint > 1, `${checkpoint} for a checkpoint`)
    worker.postMessage('close')
    await once(worker, 'exit')
  })

  it('keeps its session after an error in a statement or a transaction', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const database = openDatabase({ engine: 'pglite', folder: path.join(DATA_DIR!, 'database') })
    await database.run(sql`create temporary table session_mark (id int)`)
    await assert.rejects(database.run(sql`select ${'no number'}::int`), { code: '22P02' })
    await assert.rejects(database.run(sql`select nonsense`), { code: '42703' })
    await assert.rejects(
      database.transaction((db) => db.run(sql`select 1 / 0`)),
      { code: '22012' },
    )
    assert.deepEqual(await database.run(sql`select * from session_mark`), [], 'the worker is the same')
    await database.close()
  })

  it('replaces the worker after a long query and keeps committed data', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const folder = path.join(DATA_DIR!, 'database')
    // A query ends five seconds after the statement timeout, which is longer than this test needs.
    const database = openDatabase({ engine: 'pglite', folder, timeout: -3000 })
    await database.run(sql`create table kept (id int)`)
    await database.run(sql`insert into kept values (1)`)
    await assert.rejects(
      // In this form, the numbers take no memory.
      database.run(sql`select count(*) from (select generate_series(1, 100000000000)) numbers`),
      /Query read timeout/,
    )
    assert.equal((await database.run(sql`select * from kept`)).length, 1)
    await database.close()
  })
})

describe('a data folder', () => {
  it('is locked by one process, and a second one gets an error that names it', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const lock = lockFolder(DATA_DIR!)
    assert.throws(
      () => lockFolder(DATA_DIR!),
      new RegExp(`in use by process ${process.pid} on .*, running since`),
    )
    const main = new URL('../main.ts', import.meta.url).pathname
    const environment = { ...process.env, DATA_DIR, PORT: '0' }
    const second = promisify(execFile)(process.execPath, [main], { env: environment })
    await assert.rejects(second, (error: { stderr: string; code: number }) => {
      assert.match(error.stderr, new RegExp(`^The data folder .* is in use by process ${process.pid}`))
      assert.equal(error.code, 1)
      return true
    })
    lock.release()
    lockFolder(DATA_DIR!).release()
  })

  it('is unlocked when the process that locked it is killed', async () => {
    const { DATA_DIR } = await freshDatabase('pglite')
    const lockModule = new URL('./folder-lock.ts', import.meta.url).href
    const holder = execFile(process.execPath, [
      '--input-type=module',
      '-e',
      `import { lockFolder } from '${lockModule}'; globalThis.held = lockFolder('${DATA_DIR}'); console.log('held'); setInterval(() => {}, 1000)`,
    ])
    await once(holder.stdout!, 'data')
    assert.throws(() => lockFolder(DATA_DIR!), new RegExp(`process ${holder.pid}`))
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(DATA_DIR!).release()
  })
})

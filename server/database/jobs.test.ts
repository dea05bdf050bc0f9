import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, engines, startOwnServer } from '../../test/harness.ts'
import { recordLog } from '../../test/recorded-log.ts'
import { sql } from './sql.ts'
import { GiveUp } from '../platform/give-up.ts'
import { type JobsOptions, type OpenJobs, type QueuedJob, openJobs } from './jobs.ts'

const payload = { code: 'a secret 482915' }
// Long enough that polling can't be what finds a job.
const hour = { work: true, polling: 3600 }

for (const engine of engines) {
  describe(`a queued job, on ${engine}`, () => {
    let server: TestServer
    const opened: OpenJobs[] = []
    before(async () => (server = await startOwnServer(engine)))
    after(async () => {
      await Promise.all(opened.map((jobs) => jobs.close()))
      await server.stop()
    })

    /** Opens another node on the same database, with its own queue. */
    async function node(options: JobsOptions, queued: QueuedJob[]) {
      const { database, secrets, metrics } = server.app
      const recorded = recordLog()
      const jobs = await openJobs({ database, secrets, metrics, log: recorded.log }, options)
      opened.push(jobs)
      await jobs.start([], queued)
      return { jobs, ...recorded }
    }

    const rowsOf = (name: string) =>
      server.app.database.run<{ state: string; row: string }>(
        sql`select state, j::text as row from pgboss.job j where name = ${name}`,
      )

    it('exists only if the write that queued it commits', async () => {
      const { jobs } = await node({ work: false }, [{ name: 'kept', run: async () => {} }])
      const { database } = server.app
      await assert.rejects(
        database.transaction(async (db) => {
          await jobs.enqueue('kept', payload, db)
          throw new Error('No.')
        }),
      )
      assert.deepEqual(await rowsOf('kept'), [])
      await database.transaction((db) => jobs.enqueue('kept', payload, db))
      assert.equal((await rowsOf('kept')).length, 1)
      await jobs.close()
    })

    it('runs immediately after a wake-up, together with all other waiting jobs', async () => {
      const done = new Set<object>()
      const all = Promise.withResolvers<void>()
      const { jobs } = await node(hour, [
        {
          name: 'many',
          async run(received) {
            if (done.add(received).size === 35) all.resolve()
          },
        },
      ])
      await server.app.database.transaction(async (db) => {
        for (let number = 0; number < 35; number++) await jobs.enqueue('many', { number }, db)
      })
      jobs.wake('many')
      await all.promise
      await jobs.close()
      assert.deepEqual(new Set((await rowsOf('many')).map(({ state }) => state)), new Set(['completed']))
    })

    it('runs alone on its node if it takes long', async () => {
      let running = 0
      let finished = 0
      const all = Promise.withResolvers<void>()
      const { jobs } = await node(hour, [
        {
          name: 'long',
          maxSeconds: 600,
          async run() {
            assert.equal(++running, 1)
            await new Promise((resolve) => setImmediate(resolve))
            running--
            if (++finished === 3) all.resolve()
          },
        },
      ])
      await server.app.database.transaction(async (db) => {
        for (let number = 0; number < 3; number++) await jobs.enqueue('long', { number }, db)
      })
      const [queued] = await server.app.database.run<{ seconds: number }>(
        sql`select distinct expire_seconds as seconds from pgboss.job where name = 'long'`,
      )
      assert.equal(queued!.seconds, 600)
      jobs.wake('long')
      await all.promise
      await jobs.close()
    })

    it('waits on a node without workers until another node runs it', async () => {
      const idle = await node({ work: false }, [{ name: 'later', run: () => assert.fail() }])
      await idle.jobs.enqueue('later', payload)
      await idle.jobs.close()
      const received = Promise.withResolvers<object>()
      const working = await node(hour, [{ name: 'later', run: async (job) => received.resolve(job) }])
      assert.deepEqual(await received.promise, payload)
      await working.jobs.close()
    })

    it('is retried after a failure', async () => {
      let tries = 0
      const { jobs, line } = await node({ work: true, retryDelay: 0, polling: 0.5 }, [
        {
          name: 'stubborn',
          async run() {
            if (++tries < 3) throw new Error('Not yet.')
          },
        },
      ])
      await jobs.enqueue('stubborn', payload)
      assert.equal((await line('job done')).job, 'stubborn')
      assert.equal(tries, 3)
      await jobs.close()
    })

    it('fails permanently after the last retry, and the log names the reason but not the payload', async () => {
      const hopeless: QueuedJob = { name: 'hopeless', run: () => Promise.reject(new Error('Still no.')) }
      const idle = await node({ work: false }, [hopeless])
      await idle.jobs.enqueue('hopeless', payload)
      await idle.jobs.close()
      await server.app.database.run(
        sql`update pgboss.job set retry_count = retry_limit where name = ${'hopeless'}`,
      )
      const { jobs, line, text } = await node(hour, [hopeless])
      const { level, job, reason, tries } = await line('job failed permanently')
      assert.deepEqual([level, job, reason, tries], ['error', 'hopeless', 'Still no.', 13])
      await jobs.close()
      assert.ok(!text().includes('482915'))
      assert.deepEqual(
        (await rowsOf('hopeless')).map(({ state }) => state),
        ['failed'],
      )
    })

    it('is not retried after a GiveUp error', async () => {
      const { jobs, line } = await node(hour, [
        { name: 'futile', run: () => Promise.reject(new GiveUp('Never.')) },
      ])
      await jobs.enqueue('futile', payload)
      assert.equal((await line('job failed permanently')).tries, 1)
      await jobs.close()
    })

    it('finishes before its node stops', async () => {
      const started = Promise.withResolvers<void>()
      const mayEnd = Promise.withResolvers<void>()
      const { jobs } = await node(hour, [
        {
          name: 'started',
          async run() {
            started.resolve()
            await mayEnd.promise
          },
        },
      ])
      await jobs.enqueue('started', payload)
      await started.promise
      const closed = jobs.close()
      mayEnd.resolve()
      await closed
      assert.deepEqual(
        (await rowsOf('started')).map(({ state }) => state),
        ['completed'],
      )
    })

    it('is stored encrypted while it waits and after it completed or failed', async () => {
      const leaky = (name: string, run: () => Promise<unknown>) => ({ name, run })
      const { jobs, line } = await node(hour, [
        leaky('well', async () => payload),
        leaky('badly', () => Promise.reject(new GiveUp('For a reason.'))),
      ])
      const unworked = await node({ work: false }, [leaky('waiting', async () => {})])
      await unworked.jobs.enqueue('waiting', payload)
      await jobs.enqueue('well', payload)
      await jobs.enqueue('badly', payload)
      await Promise.all([line('job done'), line('job failed permanently')])
      await Promise.all([jobs.close(), unworked.jobs.close()])
      const rows = await Promise.all(['well', 'badly', 'waiting'].map(rowsOf))
      assert.deepEqual(
        rows.flat().map(({ state }) => state),
        ['completed', 'failed', 'created'],
      )
      for (const { row } of rows.flat()) {
        assert.ok(!row.includes('482915'), row)
        assert.ok(!row.includes(Buffer.from('482915').toString('base64').slice(0, 6)), row)
      }
    })

    it('is rejected for a queue that does not exist', async () => {
      await assert.rejects(server.app.jobs.enqueue('nowhere', payload), /nowhere/)
    })
  })

  describe(`a scheduled job, on ${engine}`, () => {
    let server: TestServer
    let jobs: OpenJobs
    before(async () => (server = await startOwnServer(engine)))
    after(() => server.stop())

    it('runs before its scheduled time on request', async () => {
      const { database, secrets, log, metrics } = server.app
      const ran = Promise.withResolvers<void>()
      jobs = await openJobs({ database, secrets, log, metrics }, { work: true })
      await jobs.start([{ name: 'at-night', when: '0 3 * * *', run: async () => ran.resolve() }], [])
      await jobs.runNow('at-night')
      await ran.promise
      await jobs.close()
    })
  })
}

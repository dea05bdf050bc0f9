import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import {
  type Person,
  type TestServer,
  engines,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { until } from '../../../../test/poll.ts'
import { checkTaskCounts } from '../../../../test/task-counts.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of engines) {
  describe(`concurrent creates in one project, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('number all kinds of items without gaps, and count and journal each', async () => {
      const project = await ada.call('projects.create', { name: 'Numbered' })
      const { slug } = project
      const epic = await ada.call('epics.create', { project: slug, title: 'Epic' })
      const story = await ada.call('stories.create', { project: slug, epic: epic.key, title: 'Story' })
      const rounds = Array.from({ length: 8 }, (_, round) => round)
      const created = await Promise.all(
        rounds.flatMap((round) => [
          ada.call('tasks.create', { project: slug, title: `Task ${round}` }),
          ada.call('tasks.create', { project: slug, title: `Task in a story ${round}`, story: story.key }),
          ada.call('tasks.create', { project: slug, title: `Done ${round}`, status: 'complete' }),
          ada.call('epics.create', { project: slug, title: `Epic ${round}` }),
          ada.call('stories.create', { project: slug, epic: epic.key, title: `Story ${round}` }),
          ada.call('features.create', { project: slug, title: `Feature ${round}` }),
        ]),
      )
      const numbers = created.map(({ key }) => Number(key.split('-')[1])).toSorted((a, b) => a - b)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 3),
      )
      const positions = created.flatMap((item) => ('position' in item ? [item.position] : []))
      assert.equal(new Set(positions).size, 5 * rounds.length)
      await checkTaskCounts(server.app.database, sql`p.id = ${project.id}`)
      const journaled = await server.app.database.run<{ subject_key: string }>(
        sql`select subject_key from journal where type like '%.created' and subject_id = any(${created.map(({ id }) => id)})`,
      )
      assert.deepEqual(
        journaled.map(({ subject_key }) => subject_key).toSorted(),
        created.map(({ key }) => key).toSorted(),
      )
    })

    it('leave no gap where one of them is rejected', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Gaps' })
      const epic = await ada.call('epics.create', { project: slug, title: 'Epic' })
      const story = await ada.call('stories.create', { project: slug, epic: epic.key, title: 'Story' })
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          // PostgreSQL does not accept the year 0.
          ada.call('tasks.create', {
            project: slug,
            title: 'Task',
            story: story.key,
            ...(index % 4 === 2 && { dueAt: '0000-01-01T00:00:00Z' }),
          }),
        ),
      )
      const created = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.equal(created.length, 9)
      const numbers = created.map(({ key }) => Number(key.split('-')[1])).toSorted((a, b) => a - b)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 3),
      )
    })
  })
}

describe(
  'creates that wait for a locked project',
  { skip: oneEngine[0] !== 'pgsql' && 'PostgreSQL is not available' },
  () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer('pgsql')
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('leave the other connections to other requests', async () => {
      const { id, slug } = await ada.call('projects.create', { name: 'Locked' })
      const other = new pg.Client({ connectionString: server.environment.DATABASE_URL })
      await other.connect()
      try {
        await other.query('begin')
        await other.query('select 1 from projects where id = $1 for no key update', [id])
        // More than the pool has connections.
        const creates = Array.from({ length: 24 }, (_, index) =>
          ada.call('tasks.create', { project: slug, title: `Task ${index}` }),
        )
        const waiting = async () => {
          const { rows } = await other.query<{ count: number }>(
            `select count(*)::int as count from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
          )
          return rows[0]!.count
        }
        await until(async () => (await waiting()) > 0)
        const { items } = await ada.call('projects.list', {})
        assert.ok(items.some((project) => project.slug === slug))
        assert.equal(await waiting(), 1)
        await other.query('commit')
        const numbers = (await Promise.all(creates)).map(({ key }) => Number(key.split('-')[1]))
        assert.deepEqual(
          numbers.toSorted((a, b) => a - b),
          numbers.map((_, index) => index + 1),
        )
      } finally {
        await other.end()
      }
    })
  },
)

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { sql } from '../server/database/sql.ts'
import { type OwnPostgres, startOwnPostgres } from './faults/own-postgres.ts'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from './harness.ts'
import { type Plan, allNodes, connectLike, planForValues, rowsReadBy } from './query-plans.ts'
import { checkTaskCounts } from './task-counts.ts'
import { queriesDuring } from './watched-queries.ts'

/*
 * The overview of a project and the progress of its epics and stories read counts, not tasks. Checks the plans of all
 * statements of these operations. Skips the embedded database: filling it would take minutes.
 */
const tasks = 40_000
const stories = 10_000
/** The most rows that one operation can read: the days of the counts, the pending changes and a page of items. */
const maxRowsRead = 2_000
/** The most tasks: those of the days that are only partly overdue or in the last 7 or 30 days. */
const maxTasksRead = tasks / 100

describe(`counts of ${tasks.toLocaleString('en')} tasks`, { skip: withoutPostgres }, () => {
  let postgres: OwnPostgres
  let server: TestServer
  let ada: Person
  let client: pg.Client
  before(async () => {
    postgres = await startOwnPostgres({ synced: false })
    server = await startOwnServer('pgsql', postgres.settings)
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Big', slug: 'big' })
    await ada.call('epics.create', { project: 'big', title: 'Copied' })
    client = await connectLike(server)
    for (const statement of fill) await client.query(statement)
    await client.query('vacuum analyze')
    // Some changes are still pending.
    for (const { id } of (await ada.call('tasks.list', { project: 'big', limit: 20 })).items)
      await ada.call('tasks.update', { task: id, status: 'complete', force: true })
  })
  after(async () => {
    await client.end()
    await server.stop()
    postgres.stop('immediate')
    postgres.remove()
  })

  it('equal a count of the tasks', () => checkTaskCounts(server.app.database))

  it('show in the overview without reading the tasks', async () => {
    await expectFewRows(() => ada.call('projects.get', { project: 'big' }))
  })

  it('show in pages of epics and stories without reading the tasks', async () => {
    const { items } = await ada.call('epics.list', { project: 'big', limit: 50 })
    const epic = items.at(-1)!
    assert.ok(epic.progress.total >= tasks / 200)
    await expectFewRows(() => ada.call('epics.list', { project: 'big', limit: 50 }), 0)
    await expectFewRows(() => ada.call('epics.get', { project: 'big', epic: epic.id }), 0)
    await expectFewRows(() => ada.call('stories.list', { project: 'big', epic: epic.id, limit: 50 }), 0)
  })

  it('fold many pending changes in one write', async () => {
    const { database } = server.app
    const pending = () =>
      database.run<{ count: number }>(sql`select count(*)::int as count from task_count_changes`)
    await database.run(
      sql`insert into task_count_changes (organization_id, project_id, change)
        select organization_id, id, 0 from projects, generate_series(1, 5000)`,
    )
    // A statement with at least 256 new tasks always folds.
    await client.query(copyTasks(256))
    assert.deepEqual(await pending(), [{ count: 0 }])
    await checkTaskCounts(database)
  })

  /** Explains every statement of a request, and adds up the rows that they read. */
  async function expectFewRows(request: () => Promise<unknown>, mostTasks = maxTasksRead): Promise<void> {
    const plans: Plan[] = []
    for (const statement of await queriesDuring(server.app.database, request))
      if (/^\s*(select|with)/i.test(statement.text))
        plans.push(...allNodes(await planForValues(client, statement)))
    const shown = () => JSON.stringify(plans, null, 1)
    const read = (relations: (relation: string) => boolean) =>
      plans
        .filter((node) => node['Relation Name'] && relations(node['Relation Name']))
        .reduce((sum, node) => sum + rowsReadBy(node), 0)
    assert.ok(read((relation) => relation === 'task_count_changes') > 0, `adds pending changes: ${shown()}`)
    assert.ok(read((relation) => relation === 'tasks') <= mostTasks, shown())
    assert.ok(read(() => true) <= maxRowsRead, shown())
  }
})

/** Inserts tasks of the last year below all stories. */
const copyTasks = (count: number) => `
  insert into tasks (id, project_id, organization_id, number, key, title, status, due_at, completed_at, story_id,
    position, created_by, created_at)
  select gen_random_uuid(), s.project_id, s.organization_id, last.number + n, s.key || '-' || last.number + n, 'Task',
         k.status, at + interval '1 month', case when k.status = 'complete' then at end, s.id,
         position_of(last.number + n), s.created_by, at
    from generate_series(1, ${count}) n
    cross join (select coalesce(max(number), 0) as number from tasks) last
    cross join lateral (select now() - n * interval '365 days' / ${count} as at) times
    cross join lateral (select case n % 4 when 0 then 'todo' when 1 then 'cancelled' else 'complete' end as status) k
    join (select *, row_number() over (order by id) as place from stories) s on s.place = 1 + n % ${stories}`

const fill = [
  `insert into epics (id, organization_id, project_id, number, key, title, position, created_by)
   select gen_random_uuid(), e.organization_id, e.project_id, 1000000 + n, 'E-' || n, 'Epic', position_of(n), e.created_by
     from epics e, generate_series(1, 100) n where e.title = 'Copied'`,
  `insert into stories (id, organization_id, project_id, epic_id, number, key, title, position, created_by)
   select gen_random_uuid(), e.organization_id, e.project_id, e.id, 2000000 + n, 'S-' || n, 'Story', position_of(n),
          e.created_by
     from generate_series(1, ${stories}) n join epics e on e.key = 'E-' || 1 + n % 100`,
  copyTasks(tasks),
]

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import type { InputOf } from '../server/assembly/client.ts'
import { type OwnPostgres, startOwnPostgres } from './faults/own-postgres.ts'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from './harness.ts'
import { allNodes, assertReadsFew, connectLike, fillTasks, planAsServed } from './query-plans.ts'
import { queriesDuring } from './watched-queries.ts'

/*
 * Lists of 50 from many tasks. Each test reads the plan of the statement that the operation sends, after enough runs
 * for PostgreSQL to choose a generic plan. The plan must never read all tasks or sort a whole project.
 * Skips the embedded database: it is meant for one person's work, and filling it would take minutes.
 */

/** The number of tasks. Releases are tested with LIST_ROWS=1000000 TEST_TIMEOUT=600000. */
const size = Number(process.env.LIST_ROWS ?? 200_000)
/** The most rows that a query can read to show 50 and to know that there are more. */
const page = 51
/** The limit for a selective filter: a twentieth of the table, for a value that one row in 500 has. */
const maxFilteredRows = size / 20

type TaskFilter = InputOf<'tasks.list'>

describe(`lists of 50 from ${size.toLocaleString('en')} tasks, on pgsql`, { skip: withoutPostgres }, () => {
  let postgres: OwnPostgres
  let server: TestServer
  let ada: Person
  let client: pg.Client
  const keys = { epic: '', story: '' }
  before(async () => {
    postgres = await startOwnPostgres({ synced: false })
    server = await startOwnServer('pgsql', postgres.settings)
    ada = await server.register('Ada')
    for (const key of ['BIG', 'MID', 'TINY'])
      await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
    keys.epic = (await ada.call('epics.create', { project: 'big', title: 'Epic' })).key
    keys.story = (await ada.call('stories.create', { project: 'big', epic: keys.epic, title: 'Story' })).key
    await fillTasks(server, (each, part) =>
      each.query(insertTasks, [ada.user.id, keys.story, 1 + (part * size) / 2, ((part + 1) * size) / 2]),
    )
    client = await connectLike(server)
  })
  after(async () => {
    await client.end()
    await server.stop()
    postgres.stop('immediate')
    postgres.remove()
  })

  const sorts = ['position', '-priority', 'dueAt', '-updatedAt', '-createdAt', 'createdAt'] as const
  const filters: TaskFilter[] = [
    {},
    { status: ['todo'] },
    { status: ['todo', 'in_progress'] },
    { status: ['blocked'] },
    { priority: ['urgent', 'high'] },
    { type: ['bug'] },
    { assignee: 'me' },
    { assignee: 'none' },
    { label: ['common'] },
    { label: ['area-7'] },
    { label: ['rare'] },
    { label: ['common', 'rare'] },
    { blocked: true },
    { held: true },
    { ready: true },
    { due: 'overdue' },
    { due: 'week' },
    { due: 'none' },
    { search: 'about' },
    { search: 'needle' },
    { search: 'need' },
  ]

  for (const project of ['big', 'tiny', undefined]) {
    for (const sort of sorts) {
      if (sort === 'position' && !project) continue
      it(`reads few rows of ${project ? `one project (${project})` : 'all projects'}, sorted by ${sort}`, async () => {
        for (const filter of filters) await expectFew({ ...filter, ...(project && { project }), sort })
      })
    }
  }

  it('reads few rows of a story and of an epic', async () => {
    for (const sort of sorts)
      for (const below of [{ story: keys.story }, { epic: keys.epic }]) await expectFew({ ...below, sort })
  })

  it('reads as few rows for a page in the middle as for the first one', async () => {
    for (const sort of sorts) {
      let cursor: string | null = null
      for (let pages = 0; pages < 20; pages++) {
        const listed: { nextCursor: string | null } = await ada.call('tasks.list', {
          project: 'big',
          sort,
          limit: 200,
          ...(cursor && { cursor }),
        })
        cursor = listed.nextCursor
      }
      await expectFew({ project: 'big', sort, cursor: cursor! })
    }
  })

  async function expectFew(filter: TaskFilter): Promise<void> {
    const queries = await queriesDuring(server.app.database, () => ada.call('tasks.list', filter))
    const list = queries.find(({ text }) => text.includes('from tasks t'))!
    const { project: _, sort: __, cursor: ___, ...narrowed } = filter
    const filtered = Object.keys(narrowed).length > 0
    const maxRows = filtered ? maxFilteredRows : page
    const plan = await planAsServed(client, list)
    assertReadsFew(plan, ['tasks'], maxRows, JSON.stringify(filter))
    for (const node of allNodes(plan).filter((each) => named.includes(each['Relation Name'] ?? '')))
      assert.ok(
        node['Actual Loops'] <= page,
        `${JSON.stringify(filter)} looks up names of tasks beyond the page`,
      )
  }
})

/** The tables with the names that a list shows. */
const named = ['users', 'agents', 'stories', 'features']

/** SQL for one of `ofMany` values, pseudo-random, so that the properties of a task don't correlate. */
const one = (ofMany: number, what: number) => `(hashint4(n + ${what * 1_000_003}) & 2147483647) % ${ofMany}`

const insertTasks = `
  insert into tasks (id, project_id, organization_id, number, key, title, status, priority, type, labels, due_at,
    assignee_user_id, open_blockers, story_id, position, created_by, updated_at, lease_until, claimed_at, claimed_by)
  select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, p.id, p.organization_id, 10 + n,
         p.key || '-' || 10 + n,
         'Task about ' || case when ${one(10_000, 1)} = 7 then 'needle ' else '' end || 'number ' || (${one(5000, 2)}),
         (array['todo', 'todo', 'todo', 'complete', 'complete', 'complete', 'backlog', 'backlog', 'in_progress',
           case when ${one(50, 3)} = 0 then 'blocked' else 'in_review' end])[1 + ${one(10, 4)}],
         (array['none', 'none', 'none', 'low', 'medium', 'medium', 'medium', 'medium', 'high',
           case when ${one(10, 5)} = 0 then 'urgent' else 'high' end])[1 + ${one(10, 6)}],
         case when ${one(7, 7)} = 0 then 'bug' else 'task' end,
         array_remove(array[case when ${one(2, 9)} = 0 then 'common' end, 'area-' || (${one(200, 17)}),
           case when ${one(50_000, 8)} = 3 then 'rare' end], null),
         case when ${one(4, 10)} = 0 then now() + (${one(20_000, 11)} - 5000) * interval '1 hour' end,
         case when ${one(2000, 12)} = 0 then $1::uuid end, case when ${one(200, 13)} = 0 then 1 else 0 end,
         case when p.key = 'BIG' and ${one(5000, 14)} = 0 then s.id end,
         position_of(500001000 + n), s.created_by, now() - ${one(1_000_000, 15)} * interval '1 second',
         case when ${one(10_000, 16)} = 0 then now() + interval '1 hour' end, now(), s.created_by
    from generate_series($3::int, $4::int) n join stories s on s.key = $2
    join projects p on p.key = case when n % 100 = 0 then 'TINY' when n % 10 < 3 then 'MID' else 'BIG' end`

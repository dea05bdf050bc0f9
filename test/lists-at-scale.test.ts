import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { Sql } from '../server/database/sql.ts'
import type { InputOf } from '../server/assembly/client.ts'
import { type OwnPostgres, startOwnPostgres } from './faults/own-postgres.ts'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'
import { queriesDuring } from './watched-queries.ts'

/*
 * Lists of 50 from many tasks. Each test reads the plan of the statement that the operation sends, after enough runs
 * for PostgreSQL to choose a generic plan. The plan must never read all tasks or sort a whole project.
 * Skips the embedded database: it is meant for one person's work, and filling it would take minutes.
 */
const skip = engines.includes('pgsql') ? false : 'PostgreSQL is not installed'

/** The number of tasks. Releases are tested with LIST_ROWS=1000000 TEST_TIMEOUT=600000. */
const size = Number(process.env.LIST_ROWS ?? 200_000)
/** The most rows that a query can read to show 50 and to know that there are more. */
const page = 51
/** The limit for a selective filter: a twentieth of the table, for a value that one row in 500 has. */
const maxFilteredRows = size / 20

type TaskFilter = InputOf<'tasks.list'>

describe(`lists of 50 from ${size.toLocaleString('en')} tasks, on pgsql`, { skip }, () => {
  let postgres: OwnPostgres
  let server: TestServer
  let ada: Person
  // Uses its own database connection, because the server's statement timeout is too short to fill a table.
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
    client = await connect()
    await fill()
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

  it('reads few rows for epics with their progress', async () => {
    const [, list] = await queriesDuring(server.app.database, () =>
      ada.call('epics.list', { project: 'big' }),
    )
    expectCheap(await planOf(list!), 'epics.list', maxFilteredRows)
  })

  async function connect(): Promise<pg.Client> {
    const connected = new pg.Client({ connectionString: server.environment.DATABASE_URL })
    await connected.connect()
    return connected
  }

  async function expectFew(filter: TaskFilter): Promise<void> {
    const queries = await queriesDuring(server.app.database, () => ada.call('tasks.list', filter))
    const list = queries.find(({ text }) => text.includes('from tasks t'))!
    const { project: _, sort: __, cursor: ___, ...narrowed } = filter
    const filtered = Object.keys(narrowed).length > 0
    expectCheap(await planOf(list), JSON.stringify(filter), filtered ? maxFilteredRows : page)
  }

  function expectCheap(plan: Plan, label: string, maxRows: number): void {
    const nodes = allNodes(plan)
    const shown = () => `${label}: ${JSON.stringify(plan, null, 1)}`
    const onTasks = nodes.filter((node) => node['Relation Name'] === 'tasks')
    assert.ok(onTasks.length > 0, shown())
    for (const node of onTasks) assert.notEqual(node['Node Type'], 'Seq Scan', shown())
    const looked = onTasks.reduce((sum, node) => sum + touched(node), 0)
    assert.ok(looked <= maxRows, `${looked} tasks looked at by ${shown()}`)
  }

  /** Plans a statement as the server runs it: prepared, and generic after five runs if that isn't more expensive. */
  async function planOf({ text, values, isPrepared }: Sql): Promise<Plan> {
    const explain = 'explain (analyze, timing off, format json)'
    if (!isPrepared) return planIn(await client.query(`${explain} ${text}`, [...values]))
    await client.query(`deallocate all; prepare list as ${text}`)
    const execute = `execute list(${values.map(literal).join(', ')})`
    for (let times = 0; times < 6; times++) await client.query(execute)
    return planIn(await client.query(`${explain} ${execute}`))
  }

  /** Inserts rows over two connections, and creates indexes afterwards: updating them for each row would be slower. */
  async function fill(): Promise<void> {
    const clients = [client, await connect()]
    for (const each of clients)
      await each.query(
        `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set session_replication_role = replica`,
      )
    const { rows: indexes } = await client.query<{ indexdef: string; name: string }>(
      `select indexdef, indexname as name from pg_indexes
        where tablename = 'tasks' and indexname not in (select conname from pg_constraint)`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `alter table tasks drop constraint tasks_project_id_number_key;
       alter table tasks drop constraint tasks_id_project_id_key`,
    )
    await Promise.all(
      clients.map((each, part) =>
        each.query(insertTasks, [ada.user.id, keys.story, 1 + (part * size) / 2, ((part + 1) * size) / 2]),
      ),
    )
    const left = indexes.map(({ indexdef }) => indexdef)
    await Promise.all(
      clients.map(async (each) => {
        for (let next = left.pop(); next; next = left.pop()) await each.query(next)
      }),
    )
    // Samples a large part of the rows, so that the planner has the same statistics on every run.
    await client.query('set default_statistics_target = 1000')
    await client.query('vacuum analyze')
    for (const each of clients) await each.query('reset session_replication_role')
    await clients[1]!.end()
  }
})

function planIn({ rows }: { rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }): Plan {
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** Returns the number of rows that a node read: those it returned and those it filtered out. */
function touched(node: Plan): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

function allNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(allNodes)]
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map((each) => JSON.stringify(each)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}

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

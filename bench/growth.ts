import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientFor } from '../test/harness.ts'
import { signUp } from '../test/sign-up.ts'
import { type Cost, type Measured, costOf } from './costs.ts'
import { type Instance, onInstance } from './instance.ts'

/** The numbers of tasks, and of rows in the journal. */
const sizes = (process.env.BENCH_SIZES ?? '1000,10000,100000,300000').split(',').map(Number)
/** A request is flat if the largest size costs at most this multiple of the smallest one. */
const flat = 1.5

/**
 * Measures requests while the instance grows: a quarter of the tasks in an older project, the rest in a newer one, and
 * a small project beside them that doesn't grow. Prints the CPU time, because other programs disturb the duration.
 */
export function run(): Promise<void> {
  return onInstance(async (instance) => {
    const first = await instance.start()
    const token = await prepare(first.url)
    await first.stop()
    const database = new pg.Client({ connectionString: instance.settings.DATABASE_URL })
    await database.connect()
    const results = new Map<string, Cost[]>()
    try {
      for (const size of sizes) {
        await grow(database, size)
        for (const [what, cost] of await measure(instance, token))
          results.set(what, [...(results.get(what) ?? []), cost])
      }
    } finally {
      await database.end()
    }
    print(results)
  })
}

async function prepare(url: string): Promise<string> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  for (const name of ['Older', 'Newer', 'Small']) {
    const project = name.toLowerCase()
    await call('projects.create', { name, slug: project, key: name.toUpperCase() })
    const epic = await call('epics.create', { project, title: 'Epic' })
    await call('stories.create', { project, epic: epic.key, title: 'Story' })
    for (let task = 0; task < 100; task++)
      await call('tasks.create', { project, title: `Task ${task}`, labels: ['common'] })
  }
  return token
}

/** Adds tasks to both large projects, and rows to the journal, without a request for each. */
async function grow(database: pg.Client, size: number): Promise<void> {
  await database.query('set synchronous_commit = off')
  for (const [project, share] of [
    ['older', 0.25],
    ['newer', 0.75],
  ] as const)
    await database.query(insertTasks, [project, Math.round(size * share)])
  await database.query(
    `insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, subject_key, version)
     select gen_random_uuid(), t.organization_id, t.project_id, t.created_by, 'task.updated', 'task', t.id, t.key, 1
       from (select * from tasks order by id limit 1) t,
            generate_series(1, $1 - (select count(*)::int from journal))`,
    [size],
  )
  await database.query('vacuum analyze')
}

const insertTasks = `
  with p as (
    select p.*, (select count(*)::int from tasks t where t.project_id = p.id) as stored,
           (select s.id from stories s where s.project_id = p.id) as story_id,
           (select t.created_by from tasks t where t.project_id = p.id limit 1) as author
      from projects p where p.slug = $1
  ), inserted as (
    insert into tasks (id, project_id, organization_id, number, key, title, status, labels, story_id, position, created_by)
    select gen_random_uuid(), p.id, p.organization_id, p.last_number + n, p.key || '-' || (p.last_number + n),
           'Task number ' || n, (array['todo', 'todo', 'complete', 'backlog', 'in_review'])[1 + n % 5],
           case when n % 2 = 0 then array['common'] when n % 500 = 1 then array['rare'] else '{}' end,
           case when n % 10 = 0 then p.story_id end, position_of(p.last_position + n), p.author
      from p, generate_series(1, $2 - p.stored) n
    returning 1
  )
  update projects set last_number = last_number + added, last_position = last_position + added
    from (select count(*)::int as added from inserted) as counted where slug = $1`

async function measure(instance: Instance, token: string): Promise<[string, Cost][]> {
  const startedAt = performance.now()
  const server = await instance.start()
  const wall = (performance.now() - startedAt) * 1000
  const call = clientFor(server.url, token)
  // Indexing what was added would count as the cost of the first requests.
  while (!(await call('search.getStatus', {})).following) await pause(50)
  const device = await call('devices.register', { machine: `bench ${server.pid}`, name: 'Bench' })
  let pulled: { nextCursor?: string; hasMore: boolean } = { hasMore: true }
  while (pulled.hasMore) {
    const { nextCursor: cursor } = pulled
    pulled = await call('sync.pull', { device: device.id, limit: 1000, ...(cursor && { cursor }) })
  }
  const requests: [string, () => Promise<unknown>][] = [
    ...['newer', 'older', 'small'].map((project): [string, () => Promise<unknown>] => [
      `list of the ${project} project`,
      () => call('tasks.list', { project }),
    ]),
    [
      'list by status and label',
      () => call('tasks.list', { project: 'newer', status: ['todo'], label: ['rare'] }),
    ],
    ['project with its progress', () => call('projects.get', { project: 'newer' })],
    ['first page of the tree', () => call('projects.tree', { project: 'newer', limit: 100 })],
    ['activity', () => call('activity.list', { project: 'newer' })],
    ['events', () => call('activity.listEvents', { limit: 50 })],
    ['pull without changes', () => call('sync.pull', { device: device.id, cursor: pulled.nextCursor! })],
    ['claim', () => call('tasks.claim', { project: 'newer' })],
    ['create', () => call('tasks.create', { project: 'newer', title: 'Another task' })],
  ]
  const measured: Measured = { server: server.pid, postgres: instance.postgres }
  const costs: [string, Cost][] = []
  for (const [what, request] of requests) costs.push([what, await costOf(measured, request)])
  await server.stop()
  return [['start', { wall, main: 0, workers: 0, database: 0 }], ...costs]
}

function print(results: Map<string, Cost[]>): void {
  console.log(
    `Growth: one request in ms at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} tasks`,
  )
  console.log(`  ${''.padEnd(30)} ${['duration', 'main thread', 'other threads', 'database'].join(', ')}`)
  for (const [what, costs] of results) {
    const cells = costs.map(({ wall, main, workers, database }) =>
      (what === 'start' ? [wall] : [wall, main, workers, database])
        .map((part) => (part / 1000).toFixed(1).padStart(6))
        .join(' '),
    )
    console.log(`  ${what.padEnd(30)} ${cells.join('  |')}  ${verdict(costs)}`)
  }
}

function verdict(costs: Cost[]): string {
  const total = ({ main, workers, database }: Cost) => main + workers + database
  if (total(costs[0]!) === 0) return ''
  const ratio = total(costs.at(-1)!) / total(costs[0]!)
  return `  CPU ${ratio.toFixed(2)}x  ${ratio <= flat ? 'flat' : 'GROWS'}`
}

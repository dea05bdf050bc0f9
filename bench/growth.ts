import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { clientFor } from '../test/harness.ts'
import { signUp } from '../test/sign-up.ts'
import { type Cost, costOf, costOfStart } from './costs.ts'
import { grow } from './growth/fill.ts'
import { type AnyInstance, onEmbeddedInstance, onInstance } from './instance.ts'
import { type McpClient, connectSession } from './mcp/clients.ts'

const isEmbedded = process.env.BENCH_ENGINE === 'pglite'
/** The numbers of tasks, and of rows in the journal. */
const defaultSizes = isEmbedded ? '1000,10000,100000' : '1000,10000,100000,300000'
const sizes = (process.env.BENCH_SIZES ?? defaultSizes).split(',').map(Number)
/** A request is flat if the largest size costs at most this multiple of the smallest one. */
const flat = 1.5

/**
 * Measures requests while the instance grows: a quarter of the tasks in an older project, the rest in a newer one, and
 * a small project beside them that doesn't grow. Prints the CPU time, because other programs disturb the duration.
 * BENCH_ENGINE=pglite measures the embedded database, which is one of the other threads.
 */
export function run(): Promise<void> {
  return isEmbedded ? onEmbeddedInstance(measureAll) : onInstance(measureAll)
}

async function measureAll(instance: AnyInstance): Promise<void> {
  const first = await instance.start()
  const token = await prepare(first.url)
  await first.stop()
  const results = new Map<string, Cost[]>()
  for (const size of sizes) {
    await grow(instance.settings, size)
    for (const [what, cost] of await measure(instance, token))
      results.set(what, [...(results.get(what) ?? []), cost])
  }
  print(results)
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
  // The added entries have random vectors, so the search for this one has something to find.
  const content = 'The shop in Oslo has a problem with its checkout.'
  await call('memories.store', { scope: 'project', project: 'newer', content })
  return token
}

async function measure(instance: AnyInstance, token: string): Promise<[string, Cost][]> {
  const { server, cost: start } = await costOfStart(() => instance.start(), instance.postgres)
  const call = clientFor(server.url, token)
  // Indexing what was added would count as the cost of the first requests.
  while (!(await call('search.getStatus', {})).following) await pause(50)
  const device = await call('devices.register', { machine: `bench ${server.pid}`, name: 'Bench' })
  let pulled: { nextCursor?: string; hasMore: boolean } = { hasMore: true }
  while (pulled.hasMore) {
    const { nextCursor: cursor } = pulled
    pulled = await call('sync.pull', { device: device.id, limit: 1000, ...(cursor && { cursor }) })
  }
  const { value } = await call('credentials.createMcpToken', { name: 'bench' })
  const agent = await connectSession(server.url, value)
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
    ['search of everything', () => call('search.find', { q: 'task number 77' })],
    ['memory search of an agent', () => searchMemory(agent)],
    ['claim', () => call('tasks.claim', { project: 'newer' })],
    ['create', () => call('tasks.create', { project: 'newer', title: 'Another task' })],
  ]
  const measured = { server: server.pid, ...(instance.postgres && { postgres: instance.postgres }) }
  const costs: [string, Cost][] = [['start', start]]
  for (const [what, request] of requests) costs.push([what, await costOf(measured, request)])
  agent.close()
  await server.stop()
  return costs
}

async function searchMemory(agent: McpClient): Promise<void> {
  // Always the same, so that its vector is cached: only the search is measured.
  const query = 'Which shop has a problem with its checkout?'
  const result = await agent.call('search_memory', { project: 'newer', query })
  assert.match(result, /The shop in Oslo/)
}

function print(results: Map<string, Cost[]>): void {
  console.log(
    `Growth, ${isEmbedded ? 'embedded' : 'PostgreSQL'}: one request in ms at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} tasks`,
  )
  console.log(`  ${''.padEnd(30)} ${['duration', 'main thread', 'other threads', 'database'].join(', ')}`)
  for (const [what, costs] of results) {
    const cells = costs.map(({ wall, main, workers, database }) =>
      [wall, main, workers, database].map((part) => (part / 1000).toFixed(1).padStart(6)).join(' '),
    )
    console.log(`  ${what.padEnd(30)} ${cells.join('  |')}  ${verdict(costs)}`)
  }
}

function verdict(costs: Cost[]): string {
  const total = ({ main, workers, database }: Cost) => main + workers + database
  const ratio = total(costs.at(-1)!) / total(costs[0]!)
  return `  CPU ${ratio.toFixed(2)}x  ${ratio <= flat ? 'flat' : 'GROWS'}`
}

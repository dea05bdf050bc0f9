import { clientFor } from '../test/harness.ts'
import { startRedis } from '../test/partners/redis.ts'
import type { ServerProcess } from '../test/partners/server-process.ts'
import { signUp } from '../test/sign-up.ts'
import { type CpuParts, dividedBy, startCpuMeter } from './costs.ts'
import { onInstance } from './instance.ts'
import { type Request, load } from './load.ts'
import { median } from './report.ts'

const clients = 16
const rounds = 5
const requests = 2000

/**
 * Compares the CPU time of a request on one of two nodes with that of requests spread over both. Requests per second show
 * little on nodes that share the cores of one machine. With the same CPU time, two machines serve twice as many.
 */
export async function run(): Promise<void> {
  const redis = await startRedis()
  try {
    await onInstance(async ({ settings, postgres, start }) => {
      const environment = { ...settings, REDIS_URL: redis.url }
      const nodes = [await start(undefined, environment), await start(undefined, environment)]
      const meters = nodes.map(({ pid }, index) => ({ server: pid, ...(index === 0 && { postgres }) }))
      const workloads = await prepare(nodes[0]!.url)
      console.log(`Nodes: CPU of all nodes and the database for one request, ${clients} clients`)
      for (const [name, request] of Object.entries(workloads)) {
        const results = await inTurns([nodes.slice(0, 1), nodes], async (used) => {
          const stopMeters = meters.map(startCpuMeter)
          const startedAt = performance.now()
          await spread(used, request)
          const seconds = (performance.now() - startedAt) / 1000
          return {
            ...dividedBy(requests, sum(stopMeters.map((stop) => stop()))),
            perSecond: requests / seconds,
          }
        })
        for (const [index, result] of results.entries()) print(`${name}, on ${index + 1}`, result)
      }
    })
  } finally {
    await redis.remove()
  }
}

type Result = CpuParts & { perSecond: number }

/** Sends a part of the requests to each node, from the same number of clients in total. */
async function spread(nodes: ServerProcess[], request: Request): Promise<void> {
  const share = nodes.length
  await Promise.all(nodes.map(({ url }) => load(url, request, requests / share, clients / share)))
}

/** Measures each of the groups in turns, after a round that warms up. Returns the medians. */
async function inTurns<Group>(
  groups: Group[],
  measure: (group: Group) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[][] = groups.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, group] of groups.entries()) {
      const result = await measure(group)
      if (round > 0) results[index]!.push(result)
    }
  return results.map((each) => {
    const of = (part: keyof Result) => median(each.map((result) => result[part]))
    return {
      main: of('main'),
      workers: of('workers'),
      database: of('database'),
      perSecond: of('perSecond'),
    }
  })
}

async function prepare(url: string): Promise<Record<string, Request>> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  await clientFor(url, token)('projects.create', { name: 'Website' })
  const headers = { Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ project: 'website', title: 'A task of an ordinary size' })
  const create: Request = { method: 'POST', path: '/api/tasks', headers, body: () => body }
  await load(url, create, 100, 1)
  return { 'list 50 tasks': { method: 'GET', path: '/api/tasks?limit=50', headers }, 'create a task': create }
}

function sum(parts: CpuParts[]): CpuParts {
  const of = (part: keyof CpuParts) => parts.reduce((total, each) => total + each[part], 0)
  return { main: of('main'), workers: of('workers'), database: of('database') }
}

function print(label: string, { main, workers, database, perSecond }: Result): void {
  const [all, ...parts] = [main + workers + database, main, workers, database].map((part) => part.toFixed(0))
  console.log(
    `  ${label.padEnd(22)} ${all} µs: main threads ${parts[0]}, other threads ${parts[1]}, database ${parts[2]}; ` +
      `${perSecond.toFixed(0)} requests per second`,
  )
}

import fs from 'node:fs'
import { median } from './report.ts'

/** CPU time in microseconds, of each part of an instance. */
export interface CpuParts {
  main: number
  workers: number
  database: number
}

/** What one request costs in microseconds: the time of its client, and the CPU time of each part. */
export interface Cost extends CpuParts {
  wall: number
}

/** The processes whose CPU time is measured. */
export interface Measured {
  server: number
  /** The process that started the processes of the connections, if the program has a PostgreSQL. */
  postgres?: number
}

/** Starts to measure. The returned function returns the CPU time since then. */
export function startCpuMeter(measured: Measured): () => CpuParts {
  const before = cpuTimes(measured)
  return () => sumsSince(before, cpuTimes(measured))
}

/**
 * Returns the median cost of a request. The CPU time is that of a whole round, because a thread can finish its work
 * after the response. The first round warms up the compiler, the caches and the prepared statements.
 */
export async function costOf(
  measured: Measured,
  request: () => Promise<unknown>,
  { count = 20, rounds = 5 } = {},
): Promise<Cost> {
  const walls: number[] = []
  const parts: CpuParts[] = []
  for (let round = 0; round <= rounds; round++) {
    const usedCpu = startCpuMeter(measured)
    const durations: number[] = []
    for (let at = 0; at < count; at++) {
      const startedAt = performance.now()
      await request()
      durations.push((performance.now() - startedAt) * 1000)
    }
    if (round === 0) continue
    const used = usedCpu()
    walls.push(...durations)
    parts.push(dividedBy(count, used))
  }
  const of = (part: keyof CpuParts) => median(parts.map((each) => each[part]))
  return { wall: median(walls), main: of('main'), workers: of('workers'), database: of('database') }
}

/** Returns the CPU time of one unit of work, when `count` of them run concurrently. */
export async function partsPerPiece(
  measured: Measured,
  work: (count: number) => Promise<unknown>,
  count: number,
): Promise<CpuParts> {
  const usedCpu = startCpuMeter(measured)
  await work(count)
  return dividedBy(count, usedCpu())
}

export function dividedBy(count: number, { main, workers, database }: CpuParts): CpuParts {
  return { main: main / count, workers: workers / count, database: database / count }
}

/** Starts a server and returns what that costs. The connections that it opens are new processes. */
export async function costOfStart<Server extends { pid: number }>(
  start: () => Promise<Server>,
  postgres?: number,
): Promise<{ server: Server; cost: Cost }> {
  const before = { main: new Map(), workers: new Map(), database: databaseTimes(postgres) }
  const startedAt = performance.now()
  const server = await start()
  const wall = (performance.now() - startedAt) * 1000
  const measured = { server: server.pid, ...(postgres && { postgres }) }
  return { server, cost: { wall, ...sumsSince(before, cpuTimes(measured)) } }
}

type CpuTimes = Record<keyof CpuParts, Map<string, number>>

function cpuTimes({ server, postgres }: Measured): CpuTimes {
  const threads = fs.readdirSync(`/proc/${server}/task`)
  return {
    main: readTimes([`${server}/task/${server}`]),
    workers: readTimes(
      threads.filter((thread) => Number(thread) !== server).map((thread) => `${server}/task/${thread}`),
    ),
    database: databaseTimes(postgres),
  }
}

function databaseTimes(postgres: number | undefined): Map<string, number> {
  if (postgres === undefined) return new Map()
  return readTimes(fs.readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8').trim().split(' '))
}

/** Reads the CPU times in microseconds. The kernel counts these in nanoseconds, those of `stat` in 10 ms. */
function readTimes(threads: string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const thread of threads) {
    try {
      times.set(thread, Number(fs.readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000)
    } catch {
      // It has ended.
    }
  }
  return times
}

/** Leaves out threads and processes that ended, such as those of a vacuum. */
function sumsSince(before: CpuTimes, after: CpuTimes): CpuParts {
  const sum = (part: keyof CpuTimes) =>
    [...after[part]].reduce((total, [thread, time]) => total + time - (before[part].get(thread) ?? 0), 0)
  return { main: sum('main'), workers: sum('workers'), database: sum('database') }
}

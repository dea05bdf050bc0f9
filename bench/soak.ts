import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startRedis } from '../test/partners/redis.ts'
import type { ServerProcess } from '../test/partners/server-process.ts'
import { onInstance } from './instance.ts'
import { machineFacts } from './report.ts'
import { runAgent } from './soak/agent.ts'
import { drawChart } from './soak/chart.ts'
import { runPerson } from './soak/person.ts'
import { type Sample, metricsToken, sampleDatabase, sampleNode } from './soak/samples.ts'
import { minMinutes, unexplainedGrowth } from './soak/series.ts'
import { shortTable, tableHead, tableRow } from './soak/table.ts'
import { TimingRecorder } from './soak/timings.ts'
import { buildSoakWorld } from './soak/world.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 30)
const chart = process.env.SOAK_CHART ?? path.join(import.meta.dirname, '../docs/images/soak.svg')
const size = { agents: 50, people: 20 }
const intervalMs = Math.min(60_000, Math.max(5000, (minutes * 60_000) / 24))

/**
 * Runs agents over MCP, and people over HTTP and the live hub, on two nodes with PostgreSQL and Redis. Measures latency
 * and resources over time. Fails if a request fails or if something grows without a reason. After SIGINT it still
 * writes the results so far.
 */
export async function run(): Promise<void> {
  const redis = await startRedis()
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  try {
    await onInstance(async ({ settings, start }) => {
      const environment = {
        ...settings,
        REDIS_URL: redis.url,
        METRICS_TOKEN: metricsToken,
        // As in `npm start`.
        NODE_OPTIONS: '--max-semi-space-size=16',
      }
      const nodes = [await start(undefined, environment), await start(undefined, environment)]
      const { people, agents, projects } = await buildSoakWorld(nodes[0]!.url, settings.DATABASE_URL, size)
      console.log(`Soak: ${size.agents} agents and ${size.people} people on two nodes for ${minutes} minutes`)
      const timings = new TimingRecorder()
      const samples: Sample[] = []
      const stop = new AbortController()
      const options = { timings, signal: AbortSignal.any([stop.signal, interrupt.signal]) }
      const urlOf = (number: number) => nodes[number % nodes.length]!.url
      const clients = [
        ...agents.map((token, number) => runAgent({ url: urlOf(number), token, number, projects }, options)),
        ...people.map((token, number) => runPerson({ url: urlOf(number), token, projects }, options)),
      ]
      try {
        await collectSamples(samples, nodes, settings.DATABASE_URL, timings, interrupt.signal)
      } finally {
        report(samples, timings)
        stop.abort()
        await Promise.all(clients)
      }
    })
  } catch (error) {
    // An interrupt in a terminal also ends the nodes.
    if (!interrupt.signal.aborted) throw error
  } finally {
    await redis.remove()
  }
}

async function collectSamples(
  samples: Sample[],
  nodes: ServerProcess[],
  databaseUrl: string,
  timings: TimingRecorder,
  signal: AbortSignal,
): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const startedAt = performance.now()
  console.log(tableHead())
  try {
    while (performance.now() - startedAt < minutes * 60_000) {
      await pause(intervalMs, undefined, { signal })
      const sample = {
        minute: (performance.now() - startedAt) / 60_000,
        ...timings.take(),
        failures: [...timings.failures.values()].reduce((sum, count) => sum + count, 0),
        nodes: await Promise.all(nodes.map(sampleNode)),
        ...(await sampleDatabase(database)),
      }
      samples.push(sample)
      console.log(tableRow(sample))
    }
  } finally {
    await database.end()
  }
}

function report(samples: Sample[], { failures }: TimingRecorder): void {
  if (samples.length === 0) return console.log('The soak was too short for a result.')
  const total = samples.at(-1)!.minute
  console.log(`\nSoak: ${total.toFixed(1)} minutes, durations in ms\n\n${shortTable(samples)}\n`)
  fs.writeFileSync(chart, drawChart(samples, `${machineFacts()}, ${new Date().toISOString().slice(0, 10)}`))
  console.log(`The chart is in ${path.relative(process.cwd(), chart)}.`)
  const problems = [
    ...[...failures].map(([message, count]) => `${count} failures: ${message}`),
    ...unexplainedGrowth(samples),
  ]
  for (const problem of problems) console.error(`  PROBLEM: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else if (total < minMinutes)
    console.log(`  No request failed. Growth is checked from ${minMinutes} minutes on.`)
  else console.log('  No request failed, and nothing grew without a reason.')
}

import { startCommand } from '../scripts/command.ts'
import { whileQuiet } from './quiet.ts'
import { machineFacts } from './report.ts'

type Benchmark = () => Promise<{ run: () => Promise<void> }>

/** Runs all benchmarks, or the named ones: `npm run bench tasks`. Each prints its own table. */
const benchmarks: Record<string, Benchmark> = {
  tasks: () => import('./tasks.ts'),
  analytics: () => import('./analytics.ts'),
  claims: () => import('./claims.ts'),
  code: () => import('./code.ts'),
  growth: () => import('./growth.ts'),
  hub: () => import('./hub.ts'),
  list: () => import('./list.ts'),
  maintenance: () => import('./maintenance.ts'),
  mcp: () => import('./mcp.ts'),
  memory: () => import('./memory.ts'),
  nodes: () => import('./nodes.ts'),
  peers: () => import('./peers.ts'),
  retrieval: () => import('./retrieval.ts'),
  'sign-in': () => import('./sign-in.ts'),
  site: () => import('./site.ts'),
  start: () => import('./start.ts'),
  sync: () => import('./sync.ts'),
  tunnel: () => import('./tunnel.ts'),
  'who-is-known': () => import('./who-is-known.ts'),
}

/** Benchmarks that run only if they are named, because they take half an hour. */
const longBenchmarks: Record<string, Benchmark> = {
  soak: () => import('./soak.ts'),
}

const available = { ...benchmarks, ...longBenchmarks }
const names = Object.keys(available).join(', ')
startCommand(
  `Usage: npm run bench -- [name…]\n\nRuns the named benchmarks: ${names}. Without a name, runs all except ` +
    `${Object.keys(longBenchmarks).join(', ')}.`,
)
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in available))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Available: ${names}.`)
  process.exit(1)
}

// Otherwise new instances embed the handbook during the measurement, which takes half a minute of CPU time.
const { buildVectors } = await import('../scripts/build-vectors.ts')
await buildVectors()
console.log(`${machineFacts()}\n`)
for (const name of named.length > 0 ? named : Object.keys(benchmarks)) {
  const { run } = await available[name]!()
  const problem = await whileQuiet(run)
  if (!problem) continue
  console.error(`\nThe results of ${name} are not reliable: ${problem}. Stop them and run it again.\n`)
  process.exitCode = 1
}

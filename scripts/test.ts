import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { searchLogs } from '../test/evidence.ts'
import { embeddedTemplate } from '../test/fresh-database.ts'
import { type Postgres, hasPgvector, postgresBinaries, startPostgres } from '../test/partners/postgres.ts'
import { createTemplate } from '../test/postgres-template.ts'
import { buildDashboard } from './build-dashboard.ts'
import { allTests } from './test-batches.ts'

/**
 * Runs all tests, or the files that are named. Makes the template database and the dashboard first, which several files
 * would otherwise make at the same time; starts a PostgreSQL server for the run where one is installed. In CI a missing
 * partner is a failure, elsewhere its tests are left out, and it says so.
 */
const named = process.argv.slice(2)

// A hundred processes load the same thousand modules.
const compiled = new URL('../node_modules/.cache/baton/compiled', import.meta.url).pathname

await embeddedTemplate()
await buildDashboard()
const postgres = await startPartner()
const evidence = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-evidence-'))
try {
  process.exitCode = (await runTests()) || lookForSecrets()
} finally {
  fs.rmSync(evidence, { recursive: true })
  postgres?.stop()
  postgres?.remove()
}

async function startPartner(): Promise<Postgres | undefined> {
  const binaries = postgresBinaries()
  const missing = binaries && hasPgvector(binaries) ? undefined : binaries ? 'pgvector' : 'PostgreSQL'
  if (missing) {
    if (process.env.CI) throw new Error(`CI tests on PostgreSQL, and ${missing} is not installed.`)
    const how = missing === 'pgvector' ? ' (scripts/install-pgvector.sh)' : ''
    console.log(`${missing} is not installed${how}: testing on the embedded database alone.`)
    return undefined
  }
  const server = await startPostgres({ synced: false })
  process.env.TEST_POSTGRES_URL = server.url('postgres')
  await createTemplate()
  return server
}

function runTests(): Promise<number> {
  const files = named.length > 0 ? named : allTests(evidence)
  const reporter = process.env.CI ? 'spec' : 'dot'
  const options = [
    '--test',
    `--test-reporter=${reporter}`,
    `--test-timeout=${process.env.TEST_TIMEOUT ?? 240_000}`,
    // By itself it leaves a core free, of two: but tests wait for servers and browsers more than they work.
    `--test-concurrency=${os.availableParallelism()}`,
    '--disable-warning=ExperimentalWarning',
    // A process that lives for seconds does not get back what it costs to optimize the embedded database.
    '--wasm-tiering-budget=300000000',
    `--import=${new URL('../test/unsynced.ts', import.meta.url).href}`,
  ]
  const env = { ...process.env, TEST_EVIDENCE: evidence, NODE_COMPILE_CACHE: compiled }
  const tests = spawn(process.execPath, [...options, ...files], { stdio: 'inherit', env })
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
}

/** Nothing that was logged in all these tests may hold a secret that was used in any of them. */
function lookForSecrets(): number {
  const { secrets, lines, leaked } = searchLogs(evidence)
  if (leaked.length === 0) {
    console.log(`None of ${secrets} secrets stands in the ${lines} lines that the servers logged.`)
    return 0
  }
  console.error(`These secrets were logged:\n${leaked.join('\n')}`)
  return 1
}

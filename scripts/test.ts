import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { searchLogs } from '../test/evidence.ts'
import { embeddedTemplate } from '../test/fresh-database.ts'
import { type Partner, missingFor } from '../test/partners/installed.ts'
import { type Postgres, startPostgres } from '../test/partners/postgres.ts'
import { createTemplate } from '../test/postgres-template.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildVectors } from './build-vectors.ts'
import { chooseTests } from './choose-tests.ts'
import { printSummary } from './test-summary.ts'

/*
 * Runs tests:
 *   npm test                        all but the faults
 *   npm test -- <files>             these files
 *   npm test -- --changed           what the changes since main affect
 *   npm test -- --test-shard 1/2    a half of them; other flags of `node --test` work too
 *   npm run test:faults             the faults: see test-groups.ts
 * Creates the template database, the dashboard and the vectors of the handbook first, which several files would otherwise
 * create at the same time, and starts a PostgreSQL server. In CI a missing partner is a failure; elsewhere its tests are skipped.
 */
const evidence = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-evidence-'))
const { files, flags, isNamed, partners } = chooseTests(process.argv.slice(2), evidence)
const summary = path.join(evidence, 'summary.json')
let postgres: Postgres | undefined
try {
  if (files.length > 0) {
    const missing = partners.filter(isMissing)
    await Promise.all([embeddedTemplate(), buildDashboard(), buildVectors()])
    if (!missing.includes('postgres')) postgres = await startTestPostgres()
    process.exitCode = (await runTests()) || searchForSecrets()
    printSummary(summary)
  }
} finally {
  fs.rmSync(evidence, { recursive: true })
  postgres?.stop()
  postgres?.remove()
}

function isMissing(partner: Partner): boolean {
  const sentence = missingFor(partner)
  if (sentence === undefined) return false
  if (process.env.CI) throw new Error(`CI runs every test. ${sentence}`)
  console.log(sentence)
  return true
}

async function startTestPostgres(): Promise<Postgres> {
  const server = await startPostgres({ synced: false })
  process.env.TEST_POSTGRES_URL = server.socketUrl('postgres')
  await createTemplate()
  return server
}

function runTests(): Promise<number> {
  // CI logs and runs of named files list every test. A local run of all tests prints dots.
  const reporter = process.env.CI || isNamed ? 'spec' : 'dot'
  const options = [
    '--test',
    ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${moduleUrl('./test-summary.ts')}`, `--test-reporter-destination=${summary}`],
    `--test-timeout=${process.env.TEST_TIMEOUT ?? 240_000}`,
    // By default it leaves one core of two free: but tests wait for servers and browsers more than they work.
    `--test-concurrency=${os.availableParallelism()}`,
    '--disable-warning=ExperimentalWarning',
    // A process that lives for seconds does not get back what it costs to optimize the embedded database.
    '--wasm-tiering-budget=300000000',
    // Requests leave much garbage. With more room for it, collecting it takes a tenth less CPU time.
    '--max-semi-space-size=64',
    `--import=${moduleUrl('../test/unsynced.ts')}`,
    `--import=${moduleUrl('../test/full-disk.ts')}`,
    ...flags,
  ]
  // A hundred processes load the same thousand modules.
  const compiled = new URL('../node_modules/.cache/baton/compiled', import.meta.url).pathname
  const env = { ...process.env, TEST_EVIDENCE: evidence, NODE_COMPILE_CACHE: compiled }
  const tests = spawn(process.execPath, [...options, ...files], { stdio: 'inherit', env })
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
}

function moduleUrl(file: string): string {
  return new URL(file, import.meta.url).href
}

/** No secret that any of these tests used may stand in anything that their servers logged. */
function searchForSecrets(): number {
  const { secrets, lines, leaked } = searchLogs(evidence)
  if (leaked.length === 0) {
    console.log(`None of ${secrets} secrets stands in the ${lines} lines that the servers logged.`)
    return 0
  }
  console.error(`These secrets were logged:\n${leaked.join('\n')}`)
  return 1
}

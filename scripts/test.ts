import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchLogs } from '../test/evidence.ts'
import { embeddedTemplate } from '../test/fresh-database.ts'
import { type Partner, missingFor } from '../test/partners/installed.ts'
import { type Postgres, startPostgres } from '../test/partners/postgres.ts'
import { createTemplate } from '../test/postgres-template.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildVectors } from './build-vectors.ts'
import { chooseTests, commitHash } from './choose-tests.ts'
import { createTestFolder } from './test-folder.ts'
import { printSummary } from './test-summary.ts'

/*
 * Runs tests:
 *   npm test                        the quick tests: every operation, without other programs
 *   npm test -- <files>             these files
 *   npm test -- --changed           the tests that changes since main affect
 *   npm test -- --shard 1/2         half of the tests, in any of these forms; flags of `node --test` work too
 *   npm run test:all                the quick and the slow tests: also pages, all matrices and both engines
 *   npm run test:all -- --rest      what `npm test` leaves out of them
 *   npm run test:faults             the fault tests, see test-groups.ts
 * First creates the template database, the dashboard and the vectors of the handbook, because several files would
 * otherwise create them concurrently, and starts a PostgreSQL server. If an external program is missing, CI fails unless
 * the tests are quick ones, and a local run skips its tests.
 */
const folder = createTestFolder()
process.once('exit', () => fs.rmSync(folder, { recursive: true }))
process.env.TMPDIR = folder
const evidence = fs.mkdtempSync(path.join(folder, 'evidence-'))
const { files, flags, isNamed, partners, isQuick } = chooseTests(process.argv.slice(2), evidence)
process.env.TEST_SAMPLE ??= commitHash()
if (isQuick)
  console.log(`Generated suites test a quarter of the operations (TEST_SAMPLE=${process.env.TEST_SAMPLE}).`)
const summary = path.join(evidence, 'summary.json')
let postgres: Postgres | undefined
try {
  if (files.length > 0) {
    const missing = partners.filter(isMissing)
    // No quick test starts a server that would compute the vectors of the handbook, which takes half a minute.
    await Promise.all([embeddedTemplate(), buildDashboard(), ...(isQuick ? [] : [buildVectors()])])
    if (!missing.includes('postgres')) postgres = await startTestPostgres()
    process.exitCode = (await runTests()) || searchForSecrets()
    printSummary(summary)
  }
} finally {
  // Skips the last checkpoint, because its data is removed.
  postgres?.stop('immediate')
}

function isMissing(partner: Partner): boolean {
  const sentence = missingFor(partner)
  if (sentence === undefined) return false
  if (process.env.CI && !isQuick) throw new Error(`CI runs every test. ${sentence}`)
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
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${moduleUrl('./test-summary.ts')}`,
    `--test-reporter-destination=${summary}`,
    `--test-timeout=${process.env.TEST_TIMEOUT ?? 240_000}`,
    // The default leaves one core free. More processes than cores take longer, because tests rarely wait.
    `--test-concurrency=${os.availableParallelism()}`,
    // A failed test can leave a connection open, which would keep its process and so the whole run waiting.
    '--test-force-exit',
    '--disable-warning=ExperimentalWarning',
    // Delays the optimization of the embedded database's WebAssembly, which doesn't pay off in a short process.
    '--wasm-tiering-budget=300000000',
    // Requests create much garbage. A larger young generation saves a tenth of the CPU time.
    '--max-semi-space-size=64',
    `--import=${moduleUrl('../test/unsynced.ts')}`,
    `--import=${moduleUrl('../test/full-disk.ts')}`,
    `--import=${moduleUrl('../test/untracked-promises.ts')}`,
    `--import=${moduleUrl('../test/whole-output.ts')}`,
    ...flags,
  ]
  // Shares compiled code, because a hundred processes load the same thousand modules.
  const compiled = fileURLToPath(new URL('../node_modules/.cache/baton/compiled', import.meta.url))
  const env = { ...process.env, TEST_EVIDENCE: evidence, NODE_COMPILE_CACHE: compiled }
  const tests = spawn(process.execPath, [...options, ...files], { stdio: 'inherit', env })
  // Ends only the tests on Ctrl+C, so that this process can then remove their database and folder.
  process.on('SIGINT', () => tests.kill('SIGINT'))
  process.on('SIGTERM', () => tests.kill('SIGTERM'))
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
}

function moduleUrl(file: string): string {
  return new URL(file, import.meta.url).href
}

/** Fails if a server logged a secret of these tests. */
function searchForSecrets(): number {
  const { secrets, lines, leaked } = searchLogs(evidence)
  if (leaked.length === 0) {
    console.log(`None of the ${secrets} secrets appears in the ${lines} lines that the servers logged.`)
    return 0
  }
  console.error(`These secrets were logged:\n${leaked.join('\n')}`)
  return 1
}

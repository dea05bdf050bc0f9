import { spawn } from 'node:child_process'
import { embeddedTemplate } from '../test/harness.ts'
import { type Postgres, postgresBinaries, startPostgres } from '../test/partners/postgres.ts'
import { createTemplate } from '../test/postgres-template.ts'
import { buildDashboard } from './build-dashboard.ts'

/**
 * Runs all tests, or the files that are named. Makes the template database and the dashboard first, which several files
 * would otherwise make at the same time; starts a PostgreSQL server for the run where one is installed. In CI a missing
 * partner is a failure, elsewhere its tests are left out, and it says so.
 */
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['server/**/*.test.ts', 'cli/**/*.test.ts', 'test/**/*.test.ts']

await embeddedTemplate()
await buildDashboard()
const postgres = await startPartner()
try {
  process.exitCode = await runTests()
} finally {
  postgres?.stop()
  postgres?.remove()
}

async function startPartner(): Promise<Postgres | undefined> {
  if (!postgresBinaries()) {
    if (process.env.CI) throw new Error('CI tests on PostgreSQL, and it is not installed.')
    console.log('PostgreSQL is not installed: testing on the embedded database alone.')
    return undefined
  }
  const server = await startPostgres()
  process.env.TEST_POSTGRES_URL = server.url('postgres')
  await createTemplate()
  return server
}

function runTests(): Promise<number> {
  const reporter = process.env.CI ? 'spec' : 'dot'
  const options = [
    '--test',
    `--test-reporter=${reporter}`,
    '--test-timeout=240000',
    '--disable-warning=ExperimentalWarning',
  ]
  const tests = spawn(process.execPath, [...options, ...files], { stdio: 'inherit' })
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
}

import { part } from './part.ts'

export type Engine = 'pglite' | 'pgsql'

const installed: Engine[] = process.env.TEST_POSTGRES_URL ? ['pglite', 'pgsql'] : ['pglite']

/** The engine for a test that runs once: PostgreSQL if available, since a server on it takes a tenth of the CPU time. */
export const defaultEngine: Engine = installed.at(-1)!

/** Both engines if `npm test` found PostgreSQL. For stories whose outcome depends on the database. */
export const engines: Engine[] = enginesOf(part)

/** One engine for all other stories. TEST_ENGINES=all runs every story on both. */
export const oneEngine: Engine[] = process.env.TEST_ENGINES === 'all' ? installed : [defaultEngine]

/** The reason to skip a test that needs PostgreSQL, or false. */
export const withoutPostgres = !engines.includes('pgsql') && missingPostgres()

/** Settings that keep a test server quiet, without rate limits, and on this machine. */
export const quietSettings = {
  // A provider that never responds.
  GITHUB_CLIENT_ID: 'tests',
  GITHUB_CLIENT_SECRET: 'tests',
  GITHUB_URL: 'http://127.0.0.1:9',
  // Sends no requests to find out whether documents can be fetched.
  MCP_CLIENT_DOCUMENTS: 'on',
  // Allows repositories on this machine only.
  REPO_HOSTS: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_INVITATIONS: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
}

/** The quick part runs on one engine, and the rest on the other. */
function enginesOf(each: typeof part): Engine[] {
  if (each === 'quick') return [defaultEngine]
  return each === 'rest' ? installed.filter((engine) => engine !== defaultEngine) : installed
}

function missingPostgres(): string {
  return installed.includes('pgsql') ? 'npm test has run it' : 'PostgreSQL is not installed'
}

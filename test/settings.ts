export type Engine = 'pglite' | 'pgsql'

/** Both engines where `npm test` found PostgreSQL. For stories whose outcome depends on the database. */
export const engines: Engine[] = process.env.TEST_POSTGRES_URL ? ['pglite', 'pgsql'] : ['pglite']

/**
 * One engine for all other stories: PostgreSQL where there is one, since an own server on it costs a tenth of the CPU time.
 * With TEST_ENGINES=all every story runs on both.
 */
export const oneEngine: Engine[] = process.env.TEST_ENGINES === 'all' ? engines : engines.slice(-1)

/** The engine of a test that runs once. */
export const defaultEngine: Engine = engines.at(-1)!

/** Settings that keep a test server quiet, unlimited and on this machine. */
export const quietSettings = {
  // One that nobody comes back from.
  ...{ GITHUB_CLIENT_ID: 'tests', GITHUB_CLIENT_SECRET: 'tests', GITHUB_URL: 'http://127.0.0.1:9' },
  // Repositories on this machine, and on no other.
  REPO_HOSTS: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_INVITATIONS: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
}

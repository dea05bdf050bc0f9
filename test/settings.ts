export type Engine = 'pglite' | 'pgsql'

/** Both engines if `npm test` found PostgreSQL. For stories whose outcome depends on the database. */
export const engines: Engine[] = process.env.TEST_POSTGRES_URL ? ['pglite', 'pgsql'] : ['pglite']

/**
 * One engine for all other stories: PostgreSQL if available, since a separate server on it takes a tenth of the CPU
 * time. TEST_ENGINES=all runs every story on both.
 */
export const oneEngine: Engine[] = process.env.TEST_ENGINES === 'all' ? engines : engines.slice(-1)

/** The engine for a test that runs once. */
export const defaultEngine: Engine = engines.at(-1)!

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

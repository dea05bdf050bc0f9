import fs from 'node:fs'
import path from 'node:path'

/*
 * The two groups of tests. `npm test` runs the functional tests and the generated suites. `npm run test:faults` runs
 * the tests that stop servers and databases, run several nodes, fill tables, or need third-party programs.
 */
const everyTest = ['{server,cli,test,eval}/**/*.test.ts', 'dashboard/src/**/*.test.ts']

const faults = [
  'test/faults/**/*.test.ts',
  // MCP: the conformance suite, third-party clients, and sessions across nodes.
  'test/mcp-{conformance,oauth-conformance,partners,remote-sign-in,nodes}.test.ts',
  // Databases of earlier versions, a copy of the repository with one more operation, installed
  // packages, and recorded responses of GitHub.
  'test/{upgrade,add-operation,no-network,release,cli-package,recorded-github,model-partner}.test.ts',
  '{server,test}/**/*-at-scale.test.ts',
  'server/domains/**/*nodes.test.ts',
]

/** Returns all test files, sorted. Skips the tests of installed packages. */
export function findTests(): string[] {
  return fs
    .globSync(everyTest)
    .filter((file) => !file.includes('node_modules/'))
    .toSorted()
}

export function isFault(file: string): boolean {
  return faults.some((pattern) => path.matchesGlob(file, pattern))
}

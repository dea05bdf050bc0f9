import fs from 'node:fs'
import path from 'node:path'

/*
 * The groups of tests. `npm test` runs the quick ones, `npm run test:all` the quick and the slow ones, and
 * `npm run test:faults` those that stop servers and databases, run several nodes, fill tables, or need third-party
 * programs.
 */
export type Group = 'quick' | 'slow' | 'faults'

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

/** Tests that take seconds. Their operations are used in a quick test, too: see test/conventions.test.ts. */
const slow = [
  // Start programs: git, servers, and the command line.
  'cli/{baton,login,watch}.test.ts',
  'cli/sync/{connection,folder}.test.ts',
  'cli/tunnel/{tunnel,connection,commands,service-files}.test.ts',
  'server/domains/admin/operator-commands.test.ts',
  'server/domains/code/{code,first-index,index-limits}.test.ts',
  'server/domains/repos/{hostile-repos,repos,sync,sync-webhooks,tokens}.test.ts',
  'server/domains/repos/evidence/code-evidence.test.ts',
  'test/{embedded-peak,env-file,gitea,lifecycle,mcp-long-calls,quick-commands,search-without-model,start,start-modules}.test.ts',
  // Test the database and its files.
  'server/backups/*.test.ts',
  'server/database/{backup,backup-format,bus,data-folder,full-disk,jobs,migrate,packed-cluster,pglite}.test.ts',
  'test/row-types.test.ts',
  // Wait for timers, or keep many connections open.
  'server/domains/ai/{ai-sessions/stop-answer,answers/answer-question}.test.ts',
  'server/domains/auth/accounts/backend/gotrue-backend.test.ts',
  'server/domains/auth/mcp-sign-in/client-document.test.ts',
  'server/domains/notifications/once.test.ts',
  'server/doors/live/{ending,presence,replay}.test.ts',
  'server/doors/mcp/transports/keep-alive.test.ts',
  'server/doors/tunnels/{attacks,nodes,reverse}.test.ts',
  'server/doors/tunnels/mcp/*.test.ts',
  'server/email/queue-email.test.ts',
  'server/operations/follow-journal.test.ts',
  'server/platform/multiplexer.test.ts',
  // Repeat something many times: random changes, guessed secrets, hostile servers, thousands of entries.
  'server/domains/auth/accounts/{erasure,passwords}.test.ts',
  'server/domains/organizations/members/races.test.ts',
  'server/domains/search/{index-changes,keeper,vectors/find-in-memory}.test.ts',
  'server/domains/work/dependencies/graph.test.ts',
  'test/{answer-attacks,claims,code-host-attacks,membership,model-server-attacks,search-visibility,stolen-database,task-counts,work-invariants}.test.ts',
  'test/sync/*.test.ts',
]

/** The browser journey of the quick group: from the sign-up to the first call of an agent. */
const journey = 'test/first-day-journey.test.ts'

/** Returns all test files, sorted. Skips the tests of installed packages. */
export function findTests(): string[] {
  return fs
    .globSync(everyTest)
    .filter((file) => !file.includes('node_modules/'))
    .toSorted()
}

export function groupOf(file: string): Group {
  const matches = (pattern: string) => path.matchesGlob(file, pattern)
  if (faults.some(matches)) return 'faults'
  return (drivesChromium(file) && file !== journey) || slow.some(matches) ? 'slow' : 'quick'
}

export function drivesChromium(file: string): boolean {
  return /from '\.\/(entrance|partners\/chromium)\.ts'/.test(fs.readFileSync(file, 'utf8'))
}

/** Whether a file runs its tests on each engine. */
export function usesBothEngines(file: string): boolean {
  return /\bof engines\b/.test(fs.readFileSync(file, 'utf8'))
}

/** Whether a file belongs to both parts of the suite, and divides its tests between them (test/part.ts). */
export function dividesItself(file: string): boolean {
  return usesBothEngines(file) || /\bisInPart\b/.test(fs.readFileSync(file, 'utf8'))
}

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Importers, importersOf, readImporters } from './import-graph.ts'

/*
 * Finds the tests that a change affects: follows imports from the files that changed since the branch left main. Every
 * test imports the whole product through the list of operations, so that path is not followed. A change in a domain
 * runs the tests of the domains that import it, and the suites that are generated from the operations.
 */
const hubs = [
  'server/assembly/all.ts',
  'server/assembly/all-answers.ts',
  'server/assembly/all-code-hosts.ts',
  'server/assembly/all-instance.ts',
  'server/assembly/all-sign-in.ts',
  'server/start.ts',
]

/** A change here can affect any test. */
const affectsAll = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'runtime/**',
  'contract/**',
  'server/database/migrations/**',
  'scripts/*test*.ts',
  'test/harness.ts',
  'test/evidence.ts',
]
const cheap = 'test/conventions.test.ts'

/** Chooses tests of a group, and changed tests of `all`. Prints the choice and the reasons. */
export function chooseChanged(all: string[], group: string[]): string[] {
  const since = baseCommit()
  const changes = changedFiles(since)
  if (changes.length === 0) {
    console.log(`Nothing has changed since ${since.name}, so there are no tests to run.`)
    return []
  }
  const importers = readImporters()
  const chosen = new Set<string>([cheap])
  for (const file of changes) {
    const { reason, tests } = affectedBy(file, importers, all, group)
    for (const test of tests) chosen.add(test)
    console.log(
      `${file}: ${tests.length === 1 ? tests[0] : `${tests.length} test files`}${reason && `, ${reason}`}`,
    )
  }
  console.log(`Running ${chosen.size} of ${all.length} test files, for the changes since ${since.name}.`)
  return [...chosen].toSorted()
}

interface Affected {
  reason: string
  tests: string[]
}

export function affectedBy(file: string, importers: Importers, all: string[], group: string[]): Affected {
  if (affectsAll.some((pattern) => path.matchesGlob(file, pattern)))
    return { reason: 'because it can affect every test', tests: group }
  const reached = importersOf(file, importers, hubs)
  const isServed = hubs.some((hub) => reached.has(hub))
  if (isServed && !file.startsWith('server/domains/'))
    return { reason: 'because every domain uses it', tests: group }
  // Fault tests run with their own command, unless one of them changed.
  const candidates = file.startsWith('test/faults/') ? all : group
  const { reason, files } = alsoAffected(file, [...reached], isServed, importers)
  const affected = [...reached, ...files]
  const isAffected = (test: string) =>
    affected.some((each) => each === test || (each.endsWith('/') && test.startsWith(each)))
  return {
    reason,
    tests: all.filter((test) => test === file || (candidates.includes(test) && isAffected(test))),
  }
}

/** Returns test files and folders that are affected without importing the file. */
function alsoAffected(file: string, reached: string[], isServed: boolean, importers: Importers) {
  if (file.startsWith('dashboard/'))
    return {
      reason: 'including all page tests',
      files: importersOf('test/partners/chromium.ts', importers),
    }
  if (file.endsWith('.md') || file.startsWith('docs/'))
    return { reason: '', files: ['test/contract.test.ts', 'server/domains/docs/'] }
  if (file.startsWith('cli/')) return { reason: '', files: ['cli/'] }
  const domains = reached.flatMap((each) => domainOf(each) ?? [])
  if (!isServed) return { reason: '', files: domains }
  return {
    reason: 'including the suites that test every operation',
    files: [...domains, ...generatedSuites(importers)],
  }
}

/** Returns the suites that iterate over all operations. */
function generatedSuites(importers: Importers): Set<string> {
  const lists = ['server/assembly/registry.ts', 'server/assembly/permission-table.ts']
  return new Set(
    lists.flatMap((list) => [...(importers.get(list) ?? [])]).filter((file) => file.startsWith('test/')),
  )
}

function domainOf(file: string): string | undefined {
  return file.endsWith('.test.ts') ? undefined : /^server\/domains\/(?:[^/]+\/)+/.exec(file)?.[0]
}

function baseCommit(): { name: string; commit: string } {
  for (const name of ['origin/main', 'main', 'origin/HEAD'])
    try {
      return { name, commit: git('merge-base', 'HEAD', name)[0]! }
    } catch {
      // The branch doesn't exist in this clone.
    }
  return { name: 'HEAD', commit: 'HEAD' }
}

/** Returns files that changed in commits or in the working tree, and untracked files. */
function changedFiles({ commit }: { commit: string }): string[] {
  const changed = [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(changed)].toSorted()
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return output.split('\n').filter(Boolean)
}

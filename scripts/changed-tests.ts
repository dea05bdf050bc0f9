import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Importers, importersOf, readImporters } from './import-graph.ts'

/*
 * The tests that a change affects: the files that git shows as changed since the branch left main, followed through the
 * imports. Every test imports the whole product through the list of operations, so that path is not followed: a change
 * in a domain runs the tests of the domains that import it, and the suites that are generated from the operations.
 */
const hubs = ['server/operations/all.ts', 'server/operations/all-sign-in.ts', 'server/start.ts']

/** A change here can affect any test. */
const affectsAll = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'runtime/**', 'contract/**'],
  ...['server/database/migrations/**', 'scripts/*test*.ts', 'test/harness.ts', 'test/evidence.ts'],
]
const cheap = 'test/conventions.test.ts'

/** Chooses among the tests of a group; a test that is changed itself is chosen from `all`. Prints what and why. */
export function chooseChanged(all: string[], group: string[]): string[] {
  const since = baseCommit()
  const changes = changedFiles(since)
  if (changes.length === 0) {
    console.log(`Nothing is changed since ${since.name}: no test to run.`)
    return []
  }
  const importers = readImporters()
  const chosen = new Set<string>([cheap])
  for (const file of changes) {
    const { why, tests } = affectedBy(file, importers, all, group)
    for (const test of tests) chosen.add(test)
    console.log(
      `${file}: ${tests.length === 1 ? tests[0] : `${tests.length} test files`}${why && `, ${why}`}`,
    )
  }
  console.log(`Running ${chosen.size} of ${all.length} test files, for the changes since ${since.name}.`)
  return [...chosen].toSorted()
}

interface Affected {
  why: string
  tests: string[]
}

export function affectedBy(file: string, importers: Importers, all: string[], group: string[]): Affected {
  if (affectsAll.some((pattern) => path.matchesGlob(file, pattern)))
    return { why: 'since it can affect every test', tests: group }
  const reached = importersOf(file, importers, hubs)
  const isServed = hubs.some((hub) => reached.has(hub))
  if (isServed && !file.startsWith('server/domains/'))
    return { why: 'since every domain uses it', tests: group }
  // The faults run with their own command, unless it is one of them that is changed.
  const offered = file.startsWith('test/faults/') ? all : group
  const { why, files } = alsoAffected(file, [...reached], isServed, importers)
  const wanted = [...reached, ...files]
  const isWanted = (test: string) =>
    wanted.some((each) => each === test || (each.endsWith('/') && test.startsWith(each)))
  return { why, tests: all.filter((test) => test === file || (offered.includes(test) && isWanted(test))) }
}

/** What is affected beyond the files that import it: test files, and folders of them. */
function alsoAffected(file: string, reached: string[], isServed: boolean, importers: Importers) {
  if (file.startsWith('dashboard/'))
    return { why: 'with all that open a page', files: importersOf('test/partners/chromium.ts', importers) }
  if (file.endsWith('.md') || file.startsWith('docs/'))
    return { why: '', files: ['test/contract.test.ts', 'server/domains/docs/'] }
  if (file.startsWith('cli/')) return { why: '', files: ['cli/'] }
  const domains = reached.flatMap((each) => domainOf(each) ?? [])
  if (!isServed) return { why: '', files: domains }
  return {
    why: 'with the suites that try every operation',
    files: [...domains, ...generatedSuites(importers)],
  }
}

/** Suites that go through the list of all operations. */
function generatedSuites(importers: Importers): Set<string> {
  const lists = ['server/operations/registry.ts', 'server/operations/permission-table.ts']
  return new Set(
    lists.flatMap((list) => [...(importers.get(list) ?? [])]).filter((file) => file.startsWith('test/')),
  )
}

function domainOf(file: string): string | undefined {
  return file.endsWith('.test.ts') ? undefined : /^server\/domains\/[^/]+\//.exec(file)?.[0]
}

function baseCommit(): { name: string; commit: string } {
  for (const name of ['origin/main', 'main', 'origin/HEAD'])
    try {
      return { name, commit: git('merge-base', 'HEAD', name)[0]! }
    } catch {
      // There is no such branch here.
    }
  return { name: 'HEAD', commit: 'HEAD' }
}

/** In commits, in the working tree, and files that git does not know yet. */
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

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { Partner } from '../test/partners/installed.ts'
import { chooseChanged } from './changed-tests.ts'
import { type Chosen, type Shard, inBatches } from './test-batches.ts'
import { dividesItself, findTests, groupOf } from './test-groups.ts'

export interface Choice {
  /** The files that `node --test` runs. */
  files: string[]
  /** Flags for node. */
  flags: string[]
  /** Whether the command line names the files. */
  isNamed: boolean
  /** External programs that these tests use. */
  partners: Partner[]
  /** Whether this is the quick part of the suite, which needs none of these programs. */
  isQuick: boolean
}

/** Reads the command line of `npm test`. Writes one file to `folder` for tests that share a process. */
export function chooseTests(args: string[], folder: string): Choice {
  const { named, flags, shard, has } = readArguments(args)
  const isFaults = has('--faults')
  const partners: Partner[] = ['postgres', 'redis', 'chromium', ...(isFaults ? ['mcp' as const] : [])]
  if (named.length > 0) return { files: named, flags, isNamed: true, partners, isQuick: false }
  const isQuick = !['--faults', '--all', '--rest', '--changed'].some(has)
  const files = inBatches(folder, choose(has), shard)
  if (!isQuick) return { files, flags, isNamed: false, partners, isQuick: false }
  return { files, flags, isNamed: false, partners: ['postgres', 'chromium'], isQuick: true }
}

function choose(has: (option: string) => boolean): Chosen[] {
  const all = findTests().map((file) => ({ file, group: groupOf(file) }))
  const of = (...groups: string[]) =>
    all.filter(({ group }) => groups.includes(group)).map(({ file }) => file)
  if (has('--faults')) return [{ files: of('faults') }]
  if (has('--changed')) return [{ files: chooseChanged(of('quick', 'slow', 'faults'), of('quick', 'slow')) }]
  if (has('--rest'))
    return [{ files: of('slow') }, { files: of('quick').filter(dividesItself), part: 'rest' }]
  return has('--all') ? [{ files: of('quick', 'slow') }] : [{ files: of('quick'), part: 'quick' }]
}

/** Flags of Node whose value may be the next argument. */
const withValue = ['--test-name-pattern', '--test-skip-pattern', '--test-timeout', '--test-concurrency']
const options = ['--changed', '--faults', '--all', '--rest']

function readArguments(args: string[]) {
  const [named, flags]: [string[], string[]] = [[], []]
  let shard: Shard | undefined
  const rest = args.filter((each) => !options.includes(each))
  for (let at = 0; at < rest.length; at++) {
    const each = rest[at]!
    if (/^--shard(=|$)/.test(each)) shard = readShard(each.split('=')[1] ?? rest[++at])
    else if (withValue.includes(each)) flags.push(`${each}=${rest[++at] ?? ''}`)
    else if (each.startsWith('-')) flags.push(each)
    else named.push(each)
  }
  const missing = named.filter((file) => fs.globSync(file).length === 0)
  if (missing.length > 0) throw new Error(`There is no test file ${missing.join(', ')}.`)
  return { named, flags, shard, has: (option: string) => args.includes(option) }
}

function readShard(text = ''): Shard {
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (!number || !count || number > count) throw new Error(`--shard is "${text}". Pass one such as 1/2.`)
  return { number, count }
}

/** Returns the commit, or a word where there is no Git, such as in a downloaded archive. */
export function commitHash(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'release'
  }
}

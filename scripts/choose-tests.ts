import fs from 'node:fs'
import type { Partner } from '../test/partners/installed.ts'
import { chooseChanged } from './changed-tests.ts'
import { inBatches } from './test-batches.ts'
import { findTests, isFault } from './test-groups.ts'

export interface Choice {
  /** The files that `node --test` runs. */
  files: string[]
  /** Flags for node. */
  flags: string[]
  /** Whether the command line names the files. */
  isNamed: boolean
  /** External programs that these tests need. */
  partners: Partner[]
}

/** Reads the command line of `npm test`. Writes one file to `folder` for tests that share a process. */
export function chooseTests(args: string[], folder: string): Choice {
  const { named, flags, isChanged, isFaults } = readArguments(args)
  const partners: Partner[] = ['postgres', 'redis', 'chromium', ...(isFaults ? ['mcp' as const] : [])]
  if (named.length > 0) return { files: named, flags, isNamed: true, partners }
  const all = findTests()
  const group = all.filter((file) => isFault(file) === isFaults)
  const files = isChanged ? chooseChanged(all, group) : group
  return { files: inBatches(folder, files), flags, isNamed: false, partners }
}

/** Flags of Node whose value may be the next argument. */
const withValue = [
  '--test-shard',
  '--test-name-pattern',
  '--test-skip-pattern',
  '--test-timeout',
  '--test-concurrency',
]

function readArguments(args: string[]) {
  const [named, flags]: [string[], string[]] = [[], []]
  const rest = args.filter((each) => each !== '--changed' && each !== '--faults')
  for (let at = 0; at < rest.length; at++) {
    const each = rest[at]!
    if (withValue.includes(each)) flags.push(`${each}=${rest[++at] ?? ''}`)
    else if (each.startsWith('-')) flags.push(each)
    else named.push(each)
  }
  const missing = named.filter((file) => fs.globSync(file).length === 0)
  if (missing.length > 0) throw new Error(`There is no test file ${missing.join(', ')}.`)
  return { named, flags, isChanged: args.includes('--changed'), isFaults: args.includes('--faults') }
}

import fs from 'node:fs'
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/*
 * The summary at the end of a test run: counts, wall time, the slowest files and the failed tests. The reporter writes
 * it to a file, and `printSummary` prints that file after all other output.
 */
interface Summary {
  passed: number
  failed: number
  skipped: number
  seconds: number
  failures: string[]
  /** The duration of each file in seconds, also for files that share a process. */
  files: Record<string, number>
}

export default async function* collect(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const summary: Summary = { passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [], files: {} }
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts
      Object.assign(summary, { passed, skipped, failed: tests - passed - skipped - todo })
      summary.seconds = data.duration_ms / 1000
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const file = path.relative('', data.file ?? 'unknown file')
    if (data.nesting === 0) summary.files[file] = (summary.files[file] ?? 0) + data.details.duration_ms / 1000
    if (type !== 'test:fail') continue
    // Skips suites that failed only because of their tests, which are listed.
    const { failureType } = data.details.error as Error & { failureType?: string }
    if (failureType !== 'subtestsFailed') summary.failures.push(`${file}:${data.line ?? ''} ${data.name}`)
  }
  yield JSON.stringify(summary)
}

export function printSummary(file: string): void {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  // An aborted run, or one without tests, has no summary.
  if (!text) return
  const { passed, failed, skipped, seconds, failures, files } = JSON.parse(text) as Summary
  const slowest = Object.entries(files)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
  if (slowest.length > 1) {
    console.log('\nSlowest files:')
    for (const [name, taken] of slowest) console.log(`${taken.toFixed(1).padStart(7)} s  ${name}`)
  }
  if (failures.length > 0) {
    console.log('\nFailed:')
    for (const failure of failures) console.log(`  ${failure}`)
  }
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped in ${duration(seconds)}.`)
}

function duration(seconds: number): string {
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

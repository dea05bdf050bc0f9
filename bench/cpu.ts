import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { median } from './report.ts'

/** What a process has used so far, in microseconds, all its threads together. The kernel counts in ticks of 10 ms. */
export function cpuOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name before the last parenthesis may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

export interface Contender {
  cpu: () => number
  work: (count: number) => Promise<void>
}

/**
 * Microseconds of CPU for one piece of work, for each contender. Rounds are interleaved, so that whatever else the
 * machine does hits all of them alike, and the first is for the compiler.
 */
export async function cpuPerPiece(contenders: Contender[], count: number, rounds: number): Promise<number[]> {
  const results = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { cpu, work }] of contenders.entries()) {
      const before = cpu()
      await work(count)
      if (round > 0) results[index]!.push((cpu() - before) / count)
    }
  }
  return results.map(median)
}

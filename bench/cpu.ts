import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { median } from './report.ts'

/** Returns the CPU time of a process and all its threads in microseconds. The kernel counts in ticks of 10 ms. */
export function cpuOf(pid: number): number {
  const [user, system] = timesOf(pid)
  return user! + system!
}

/** Returns the CPU time of the processes that a process started and that have ended, in microseconds. */
export function cpuOfEndedChildren(pid: number): number {
  const [, , user, system] = timesOf(pid)
  return user! + system!
}

function timesOf(pid: number): number[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses can contain any character. utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => (Number(ticks) * 1_000_000) / ticksPerSecond)
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

export interface Contender {
  cpu: () => number
  work: (count: number) => Promise<void>
}

/**
 * Returns the CPU time in microseconds of one unit of work for each contender. Rounds are interleaved, so that other
 * load on the machine affects all of them equally. The first round warms up the compiler.
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

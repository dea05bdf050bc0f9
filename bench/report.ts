import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { findPartner } from '../test/partners/installed.ts'
import type { CpuParts } from './costs.ts'

export interface Line {
  what: string
  /** Microseconds of CPU for one request to the minimal program, if there is one. */
  floor?: number
  ours: number
  /** What `ours` consists of, and the database beside it, if they were measured apart. */
  parts?: CpuParts
  /** The maximum as a multiple of the floor or in microseconds, if there is a goal. */
  goal?: { times: number } | { microseconds: number }
}

export function printTable(title: string, lines: Line[]): void {
  const partsTitle = lines.some(({ parts }) => parts) ? 'main, threads, database' : ''
  const rows = [['', 'floor', 'ours', 'ratio', 'goal', '', partsTitle], ...lines.map(cellsOf)]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  console.log(title)
  for (const row of rows) {
    const [first, ...others] = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
    )
    console.log(`  ${[first, ...others].join('   ')}`)
  }
}

function cellsOf({ what, floor, ours, goal, parts }: Line): string[] {
  const ratio = floor === undefined ? undefined : ours / floor
  return [
    what,
    floor === undefined ? '' : `${floor.toFixed(0)} µs`,
    `${ours.toFixed(0)} µs`,
    ratio === undefined ? '' : `${ratio.toFixed(2)}x`,
    ...verdict(goal, ours, ratio),
    parts ? partsText(parts) : '',
  ]
}

/** Returns the CPU time of the main thread, of the other threads and of the database. */
export function partsText({ main, workers, database }: CpuParts): string {
  return `${[main, workers, database].map((part) => part.toFixed(0)).join(', ')} µs`
}

function verdict(goal: Line['goal'], ours: number, ratio: number | undefined): [string, string] {
  if (!goal) return ['', '']
  const met = 'times' in goal ? ratio! <= goal.times : ours <= goal.microseconds
  const text = 'times' in goal ? `≤ ${goal.times}x` : `≤ ${goal.microseconds} µs`
  return [text, met ? 'met' : 'MISSED']
}

/** Describes the machine, without which the numbers mean little. */
export function machineFacts(): string {
  const cpus = os.cpus()
  const postgres = findPartner('postgres')
  const version = postgres
    ? execFileSync(path.join(postgres, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
    : 'no PostgreSQL'
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`
  return `${cpus.length} cores (${cpus[0]?.model.trim()}), ${memory}, node ${process.version}, ${version}`
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the value below which a share of the values is, such as 0.95. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

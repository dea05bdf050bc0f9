import type { TeamAnalytics } from './analytics.ts'
import type { Amount, Completion, Measured } from './measure.ts'
import { median, percentile } from './statistics.ts'
import type { Week } from './weeks.ts'

/** Combines the metrics of a team's projects per week, in hours and round. */
export function weekly(measured: Measured[], weeks: Week[]): TeamAnalytics['weeks'] {
  return weeks.map(({ week, start, end }, index) => {
    const done = measured.flatMap(({ completions }) => completions.filter((each) => each.week === index))
    const times = cycleTimes(done)
    return {
      week,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      throughput: done.length,
      cycleTime: { median: inHours(median(times)), p85: inHours(percentile(times, 85)), count: times.length },
      created: sum(measured.map(({ created }) => created[index]!)),
      blockedHours: inHours(sum(measured.map(({ blocked }) => blocked[index]!))),
    }
  })
}

export function burnUpPoints({ burnUp }: Measured, weeks: Week[]) {
  return burnUp.map(({ scope, completed }, index) => ({
    week: weeks[index]!.week,
    scope: roundAmount(scope),
    completed: roundAmount(completed),
  }))
}

export function blockedHours(measured: Measured[]): number {
  return inHours(sum(measured.flatMap(({ blocked }) => blocked)))
}

export function doneIn(completions: Completion[]) {
  return {
    completed: completions.length,
    points: round(sum(completions.map(({ points }) => points))),
    cycleTimeMedian: inHours(median(cycleTimes(completions))),
  }
}

function roundAmount({ tasks, points }: Amount): Amount {
  return { tasks, points: round(points) }
}

function cycleTimes(completions: Completion[]): number[] {
  return completions.flatMap(({ cycleTime }) => cycleTime ?? [])
}

function inHours(milliseconds: number): number
function inHours(milliseconds: number | null): number | null
function inHours(milliseconds: number | null): number | null {
  return milliseconds === null ? null : round(milliseconds / 3_600_000)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

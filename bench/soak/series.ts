import { median } from '../report.ts'
import type { NodeSample, Sample } from './samples.ts'

/** A measured value over time, and how much it can grow in a run. */
export interface Series {
  name: string
  value: (sample: Sample) => number
  /** The growth that has no meaning: the larger of a share of the median and an amount. */
  slack: { share: number; amount: number }
  /** Checks only the smallest of this many samples, for a value that contains garbage. */
  smallestOf?: number
}

/** A part of the chart: series with the same unit. */
export interface Panel {
  title: string
  unit: string
  series: Series[]
}

const latency = { share: 0.5, amount: 10 }
// A garbage collector returns memory late, and the kernel counts pages of caches that are shared.
const memory = { share: 0.1, amount: 32 }
const handles = { share: 0.1, amount: 10 }
// A follower without work stores its position only every thousand rows.
const unstored = 1500

export const panels: Panel[] = [
  {
    title: 'Reads',
    unit: 'ms',
    series: [
      { name: 'p50', value: ({ reads }) => reads.p50, slack: latency },
      { name: 'p95', value: ({ reads }) => reads.p95, slack: latency },
    ],
  },
  {
    title: 'Writes',
    unit: 'ms',
    series: [
      { name: 'p50', value: ({ writes }) => writes.p50, slack: latency },
      { name: 'p95', value: ({ writes }) => writes.p95, slack: latency },
    ],
  },
  {
    title: 'From a change to its live event',
    unit: 'ms',
    series: [
      { name: 'p50', value: ({ deliveries }) => deliveries.p50, slack: latency },
      { name: 'p95', value: ({ deliveries }) => deliveries.p95, slack: latency },
    ],
  },
  { title: 'Event loop, p99', unit: 'ms', series: perNode((node) => node.loopMs, latency) },
  { title: 'Resident memory', unit: 'MB', series: perNode((node) => node.residentMb, memory) },
  { title: 'File descriptors', unit: '', series: perNode((node) => node.descriptors, handles) },
  {
    title: 'Journal rows behind',
    unit: '',
    series: [
      { name: 'search', value: ({ searchLag }) => searchLag, slack: { share: 0, amount: 200 } },
      { name: 'others', value: ({ otherLag }) => otherLag, slack: { share: 0, amount: unstored } },
    ],
  },
  {
    title: 'Database',
    unit: 'MB',
    series: [
      // Grows with the work, so there is a limit for its size per row of the journal instead.
      { name: 'size', value: ({ databaseMb }) => databaseMb, slack: { share: 0, amount: Infinity } },
    ],
  },
]

/** Series without a panel. */
const unseen: Panel[] = [
  {
    title: 'JavaScript heap',
    unit: 'MB',
    series: perNode((node) => node.heapMb, memory).map((each) => ({ ...each, smallestOf: 4 })),
  },
  { title: 'Open handles', unit: '', series: perNode((node) => node.handles, handles) },
  {
    title: 'Database',
    unit: 'kB for each row of the journal',
    series: [
      {
        name: 'size',
        value: ({ databaseMb, journalRows }) => (databaseMb * 1024) / journalRows,
        slack: { share: 0.1, amount: 0 },
      },
    ],
  },
]

/** A run needs this time for a verdict: compiled code, caches and heaps grow first. */
export const minMinutes = 10
const warmUp = 0.2

/** Returns a sentence for each value that grew after the warm-up without a reason. */
export function unexplainedGrowth(samples: Sample[]): string[] {
  const total = samples.at(-1)?.minute ?? 0
  if (total < minMinutes) return []
  const steady = samples.filter(({ minute }) => minute > total * warmUp)
  return [...panels, ...unseen].flatMap(({ title, unit, series }) =>
    series.flatMap(({ name, value, slack, smallestOf = 1 }) => {
      const checked = smallest(steady, value, smallestOf)
      const values = checked.map(value)
      const perMinute = slopeOf(
        checked.map(({ minute }) => minute),
        values,
      )
      const growth = perMinute * (total * (1 - warmUp))
      const middle = median(values)
      if (growth <= Math.max(slack.amount, slack.share * middle)) return []
      return [`${title}, ${name}: grew by ${growth.toFixed(1)} ${unit}, the median is ${middle.toFixed(1)}`]
    }),
  )
}

/** Returns the sample with the smallest value of each `count` consecutive samples. */
function smallest(samples: Sample[], value: Series['value'], count: number): Sample[] {
  const groups = Array.from({ length: Math.floor(samples.length / count) }, (_, index) =>
    samples.slice(index * count, (index + 1) * count),
  )
  return groups.map((group) => group.reduce((least, each) => (value(each) < value(least) ? each : least)))
}

/** Returns the median of the slopes between all pairs, which single peaks don't change (Theil–Sen). */
function slopeOf(times: number[], values: number[]): number {
  const slopes = times.flatMap((time, from) =>
    times.slice(from + 1).map((later, at) => (values[from + 1 + at]! - values[from]!) / (later - time)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

function perNode(value: (node: NodeSample) => number, slack: Series['slack']): Series[] {
  return [0, 1].map((index) => ({
    name: `node ${index + 1}`,
    value: ({ nodes }) => value(nodes[index]!),
    slack,
  }))
}

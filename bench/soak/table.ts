import type { Percentiles } from './timings.ts'
import type { NodeSample, Sample } from './samples.ts'

const columns: [title: string, cell: (sample: Sample) => string][] = [
  ['minute', ({ minute }) => minute.toFixed(1)],
  ['requests', ({ requests }) => String(requests)],
  ['failed', ({ failures }) => String(failures)],
  ['reads p50 / p95', ({ reads }) => both(reads)],
  ['writes p50 / p95', ({ writes }) => both(writes)],
  ['live p50 / p95', ({ deliveries }) => both(deliveries)],
  ['event loop', ({ nodes }) => each(nodes, ({ loopMs }) => loopMs)],
  ['RSS, MB', ({ nodes }) => each(nodes, ({ residentMb }) => residentMb)],
  ['heap, MB', ({ nodes }) => each(nodes, ({ heapMb }) => heapMb)],
  ['descriptors', ({ nodes }) => each(nodes, ({ descriptors }) => descriptors)],
  ['handles', ({ nodes }) => each(nodes, ({ handles }) => handles)],
  ['behind: search / others', ({ searchLag, otherLag }) => `${searchLag} / ${otherLag}`],
  ['database, MB', ({ databaseMb }) => databaseMb.toFixed(0)],
  ['journal', ({ journalRows }) => String(journalRows)],
]

/** The head of a Markdown table. Durations are in milliseconds. */
export function tableHead(): string {
  const rule = columns.map(([title]) => `${'-'.repeat(title.length - 1)}:`)
  return [rowOf(columns.map(([title]) => title)), rowOf(rule)].join('\n')
}

export function tableRow(sample: Sample): string {
  return rowOf(columns.map(([title, cell]) => cell(sample).padStart(title.length)))
}

/** Returns the whole table with at most this number of rows, evenly spread. */
export function shortTable(samples: Sample[], maxRows = 10): string {
  const step = Math.max(1, Math.ceil(samples.length / maxRows))
  const chosen = samples.filter((_, index) => (samples.length - 1 - index) % step === 0)
  return [tableHead(), ...chosen.map(tableRow)].join('\n')
}

function rowOf(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function both({ p50, p95 }: Percentiles): string {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`
}

function each(nodes: NodeSample[], value: (node: NodeSample) => number): string {
  return nodes.map((node) => value(node).toFixed(0)).join(' / ')
}

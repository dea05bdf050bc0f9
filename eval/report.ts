import type { CountedCall } from './counted-agent.ts'
import { type StoryResult, hasSucceeded } from './run-story.ts'

/** Counts of a phase, or of all calls of a tool. */
export interface Counts {
  calls: number
  failed: number
  sentTokens: number
  receivedTokens: number
}

/** Earlier counts to compare with. */
export interface Baseline {
  /** By the id of the story and the name of the phase. */
  phases: Record<string, Record<string, Counts>>
  tools: Record<string, Counts>
}

export function countsOf(calls: CountedCall[]): Counts {
  const sum = (value: (call: CountedCall) => number) => calls.reduce((total, call) => total + value(call), 0)
  return {
    calls: calls.length,
    failed: calls.filter(({ hasFailed }) => hasFailed).length,
    sentTokens: sum(({ sentTokens }) => sentTokens),
    receivedTokens: sum(({ receivedTokens }) => receivedTokens),
  }
}

/** Returns the results as Markdown: a table of the phases of each story, and one of the tools. */
export function reportOf(results: StoryResult[], baseline?: Baseline): string {
  const phases = results.flatMap(({ id, title, phases: found }) =>
    found.map(({ phase, calls }) => [
      title,
      phase,
      ...cellsOf(countsOf(calls), baseline && (baseline.phases[id]?.[phase] ?? null)),
    ]),
  )
  const stories = results.map((result) => [
    result.title,
    hasSucceeded(result) ? 'yes' : 'no',
    unmetOf(result).join('; ') || 'all checks met',
  ])
  const counts = baseline
    ? ['calls', 'calls before', 'failed', 'sent', 'received', 'received before']
    : ['calls', 'failed', 'sent', 'received']
  return [
    table(['story', 'phase', ...counts], phases, counts),
    table(['story', 'success', 'checks'], stories),
    table(['tool', ...counts], toolRows(results, baseline), counts),
    `The tool list itself takes ${number(results[0]?.toolListTokens ?? 0)} tokens.`,
  ].join('\n\n')
}

/** Returns the cells of a row. `before` is undefined without a baseline, and null if the baseline lacks the row. */
function cellsOf(now: Counts, before: Counts | null | undefined): string[] {
  const earlier = (value: number | undefined) => {
    if (before === undefined) return []
    return [value === undefined ? '' : number(value)]
  }
  return [
    number(now.calls),
    ...earlier(before?.calls),
    number(now.failed),
    number(now.sentTokens),
    number(now.receivedTokens),
    ...earlier(before?.receivedTokens),
  ]
}

/** Returns the checks that a story didn't meet, or the reason why it stopped. */
export function unmetOf({ checks, failure }: StoryResult): string[] {
  return failure === undefined
    ? checks.filter(({ isMet }) => !isMet).map(({ name }) => `not met: ${name}`)
    : [failure]
}

function toolRows(results: StoryResult[], baseline: Baseline | undefined): string[][] {
  return [...Map.groupBy(callsOf(results), ({ tool }) => tool)]
    .map(([tool, calls]) => ({ tool, counts: countsOf(calls) }))
    .toSorted((a, b) => b.counts.receivedTokens - a.counts.receivedTokens)
    .map(({ tool, counts }) => [
      `\`${tool}\``,
      ...cellsOf(counts, baseline && (baseline.tools[tool] ?? null)),
    ])
}

export function callsOf(results: StoryResult[]): CountedCall[] {
  return results.flatMap(({ phases }) => phases.flatMap(({ calls }) => calls))
}

/** Returns a Markdown table with aligned columns, as the formatter writes it. */
function table(head: string[], rows: string[][], rightAligned: string[] = []): string {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column]!)].map((c) => c.length)),
  )
  const isRight = head.map((title) => rightAligned.includes(title))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (isRight[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (isRight[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

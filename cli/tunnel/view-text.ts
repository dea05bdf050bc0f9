import { pad, shorten, widthOf, wrap } from '../text.ts'
import { type RunSummary, titleOf } from './events.ts'
import type { RunState } from './messages.ts'

/** A run as the live view shows it. */
export interface ShownRun extends RunSummary {
  state: RunState
  /** When the state began. */
  since: number
  reason?: string
}

export interface ViewModel {
  name: string
  server: string
  /** Undefined while disconnected. */
  connectedSince: number | undefined
  /** The last problem or message, shown below the header. */
  notice: string
  active: ShownRun[]
  ended: ShownRun[]
  /** The id of the selected run. */
  selected: string | undefined
  /** The question that the next key answers. */
  question: string
}

export interface ViewSize {
  columns: number
  rows: number
  hasColor: boolean
  now: number
}

const maxInputLines = 6
const wideColumns = 80
const keys = 'a allow  r refuse  c cancel  ↑↓ select  q quit'

/** Returns the lines of the live view. None is wider than the terminal, and there are no more than it shows. */
export function renderView(model: ViewModel, { columns, rows, hasColor, now }: ViewSize): string[] {
  const paint = (code: string, text: string) => (hasColor ? `\u001b[${code}m${text}\u001b[0m` : text)
  const fit = (text: string) => shorten(text, columns)
  const status =
    model.connectedSince === undefined ? 'Not connected' : `Connected since ${clock(model.connectedSince)}`
  const header = [
    paint('1', fit(model.name)),
    paint('2', fit(`${status}  ${model.server}`)),
    ...wrapFit(model.notice, columns, 3).map((line) => paint('33', line)),
  ]
  const footer = [paint('2', fit(model.question || keys))]
  const body: string[] = []
  /** The last line of the selected run, which must stay on the screen: the owner decides about it. */
  let keptLine = 0
  const section = (title: string, runs: ShownRun[], show: (run: ShownRun) => void) => {
    if (runs.length > 0) body.push('', paint('2', fit(title)))
    for (const run of runs) show(run)
  }
  const showActive = (run: ShownRun) => {
    const isSelected = run.run === model.selected
    const cells: Cell[] = [
      [titleOf(run), 30],
      [run.requester, 30],
      [elapsed(now - run.since), 8],
    ]
    const text = fit(`${isSelected ? '>' : ' '} ${aligned(cells, columns)}`)
    body.push(isSelected ? paint('7', text) : text)
    if (isSelected) keptLine = body.push(...inputLines(run, columns).map((line) => paint('2', line)))
  }
  section('Waiting for your consent', model.active.filter(isWaiting), showActive)
  section(
    'Running',
    model.active.filter((run) => !isWaiting(run)),
    showActive,
  )
  if (model.active.length === 0) body.push('', fit('No runs are active.'))
  section('Last runs', model.ended, (run) => {
    const { state, since, requester, reason = '' } = run
    const cells: Cell[] = [
      [clock(since), 5],
      [state, 9],
      [titleOf(run), 30],
      [requester, 30],
      [reason, columns],
    ]
    body.push(fit(`  ${aligned(cells, columns)}`))
  })
  const space = Math.max(0, rows - header.length - footer.length - 1)
  const start = Math.max(0, keptLine - space)
  return [...header, ...body.slice(start, start + space), '', ...footer].slice(-Math.max(1, rows))
}

export function isWaiting({ state }: ShownRun): boolean {
  return state === 'asked'
}

/** The owner consents to the input too, so it is shown with the selected run. */
function inputLines({ input }: ShownRun, columns: number): string[] {
  const lines = Object.entries(input).flatMap(([name, value]) =>
    wrapFit(`${name}: ${String(value)}`, columns - 4, maxInputLines + 1),
  )
  const shown = lines.slice(0, maxInputLines)
  if (lines.length > shown.length) shown.push('… The dashboard shows all of it.')
  return shown.map((line) => shorten(`    ${line}`, columns))
}

function wrapFit(text: string, columns: number, maxLines: number): string[] {
  const width = Math.max(10, columns)
  const lines = wrap(text, width).flatMap((line) => folded(line, width))
  return lines.filter(Boolean).slice(0, maxLines)
}

/** Breaks a word that is wider than a line, because its end can matter most. */
function folded(line: string, width: number): string[] {
  const lines = ['']
  for (const character of line) {
    if (widthOf(lines.at(-1)! + character) > width) lines.push('')
    lines[lines.length - 1] += character
  }
  return lines
}

type Cell = [text: string, width: number]

/** Separates texts by two spaces, and aligns them on a wide terminal. */
function aligned(texts: Cell[], columns: number): string {
  const isWide = columns >= wideColumns
  return texts
    .filter(([text]) => isWide || text !== '')
    .map(([text, width]) => (isWide ? pad(shorten(text, Math.max(width, 1)), width) : text))
    .join('  ')
    .trimEnd()
}

function clock(time: number): string {
  const at = new Date(time)
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
}

/** 0:07, 12:30 or 1:02:03. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

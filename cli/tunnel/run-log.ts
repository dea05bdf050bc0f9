import fs from 'node:fs'
import path from 'node:path'
import { Failure } from '../failures.ts'
import type { FinalState, RunOrder, RunState } from './messages.ts'
import type { ChildMark } from './process-group.ts'

/** The end of a run, as it is reported until the service acknowledges it. */
export interface RunEnd {
  state: FinalState
  at: string
  reason?: string
  result?: unknown
  output?: string
  outputBytes?: number
  decidedIn?: 'terminal'
}

export interface LoggedRun {
  id: string
  /** When the run was accepted, or cancelled before it arrived. */
  at: string
  /** Complete until the run ends, so that a run that didn't start can start after a crash. Then without its input. */
  order?: RunOrder
  hasStarted: boolean
  child?: ChildMark
  end?: RunEnd
  isAcknowledged: boolean
}

type Entry =
  | { type: 'accepted'; run: string; at: string; order: RunOrder }
  | { type: 'started'; run: string }
  | { type: 'child'; run: string; child: ChildMark }
  | { type: 'ended'; run: string; end: RunEnd }
  | { type: 'acknowledged'; run: string }
  /** A run as compaction writes it. */
  | { type: 'run'; run: string; logged: LoggedRun }

const fileName = 'runs.jsonl'
const retentionMs = 30 * 24 * 3600 * 1000
const maxGrowthBytes = 64 * 1024 * 1024

/** The append-only log of runs on this machine. Only one process can use a folder: lock it before. */
export class RunLog {
  readonly folder: string
  readonly #file: string
  #runs: Map<string, LoggedRun>
  #descriptor: number
  #size = 0
  #compactedSize = 0

  private constructor(folder: string) {
    this.folder = folder
    this.#file = path.join(folder, fileName)
    this.#runs = readRuns(this.#file)
    this.#descriptor = this.#compact()
  }

  /** Reads and compacts the log in the folder, and creates it if needed. */
  static open(folder: string): RunLog {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new RunLog(folder)
  }

  get(run: string): LoggedRun | undefined {
    return this.#runs.get(run)
  }

  /** Returns the runs that the service hasn't acknowledged. */
  unacknowledged(): LoggedRun[] {
    return [...this.#runs.values()].filter(({ isAcknowledged }) => !isAcknowledged)
  }

  /** Stores a run before anything of it happens. Afterwards its id can never start a second time. */
  accept(order: RunOrder): void {
    this.#append({ type: 'accepted', run: order.id, at: new Date().toISOString(), order })
  }

  /** Stores that the run starts now. If this process dies afterwards, the run is lost. */
  start(run: string): void {
    this.#append({ type: 'started', run })
  }

  setChild(run: string, child: ChildMark): void {
    this.#append({ type: 'child', run, child })
  }

  /** Stores the outcome before it is reported. An unknown id is stored too, so that it can't start later. */
  end(run: string, end: RunEnd): void {
    this.#append({ type: 'ended', run, end })
  }

  /** Drops the result and the output, and keeps the id and the state. */
  acknowledge(run: string): void {
    const logged = this.#runs.get(run)
    if (logged?.end && !logged.isAcknowledged) this.#append({ type: 'acknowledged', run })
  }

  close(): void {
    fs.closeSync(this.#descriptor)
  }

  #append(entry: Entry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    try {
      writeAll(this.#descriptor, line)
      fs.fdatasyncSync(this.#descriptor)
    } catch (error) {
      // An outcome counts even if the disk is full: while this process lives, it is reported.
      if (entry.type === 'ended') apply(this.#runs, entry)
      // Half a line would make the next one unreadable.
      fs.ftruncateSync(this.#descriptor, this.#size)
      throw error
    }
    this.#size += line.length
    apply(this.#runs, entry)
    if (this.#size - this.#compactedSize < maxGrowthBytes) return
    const previous = this.#descriptor
    this.#descriptor = this.#compact()
    fs.closeSync(previous)
  }

  /** Writes the current runs into a new file and replaces the log with it. Returns its descriptor. */
  #compact(): number {
    const since = Date.now() - retentionMs
    this.#runs = new Map([...this.#runs].filter(([, run]) => Date.parse(run.at) > since))
    const lines = [...this.#runs].map(
      ([run, logged]) => `${JSON.stringify({ type: 'run', run, logged } satisfies Entry)}\n`,
    )
    const written = `${this.#file}.new`
    const descriptor = openEmpty(written)
    const text = Buffer.from(lines.join(''))
    writeAll(descriptor, text)
    fs.fsyncSync(descriptor)
    fs.renameSync(written, this.#file)
    syncFolder(this.folder)
    this.#size = text.length
    this.#compactedSize = text.length
    return descriptor
  }
}

/** Returns the latest runs, newest first. For other processes, while the log is in use too. */
export function readRecentRuns(
  folder: string,
  count: number,
): { order: RunOrder; state: RunState; at: string; reason?: string }[] {
  return [...readRuns(path.join(folder, fileName)).values()]
    .filter(({ order }) => order !== undefined)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, count)
    .map(({ order, at, end, hasStarted }) => ({
      order: order!,
      state: end?.state ?? (hasStarted ? 'running' : 'queued'),
      at: end?.at ?? at,
      ...(end?.reason !== undefined && { reason: end.reason }),
    }))
}

/** Opens for appending: after a failed write, the next line starts at the end of the file, not behind a gap. */
function openEmpty(file: string): number {
  fs.rmSync(file, { force: true })
  return fs.openSync(file, 'ax', 0o600)
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;)
    written += fs.writeSync(descriptor, bytes, written, bytes.length - written)
}

/** Makes the rename durable. Windows can't open a folder, and does so itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(folder, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/** Reads the log. A crash can cut the last line: its entry was never acted upon. */
function readRuns(file: string): Map<string, LoggedRun> {
  const runs = new Map<string, LoggedRun>()
  if (!fs.existsSync(file)) return runs
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  lines.pop()
  for (const [index, line] of lines.entries()) {
    try {
      apply(runs, JSON.parse(line) as Entry)
    } catch {
      if (index === lines.length - 1) break
      throw new Failure(
        `${file}, line ${index + 1} is damaged, so runs could start twice. Revoke the tunnel, delete the file and register again.`,
      )
    }
  }
  return runs
}

function apply(runs: Map<string, LoggedRun>, entry: Entry): void {
  const { run: id } = entry
  const at = new Date().toISOString()
  const before: LoggedRun = runs.get(id) ?? { id, at, hasStarted: false, isAcknowledged: false }
  runs.set(id, changed(before, entry))
}

function changed(before: LoggedRun, entry: Entry): LoggedRun {
  switch (entry.type) {
    case 'run':
      return entry.logged
    case 'accepted':
      return { ...before, at: entry.at, order: entry.order }
    case 'started':
      return { ...before, hasStarted: true }
    case 'child':
      return { ...before, child: entry.child }
    case 'ended': {
      const { order, child: _child, ...rest } = before
      return { ...rest, ...(order && { order: { ...order, input: {} } }), end: entry.end }
    }
    default: {
      const { state, at, reason } = before.end!
      return { ...before, isAcknowledged: true, end: { state, at, reason } }
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../server/assembly/client.ts'
import type { Call } from '../connection.ts'
import { Failure } from '../failures.ts'
import { writeConflictNotes } from './conflict-notes.ts'
import { stampOf } from './folder.ts'
import { gitMark } from './git.ts'
import { learnPeople, namesIn } from './names.ts'
import { queueChanges } from './outbox.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { Report } from './report.ts'
import { type Scan, scan } from './scan.ts'
import { writeFiles } from './write-files.ts'
import type { FileRow, State } from './state.ts'

/** An editor can remove a file for a moment while it saves. */
const recheckMs = 250
const manyFiles = 10

export interface RoundOptions {
  /** The answer to many missing files: delete their items, or write the files again. */
  missing?: 'delete' | 'restore' | undefined
  /** The texts that the server rejected before, by path. A watching sync doesn't send them again. */
  rejected?: Map<string, string>
}

/** Syncs once: sends local changes, then receives those of the server, so that the server merges both. */
export async function syncOnce(state: State, call: Call, options: RoundOptions = {}): Promise<Report> {
  const report = new Report()
  const names = namesIn(state)
  const { rejected = new Map<string, string>() } = options
  // A first sync needs the items before it can recognize existing files.
  const isFirst = state.meta('cursor') === undefined && (await pull(state, call))
  const offline = await sendWaiting(state, call, report)
  const found = state.transaction(() => scan(state, names, report))
  const vanished = await confirmMissing(state, found)
  if (options.missing === undefined) refuseMassDeletion(found, vanished)
  const deleted = options.missing === 'restore' ? [] : vanished
  queueChanges(state, { ...found, vanished: deleted }, (path, hash) => rejected.get(path) === hash)
  state.setMeta('git', gitMark(state.folder))
  if (offline) throw new Offline(offline, report, state.outbox().length)
  try {
    const pushed = await push(state, call, report)
    for (const { path, hash } of pushed.rejected) rejected.set(path, hash)
    const restored = new Set([...pushed.restored, ...vanished.map(({ item }) => item)])
    for (const item of restored) state.markDirty(item)
    const hasPulled = await pull(state, call)
    await learnPeople(state, call)
    state.transaction(() => writeFiles(state, names, report, restored))
    if (isFirst || hasPulled || report.done.length > 0 || state.notes().length > 0)
      await writeConflictNotes(state, call, report)
  } catch (error) {
    throw isTemporary(error) ? new Offline(error, report, state.outbox().length) : error
  }
  state.setMeta('syncedAt', new Date().toISOString())
  return report
}

/** Sends the changes of an interrupted sync. Returns the problem if the server can't be reached. */
async function sendWaiting(state: State, call: Call, report: Report): Promise<Problem | undefined> {
  try {
    await push(state, call, report)
    await learnPeople(state, call)
    return undefined
  } catch (error) {
    if (isTemporary(error)) return error
    throw error
  }
}

/** The server can't be reached. The changes wait in the local state. */
export class Offline extends Error {
  readonly problem: Problem
  readonly report: Report
  readonly waiting: number

  constructor(problem: Problem, report: Report, waiting: number) {
    super(problem.message)
    this.problem = problem
    this.report = report
    this.waiting = waiting
  }
}

export function isTemporary(error: unknown): error is Problem {
  return error instanceof Problem && (error.code === 'offline' || error.status >= 500 || error.status === 429)
}

async function confirmMissing(state: State, { vanished }: Scan): Promise<FileRow[]> {
  if (vanished.length === 0) return []
  await delay(recheckMs)
  return vanished.filter(({ path }) => stampOf(state.folder, path) === undefined)
}

/** Stops before a checkout of another branch or an unmounted disk deletes items. */
function refuseMassDeletion({ known, gitReplaced }: Scan, vanished: FileRow[]): void {
  const count = vanished.length
  if (count === 0) return
  const isMass = (count >= manyFiles && count > known / 2) || (count === known && count > 1)
  if (!isMass && !gitReplaced) return
  const files = count === 1 ? `${vanished[0]!.path} is` : `${count} of ${known} files are`
  const cause = gitReplaced ? ' since git changed the files of the folder' : ''
  throw new Failure(
    `${files} missing${cause}. Nothing was synced. Bring the files back, or run "baton sync --restore" to write them again, or "baton sync --delete" to delete their items.`,
  )
}

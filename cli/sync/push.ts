import { Problem } from '../../server/assembly/client.ts'
import { type Fields, isFields, isListOfFields } from '../cells.ts'
import type { Call } from '../connection.ts'
import { readText } from './folder.ts'
import { FileError, divide, readEntries } from './front-matter.ts'
import type { Report } from './report.ts'
import type { OutboxRow, State } from './state.ts'

const maxChanges = 500
/** The server accepts 1 MiB. The rest is for the frame of the request. */
const maxBytes = 1_000_000

export interface Pushed {
  /** The items whose deletion the server rejected, so that their files are written again. */
  restored: Set<string>
  /** The texts that the server rejected. */
  rejected: { path: string; hash: string }[]
}

/** Sends all stored changes in batches. A change stays stored until its result has arrived. */
export async function push(state: State, call: Call, report: Report): Promise<Pushed> {
  const pushed: Pushed = { restored: new Set(), rejected: [] }
  for (;;) {
    const batch = nextBatch(state.outbox())
    if (batch.length === 0) return pushed
    const results = await sendBatch(state, call, batch)
    state.transaction(() => {
      for (const [index, change] of batch.entries()) {
        apply(state, change, results[index] ?? {}, report, pushed)
        state.settle(change.id)
      }
    })
  }
}

async function sendBatch(state: State, call: Call, batch: OutboxRow[]): Promise<Fields[]> {
  const { device } = state.link()!
  try {
    const { results } = await call('sync.push', { device, changes: batch.map(changeOf) })
    return isListOfFields(results) ? results : []
  } catch (error) {
    // A single change can be larger than a request.
    if (!(error instanceof Problem) || error.status !== 413 || batch.length > 1) throw error
    return [{ outcome: 'refused', problem: { code: error.code, detail: error.message } }]
  }
}

function nextBatch(changes: OutboxRow[]): OutboxRow[] {
  let bytes = 0
  const batch: OutboxRow[] = []
  for (const change of changes.slice(0, maxChanges)) {
    bytes += Buffer.byteLength(JSON.stringify(changeOf(change))) + 1
    if (bytes > maxBytes && batch.length > 0) break
    batch.push(change)
  }
  return batch
}

function changeOf({ id, kind, action, item, version, fields, base }: OutboxRow): Fields {
  if (action === 'create') return { id, kind, action, item, fields }
  if (action === 'delete') return { id, kind, action, item, version }
  const change = { id, kind, action, item, version, fields }
  // The base improves merges, but a large text must fit into the request.
  const whole = { ...change, base }
  return Buffer.byteLength(JSON.stringify(whole)) < maxBytes ? whole : change
}

function apply(state: State, change: OutboxRow, result: Fields, report: Report, pushed: Pushed): void {
  const { action, item, path, fields, stamp, hash } = change
  const outcome = result.outcome === 'duplicate' ? result.first : result.outcome
  if (outcome === 'refused') return reject(state, change, result.problem, report, pushed)
  if (action === 'delete') {
    state.dropFile(item)
    state.dropItems('id = ?', item)
    state.forgetRemoved(item)
    report.add('deleted', path)
    return
  }
  const row = state.file(item)
  const version = action === 'create' && isFields(result.item) ? Number(result.item.version) : row?.version
  // The version of an update stays: the response can include changes of other people that this file doesn't have yet.
  if (row) state.putFile({ ...row, base: { ...row.base, ...fields }, version: version ?? 0, stamp, hash })
  keepSent(state, item, fields)
  const detail = action === 'update' ? Object.keys(fields).join(', ') : keyOf(result.item)
  const note = outcome === 'applied' ? '' : `; ${String(outcome)}`
  report.add(action === 'create' ? 'created' : 'pushed', path, detail + note)
}

/** Adds the sent fields to the local copy. A pull has them only after all earlier transactions of the server have ended. */
function keepSent(state: State, item: string, fields: Fields): void {
  const copy = state.item(item)
  if (copy) state.putItem({ ...copy, fields: { ...copy.fields, ...fields } }, copy.generation)
}

function reject(state: State, change: OutboxRow, problem: unknown, report: Report, pushed: Pushed): void {
  const { action, item, path, hash } = change
  const { detail = 'The server rejected the change.', errors } = isFields(problem) ? problem : {}
  const [first] = isListOfFields(errors) ? errors : []
  const field = typeof first?.path === 'string' ? first.path.split('.')[0] : undefined
  const message = first
    ? `${String(detail)} ${field ? `${field}: ` : ''}${String(first.message)}`
    : String(detail)
  report.problem(path, message, lineOf(state, path, field))
  if (action === 'create') state.dropFile(item)
  if (action === 'delete') {
    pushed.restored.add(item)
  } else {
    pushed.rejected.push({ path, hash })
  }
}

/** Returns the line of a field, so that an editor can jump to it. */
function lineOf(state: State, path: string, field: string | undefined): number | undefined {
  if (field === undefined) return undefined
  try {
    return readEntries(divide(readText(state.folder, path) ?? '').head ?? '').get(field)?.line
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

function keyOf(item: unknown): string {
  return isFields(item) && typeof item.key === 'string' ? item.key : ''
}

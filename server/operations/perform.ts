import type { z } from 'zod'
import { isConnectionError, isStorageFull, sqlState } from '../database/connection-errors.ts'
import { type Queries } from '../database/connect.ts'
import { appendJournal, type Entry } from '../database/journal.ts'
import { requireAuthentication } from './access.ts'
import { actorOf, type Caller } from './caller.ts'
import type { App, Context, RequestFacts } from './context.ts'
import { OperationError } from './errors.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { limitGuesses } from './guess-limits.ts'
import { storedResponse, onlyOnce, repeatable } from './idempotency.ts'
import { useOurWords } from './messages.ts'
import type { Operation, StreamEvent } from './operation.ts'
import { requireWanted } from './progress.ts'
import { requireSecondFactor } from './second-factor.ts'
import { requireStorable } from './storable.ts'

useOurWords()

export interface Performed<Output> {
  output: Output
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
}

/**
 * The only way to run an operation: parse, check access, run, journal, commit, and then tell the others. Doors
 * translate their protocol into this call and its result, and never go around it.
 */
export async function perform<Input extends z.ZodObject, Output extends z.ZodType>(
  app: App,
  operation: Operation<string, Input, Output>,
  caller: Caller,
  given: unknown,
  request: RequestFacts,
): Promise<Performed<z.output<Output>>> {
  const ended = app.metrics.operation(operation.id, 'wait' in operation.input.shape)
  try {
    requireAuthentication(operation.access, caller)
    requireSecondFactor(operation, caller)
    const input = parse(operation, given)
    await limitGuesses(app, operation, caller, input, request)
    const performed = operation.reads
      ? { output: await read(app, operation, caller, input, request), replayed: false }
      : await write(app, operation, caller, input, request)
    if (app.checkOutput) performed.output = operation.output.parse(performed.output)
    ended('ok')
    return performed as Performed<z.output<Output>>
  } catch (error) {
    const refusal = toOperationError(error)
    ended(refusal?.code ?? 'internal')
    if (!operation.refused) throw refusal ?? error
    if (!refusal) app.log.error({ requestId: request.id, err: error }, 'a request failed')
    const output = operation.refused(refusal ?? new OperationError('internal'), { app, caller, request })
    return { output, replayed: false }
  }
}

/**
 * The same for a read whose answer is sent piece by piece. It has begun once this is answered: whatever is refused is
 * refused before.
 */
export async function performInPieces(
  app: App,
  operation: Operation,
  caller: Caller,
  given: unknown,
  request: RequestFacts,
): Promise<AsyncIterable<StreamEvent>> {
  const ended = app.metrics.operation(operation.id, 'wait' in operation.input.shape)
  try {
    requireAuthentication(operation.access, caller)
    requireSecondFactor(operation, caller)
    const input = parse(operation, given)
    const ctx = await readingContext(app, operation, caller, input, request)
    const pieces = operation.stream!(ctx as never, input)[Symbol.asyncIterator]()
    const first = await pieces.next()
    ended('ok')
    return (async function* () {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
    })()
  } catch (error) {
    const refusal = toOperationError(error)
    ended(refusal?.code ?? 'internal')
    throw refusal ?? error
  }
}

async function read(app: App, operation: Operation, caller: Caller, input: never, request: RequestFacts) {
  return operation.run(await readingContext(app, operation, caller, input, request), input)
}

async function readingContext(
  app: App,
  operation: Operation,
  caller: Caller,
  input: never,
  request: RequestFacts,
): Promise<Context> {
  const db = app.database
  const granted = await operation.access.check({ caller, db, reads: true, hold: false }, input)
  requireWanted(request)
  return {
    app,
    caller,
    request,
    db,
    record: refuseToRecord,
    recorded: refuseToRecord,
    afterCommit: (deed) => deed(),
    ...granted,
  }
}

async function write(app: App, operation: Operation, caller: Caller, input: never, request: RequestFacts) {
  let entries: Entry[] = []
  let grown: string[] = []
  let deeds: (() => void)[] = []
  const repeated = await repeatable(operation, caller, input, request)
  // What is prepared may use up a secret that works once: a repeated request must not come to that.
  const first = repeated && operation.prepare && (await storedResponse(app, app.database, repeated))
  if (first) return first
  const prepared = await prepare(app, operation, caller, input, request)

  // A transaction may be tried again, and may then find that another request has done the deed: each attempt begins
  // with nothing recorded.
  const attempt = <Result>(work: () => Promise<Result>) => {
    entries = []
    grown = []
    deeds = []
    return work()
  }
  const run = async (db: Queries, lookUp = db) => {
    const hold = !operation.oneStatement
    requireWanted(request)
    const granted = await operation.access.check({ caller, db: lookUp, reads: false, hold }, input)
    const record = operation.oneStatement ? refuseToRecord : (entry: Entry) => void entries.push(entry)
    const recorded = (organizationId: string) => void grown.push(organizationId)
    const afterCommit = (deed: () => void) => void deeds.push(deed)
    const ctx: Context = { app, caller, request, db, record, recorded, afterCommit, ...granted, ...prepared }
    const output = await operation.run(ctx, input)
    // What is one statement has happened. All else is undone if nobody wants it any more.
    if (hold) requireWanted(request)
    return output
  }
  const journal = (db: Queries) => appendJournal(db, actorOf(caller), request.id, entries)

  const performed =
    operation.oneStatement && !repeated
      ? {
          output: await app.database.statement((db) => attempt(() => run(db, lookUps(app)))),
          replayed: false,
        }
      : await app.database.transaction((db) => attempt(() => onlyOnce(app, db, repeated, run)), {
          last: journal,
        })
  for (const deed of deeds) deed()
  if (!performed.replayed)
    app.bus.journalGrew([...grown, ...entries.map(({ organizationId }) => organizationId)])
  return performed
}

function lookUps({ database }: App): Queries {
  return { run: (sql, values) => database.lookUp(sql, values) }
}

async function prepare(app: App, operation: Operation, caller: Caller, input: never, request: RequestFacts) {
  if (!operation.prepare) return {}
  requireWanted(request)
  const granted = await operation.access.check({ caller, db: app.database, reads: false, hold: false }, input)
  return operation.prepare({ app, caller, request, ...granted } as never, input)
}

function refuseToRecord(): never {
  throw new Error('A read records nothing, and one statement records its row itself (insertRow).')
}

function parse(operation: Operation, given: unknown): never {
  const parsed = operation.input.safeParse(given)
  if (!parsed.success)
    throw new OperationError('invalid_input', {}, fieldErrorsOf(operation, parsed.error, given))
  requireStorable(parsed.data)
  return parsed.data as never
}

/** What the database refused, in the product's words; undefined for a fault of ours. */
export function toOperationError(error: unknown): OperationError | undefined {
  if (error instanceof OperationError) return error
  const state = sqlState(error)
  if (state === '57014') return new OperationError('timed_out')
  // 23503: what a new row belongs to was there when access was checked, and is there no longer.
  if (state === '23503') return new OperationError('gone_meanwhile')
  // 22008: the year 0 is a date in JSON, but none that the database knows.
  if (state === '22008')
    return new OperationError('invalid_input', {}, [
      { path: '', message: 'A time is beyond what can be kept.' },
    ])
  // 22003: a number that its column can't store. A schema should have rejected it.
  if (state === '22003')
    return new OperationError('invalid_input', {}, [{ path: '', message: 'A number is out of range.' }])
  if (isStorageFull(error)) return new OperationError('storage_full')
  // 55P03: waited too long for a lock.
  if (state === '55P03' || isConnectionError(error)) return new OperationError('unavailable')
  return undefined
}

import type { z } from 'zod'
import { isConnectionError, isStorageFull, sqlState } from '../platform/connection-errors.ts'
import { type Queries } from '../database/connect.ts'
import { requireAuthentication } from './access.ts'
import { type Caller, actorOf } from './caller.ts'
import type { App, Context, RequestFacts } from './context.ts'
import { OperationError } from '../errors/errors.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { limitGuesses } from './guess-limits.ts'
import { storedResponse, onlyOnce, repeatable } from './idempotency.ts'
import { useOurWords } from './messages.ts'
import type { Operation, StreamEvent } from './operation.ts'
import { requireNotPaused } from './paused-agent.ts'
import { requireWanted } from './progress.ts'
import { Recording } from './recording.ts'
import { requireSecondFactor } from './second-factor.ts'
import { requireStorable } from './storable.ts'

useOurWords()

export interface Performed<Output> {
  output: Output
  /** Whether the output is the stored response of an earlier request with the same idempotency key. */
  replayed: boolean
}

/**
 * Runs an operation: parses the input, checks access, runs, writes the journal, commits, then notifies subscribers. All
 * doors use this function, and translate their protocol to its arguments and result.
 */
export async function perform<Input extends z.ZodObject, Output extends z.ZodType>(
  app: App,
  operation: Operation<string, Input, Output>,
  caller: Caller,
  given: unknown,
  request: RequestFacts,
): Promise<Performed<z.output<Output>>> {
  const ended = app.metrics.operation(operation.id, waits(operation))
  try {
    requireAuthentication(operation.access, caller)
    requireSecondFactor(operation, caller)
    requireNotPaused(operation, caller)
    const input = parse(operation, given)
    await limitGuesses(app, operation, caller, input, request)
    const performed = operation.reads
      ? { output: await runAlone(app, operation, caller, input, request), replayed: false }
      : await write(app, operation, caller, input, request)
    if (app.checkOutput) performed.output = operation.output.parse(performed.output)
    ended('ok')
    return performed as Performed<z.output<Output>>
  } catch (error) {
    const rejection = toOperationError(error)
    ended(rejection?.code ?? 'internal')
    if (!operation.refused) throw rejection ?? error
    if (!rejection) app.log.error({ requestId: request.id, err: error }, 'a request failed')
    const output = operation.refused(rejection ?? new OperationError('internal'), { app, caller, request })
    return { output, replayed: false }
  }
}

/**
 * Streams the output of a read, or of a write with its own transactions. Resolves with the first event ready, so that all
 * errors are thrown before the response starts.
 */
export async function performInPieces(
  app: App,
  operation: Operation,
  caller: Caller,
  given: unknown,
  request: RequestFacts,
): Promise<AsyncIterable<StreamEvent>> {
  const ended = app.metrics.operation(operation.id, waits(operation))
  try {
    requireAuthentication(operation.access, caller)
    requireSecondFactor(operation, caller)
    requireNotPaused(operation, caller)
    const input = parse(operation, given)
    const ctx = await contextAlone(app, operation, caller, input, request)
    const events = operation.stream!(ctx as never, input)[Symbol.asyncIterator]()
    const first = await events.next()
    ended('ok')
    return (async function* () {
      try {
        for (let next = first; !next.done; next = await events.next()) yield next.value
      } finally {
        // A client that disconnects ends the work too.
        await events.return?.()
      }
    })()
  } catch (error) {
    const rejection = toOperationError(error)
    ended(rejection?.code ?? 'internal')
    throw rejection ?? error
  }
}

/** Returns whether an operation can wait for events. Its duration shows no problem. */
function waits({ input: { shape } }: Operation): boolean {
  return 'wait' in shape || 'waitSeconds' in shape
}

async function runAlone(app: App, operation: Operation, caller: Caller, input: never, request: RequestFacts) {
  return operation.run(await contextAlone(app, operation, caller, input, request), input)
}

/** Returns the context of a read, or of a write that opens its own transactions: `transact` records its entries. */
async function contextAlone(
  app: App,
  operation: Operation,
  caller: Caller,
  input: never,
  request: RequestFacts,
): Promise<Context> {
  const { reads } = operation
  const db = reads ? app.database.reads() : app.database
  const asked = { caller, db: reads ? lookUps(app) : db, reads, hold: false }
  const granted = await operation.access.check(asked, input)
  requireWanted(request)
  return {
    app,
    caller,
    request,
    db,
    record: rejectRecording,
    recorded: rejectRecording,
    afterCommit: (callback) => callback(),
    readLast: rejectRecording,
    ...granted,
  }
}

async function write(app: App, operation: Operation, caller: Caller, input: never, request: RequestFacts) {
  if (operation.ownTransactions)
    return { output: await runAlone(app, operation, caller, input, request), replayed: false }
  const recording = new Recording()
  const repeated = await repeatable(operation, caller, input, request)
  // `prepare` can consume a one-time secret, so a repeated request must return before it.
  const first = repeated && operation.prepare && (await storedResponse(app, app.database, repeated))
  if (first) return first
  const prepared = await prepare(app, operation, caller, input, request)

  // A transaction can be retried, and may then find that another request has done the work. Each attempt starts with
  // nothing recorded.
  const attempt = <Result>(work: () => Promise<Result>) => {
    recording.reset()
    return work()
  }
  const isOneStatement =
    typeof operation.oneStatement === 'function' ? operation.oneStatement(input) : operation.oneStatement
  const run = async (db: Queries, lookUp = db) => {
    const hold = !isOneStatement
    requireWanted(request)
    const granted = await operation.access.check({ caller, db: lookUp, reads: false, hold }, input)
    const ctx: Context = {
      app,
      caller,
      request,
      db,
      ...recording.context,
      ...(isOneStatement && { record: rejectRecording }),
      ...granted,
      ...prepared,
    }
    const output = await operation.run(ctx, input)
    // A single statement is already committed. A transaction rolls back if the caller has cancelled.
    if (hold) requireWanted(request)
    // The response is stored before the commit.
    if (isOneStatement || repeated) await recording.runReads(db)
    return output
  }

  const performed =
    isOneStatement && !repeated
      ? {
          output: await app.database.statement((db) => attempt(() => run(db, lookUps(app)))),
          replayed: false,
        }
      : await app.database.transaction((db) => attempt(() => onlyOnce(app, db, repeated, run)), {
          last: (db) => recording.finish(db, actorOf(caller), request.id),
        })
  recording.runCallbacks()
  if (!performed.replayed) recording.notifySubscribers(app)
  return performed
}

function lookUps({ database }: App): Queries {
  return { run: (sql) => database.lookUp(sql) }
}

/** Does the slow work of an operation that precedes its transaction. */
export async function prepare(
  app: App,
  operation: Operation,
  caller: Caller,
  input: never,
  request: RequestFacts,
) {
  if (!operation.prepare) return {}
  requireWanted(request)
  const granted = await operation.access.check({ caller, db: app.database, reads: false, hold: false }, input)
  return operation.prepare({ app, caller, request, ...granted } as never, input)
}

function rejectRecording(): never {
  throw new Error(
    'A read must not record journal entries or defer reads. A single statement records its own row (insertRow), and `transact` its own.',
  )
}

/** Parses the input of an operation, or rejects it. */
export function parse(operation: Operation, given: unknown): never {
  const parsed = operation.input.safeParse(given)
  if (!parsed.success)
    throw new OperationError('invalid_input', {}, fieldErrorsOf(operation, parsed.error, given))
  requireStorable(parsed.data)
  return parsed.data as never
}

/** Translates a database error into an error for the caller. Returns undefined for a bug. */
export function toOperationError(error: unknown): OperationError | undefined {
  if (error instanceof OperationError) return error
  const state = sqlState(error)
  if (state === '57014') return new OperationError('timed_out')
  // 23503: the parent of a new row was deleted after the access check.
  if (state === '23503') return new OperationError('gone_meanwhile')
  // 22008: PostgreSQL does not accept the year 0, which is a valid date in JSON.
  if (state === '22008')
    return new OperationError('invalid_input', {}, [{ path: '', message: 'A time is out of range.' }])
  // 22003: a number that its column can't store. A schema should have rejected it.
  if (state === '22003')
    return new OperationError('invalid_input', {}, [{ path: '', message: 'A number is out of range.' }])
  if (isStorageFull(error)) return new OperationError('storage_full')
  // 55P03: waited too long for a lock.
  if (state === '55P03' || isConnectionError(error)) return new OperationError('unavailable')
  return undefined
}

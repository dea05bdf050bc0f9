import type { z } from 'zod'
import type { Queries } from '../database/connect.ts'
import type { Entry } from '../database/journal.ts'
import { type Caller, actorOf } from './caller.ts'
import type { App, Context, RequestFacts } from './context.ts'
import type { Operation } from './operation.ts'
import { parse } from './perform.ts'
import { Recording } from './recording.ts'

/** A transaction in which several operations run. */
export interface Unit extends Context {
  perform<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<string, Input, Output>,
    given: unknown,
    more?: PerformedWith,
  ): Promise<z.output<Output>>
}

interface PerformedWith {
  /** The id of the item to create. */
  createId?: string
  /** The version of the item that the operation must find. */
  ifMatch?: number
  /** The result of the operation's `prepare`, which must run before the transaction. */
  prepared?: object
}

/**
 * Runs work in one transaction that can include several operations, then notifies subscribers of its journal entries.
 * For writes that combine an operation with rows of their own, such as a change that a device pushed.
 */
export async function transact<Result>(
  app: App,
  caller: Caller,
  request: RequestFacts,
  work: (unit: Unit) => Promise<Result>,
): Promise<Result> {
  const recording = new Recording()
  const result = await app.database.transaction(
    (db) => {
      recording.reset()
      const ctx: Context = { app, caller, request, db, ...recording.context }
      return work({
        ...ctx,
        perform: (operation, given, more) => performWithin(ctx, operation, given, more),
      })
    },
    { last: (db) => recording.finish(db, actorOf(caller), request.id) },
  )
  recording.runCallbacks()
  recording.notifySubscribers(app)
  return result
}

/**
 * Runs an operation in the transaction of another one: parses its input, checks its access rule and runs it. Its journal
 * entries join those of the context, unless it is rejected.
 */
export async function performWithin<Input extends z.ZodObject, Output extends z.ZodType>(
  { app, caller, request, db, record, recorded, afterCommit }: Context,
  operation: Operation<string, Input, Output>,
  given: unknown,
  { createId, ifMatch, prepared }: PerformedWith = {},
): Promise<z.output<Output>> {
  const input = parse(operation, given)
  const granted = await operation.access.check({ caller, db, reads: false, hold: true }, input)
  const entries: Entry[] = []
  const reads: ((db: Queries) => Promise<void>)[] = []
  const output = await operation.run(
    {
      app,
      caller,
      request: factsOf(request, createId, ifMatch),
      db,
      record: (entry) => void entries.push(entry),
      recorded,
      afterCommit,
      readLast: (read) => void reads.push(read),
      ...granted,
      ...prepared,
    },
    input,
  )
  // The caller uses the output before the commit.
  await Promise.all(reads.map((read) => read(db)))
  entries.forEach(record)
  return output
}

/**
 * Returns the facts of one operation among several. If-Match and the idempotency key of the request belong to the whole.
 * Inherits the rest, because reading a fact can be costly: `signal` adds a listener.
 */
function factsOf(
  request: RequestFacts,
  createId: string | undefined,
  ifMatch: number | undefined,
): RequestFacts {
  return Object.create(request, {
    ifMatch: { value: ifMatch },
    idempotencyKey: { value: undefined },
    createId: { value: createId },
  }) as RequestFacts
}

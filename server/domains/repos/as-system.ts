import type { Actor } from '../../database/actor.ts'
import { anonymous, system } from '../../operations/caller.ts'
import { type App, type Context, type RequestFacts, noCookies } from '../../operations/context.ts'
import { Recording } from '../../operations/recording.ts'

/** The actor of a change and its request. */
export interface By {
  actor: Actor
  request: RequestFacts
}

/** Changes that a job makes. */
export const bySystem: By = {
  actor: system,
  request: { id: '', network: '', userAgent: '', cookies: noCookies },
}

/** Runs work in one transaction and writes its journal entries as the given actor. */
export async function transactAs<Result>(
  app: App,
  { actor, request }: By,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const recording = new Recording()
  const result = await app.database.transaction(
    (db) => {
      // A transaction can be retried.
      recording.reset()
      return work({
        app,
        caller: anonymous,
        // If-Match and idempotency keys belong to the operation, not to the rows that a sync changes.
        request: bySystem.request,
        db,
        ...recording.context,
      })
    },
    { last: (db) => recording.finish(db, actor, request.id || null) },
  )
  recording.runCallbacks()
  recording.notifySubscribers(app)
  return result
}

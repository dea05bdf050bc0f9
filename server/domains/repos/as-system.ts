import type { Actor } from '../../database/actor.ts'
import { type Entry, appendJournal } from '../../database/journal.ts'
import { anonymous, system } from '../../operations/caller.ts'
import { type App, type Context, type RequestFacts, noCookies } from '../../operations/context.ts'

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
  let entries: Entry[] = []
  let callbacks: (() => void)[] = []
  const result = await app.database.transaction(
    (db) => {
      // A transaction can be retried.
      entries = []
      callbacks = []
      return work({
        app,
        caller: anonymous,
        // If-Match and idempotency keys belong to the operation, not to the rows that a sync changes.
        request: bySystem.request,
        db,
        record: (entry) => void entries.push(entry),
        recorded: () => {},
        afterCommit: (callback) => void callbacks.push(callback),
      })
    },
    { last: (db) => appendJournal(db, actor, request.id || null, entries) },
  )
  for (const callback of callbacks) callback()
  app.bus.journalGrew(entries.map(({ organizationId }) => organizationId))
  return result
}

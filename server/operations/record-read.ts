import { appendJournal } from '../database/journal.ts'
import type { EventType } from '../database/events.ts'
import { sql } from '../database/sql.ts'
import { actorOf } from './caller.ts'
import type { Context } from './context.ts'

/**
 * Records that someone else read private data of a user, before the read returns it. A read has no transaction, so this
 * opens its own. The user finds the event in the organization that they used last.
 */
export async function recordRead(
  { app, caller, request }: Context,
  userId: string,
  type: EventType,
  subject: { kind: string; id: string },
  data?: Record<string, unknown>,
): Promise<void> {
  const organizationId = await app.database.transaction(async (db) => {
    const [user] = await db.run<{ id: string | null }>(
      sql`select last_organization_id as id from users where id = ${userId}`,
    )
    const entry = {
      type,
      subject,
      organizationId: user?.id ?? null,
      privateTo: userId,
      ...(data && { data }),
    }
    await appendJournal(db, actorOf(caller), request.id, [entry])
    return entry.organizationId
  })
  app.bus.journalGrew([organizationId])
}

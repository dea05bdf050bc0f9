import { appendJournal } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import { userActor } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'

/** Revokes the credential of an OAuth client, because the client returned it or it was stolen. */
export async function revokeByClient(app: App, id: string): Promise<void> {
  const liveId = await app.database.transaction(async (db) => {
    const [revoked] = await db.run<RevokedRow>(
      sql`update credentials c set revoked_at = now() from users u, organizations o
        where c.id::text = ${id} and c.revoked_at is null and u.id = c.user_id and o.id = c.organization_id
       returning c.kind, c.name, u.id as user_id, u.name as user_name, coalesce(o.sandbox_of, o.id) as live_id`,
    )
    if (!revoked) return undefined
    const { kind, name, user_id, user_name, live_id } = revoked
    const actor = { ...userActor({ id: user_id, name: user_name }), via: name }
    const entry = { subject: { kind, id, key: name }, organizationId: live_id, privateTo: user_id }
    await appendJournal(db, actor, null, [{ type: `${kind}.revoked`, ...entry }])
    return live_id
  })
  if (!liveId) return
  app.bus.revoked(id)
  app.bus.journalGrew([liveId])
}

interface RevokedRow {
  kind: 'api_key' | 'mcp_token'
  name: string
  user_id: string
  user_name: string
  live_id: string
}

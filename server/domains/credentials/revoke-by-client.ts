import { appendJournal } from '../../database/journal.ts'
import { userActor } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'

/** Ends what a person gave to a client, because the client gave it back or it fell into wrong hands. */
export async function revokeByClient(app: App, id: string): Promise<void> {
  const told = await app.database.transaction(async (db) => {
    const [ended] = await db.run<Ended>(
      `update credentials c set revoked_at = now() from users u, organizations o
        where c.id::text = $1 and c.revoked_at is null and u.id = c.user_id and o.id = c.organization_id
       returning c.kind, c.name, u.id as user_id, u.name as user_name, coalesce(o.sandbox_of, o.id) as live_id`,
      [id],
    )
    if (!ended) return undefined
    const { kind, name, user_id, user_name, live_id } = ended
    const actor = { ...userActor({ id: user_id, name: user_name }), via: name }
    const entry = { subject: { kind, id, key: name }, organizationId: live_id, privateTo: user_id }
    await appendJournal(db, actor, null, [{ type: `${kind}.revoked`, ...entry }])
    return live_id
  })
  if (!told) return
  app.bus.revoked(id)
  app.bus.journalGrew([told])
}

interface Ended {
  kind: 'api_key' | 'mcp_token'
  name: string
  user_id: string
  user_name: string
  live_id: string
}

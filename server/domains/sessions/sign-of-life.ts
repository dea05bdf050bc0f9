import type { Queries } from '../../database/connect.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { silence } from './session.ts'

/** Up to where whoever is at work knows the journal: everything that was safe to read at this moment. */
const seenNow = `last_seen_at = now(), seen_xid = pg_snapshot_xmin(pg_current_snapshot()), seen_seq = 0`

/** A write that names the session. It is no change of the session, and nobody is told. */
export async function markSeen(db: Queries, sessionId: string): Promise<{ last_seen_at: string }> {
  const [row] = await db.run<{ last_seen_at: string }>(
    `update sessions set ${seenNow} where id = $1 returning last_seen_at`,
    [sessionId],
  )
  return row!
}

const everyMs = 60_000
const mostKept = 10_000
/** When a credential was last noted by this process, so that not every call costs a statement. */
const noted = new Map<string, number>()

/**
 * Whatever an agent does over MCP shows that its sessions are alive: those that it works in with this token, and those of
 * the agent that it is. It is kept to the minute and nobody waits for it.
 */
export async function noteSignOfLife(app: App, { credentialId, agent, user }: KnownCaller): Promise<void> {
  const now = Date.now()
  if (now - (noted.get(credentialId) ?? 0) < everyMs) return
  if (noted.size >= mostKept) noted.clear()
  noted.set(credentialId, now)
  const whose = agent ? '(credential_id = $1 or agent_id = $2 and user_id = $3)' : 'credential_id = $1'
  await app.database
    .run(
      `update sessions set ${seenNow}
        where ${whose} and deleted_at is null and ended_at is null and paused_at is null
          and last_seen_at < now() - interval '1 minute'
          and last_seen_at >= now() - interval '${silence} minutes'`,
      [credentialId, ...(agent ? [agent.id, user.id] : [])],
    )
    .catch((error: Error) => app.log.warn({ reason: error.message }, 'a sign of life was not noted'))
}

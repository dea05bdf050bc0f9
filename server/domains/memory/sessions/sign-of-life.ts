import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import { pauseAfterMinutes } from './session.ts'

/** Moves the session's journal position to everything that is safe to read at this moment. */
const seenNow = sql`last_seen_at = now(), seen_xid = pg_snapshot_xmin(pg_current_snapshot()), seen_seq = 0`

/** Marks a session as active after a write to it. Doesn't change the version or record an event. */
export async function markSeen(db: Queries, sessionId: string): Promise<{ last_seen_at: string }> {
  const [row] = await db.run<{ last_seen_at: string }>(
    sql`update sessions set ${seenNow} where id = ${sessionId} returning last_seen_at`,
  )
  return row!
}

const minIntervalMs = 60_000
const maxCredentials = 10_000
/** When this process last updated each credential's sessions, so that not every call costs a statement. */
const lastNotedAt = new Map<string, number>()

/**
 * Keeps sessions active on any MCP call: those that the token works in, and those of the token's agent. Accurate to the
 * minute. Logs a failure instead of throwing, because callers don't wait for it.
 */
export async function noteSignOfLife(app: App, { credentialId, agent, user }: KnownCaller): Promise<void> {
  const now = Date.now()
  if (now - (lastNotedAt.get(credentialId) ?? 0) < minIntervalMs) return
  if (lastNotedAt.size >= maxCredentials) lastNotedAt.clear()
  lastNotedAt.set(credentialId, now)
  const ofAgent = agent ? sql` or agent_id = ${agent.id} and user_id = ${user.id}` : sql.empty
  await app.database
    .run(
      sql`update sessions set ${seenNow}
        where (credential_id = ${credentialId}${ofAgent}) and deleted_at is null and ended_at is null and paused_at is null
          and last_seen_at < now() - interval '1 minute'
          and last_seen_at >= now() - interval '${sql.raw(pauseAfterMinutes)} minutes'`,
    )
    .catch((error: Error) =>
      app.log.warn({ reason: error.message }, 'could not update the last activity of sessions'),
    )
}

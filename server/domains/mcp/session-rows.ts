import type { Database, Queries } from '../../database/connect.ts'

/** A Streamable HTTP session, stored in the database so that every node can serve it. */
export interface SessionRow {
  id: string
  credential_id: string
  client: { name: string; version: string; title?: string }
  protocol_version: string
  capabilities: Record<string, unknown>
  /** Whether `last_seen_at` is due for an update. */
  stale: boolean
}

// After this time without use, the client must start a new session, as the protocol allows.
const lifetime = `interval '24 hours'`
const isStale = `last_seen_at < now() - interval '5 minutes'`
// Clients often exit without ending their sessions, so a new session evicts the oldest ones of its token.
const maxPerCredential = 1000

export async function insertSession(db: Queries, session: Omit<SessionRow, 'stale'>): Promise<void> {
  const { id, credential_id, client, protocol_version, capabilities } = session
  await db.run(
    `with evicted as (
       delete from mcp_sessions where id in (
         select id from mcp_sessions where credential_id = $2 order by last_seen_at desc offset ${maxPerCredential - 1}))
     insert into mcp_sessions (id, credential_id, client, protocol_version, capabilities)
     values ($1, $2, $3::jsonb, $4, $5::jsonb)`,
    [id, credential_id, JSON.stringify(client), protocol_version, JSON.stringify(capabilities)],
  )
}

export async function findSession(database: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await database.lookUp<SessionRow>(
    `select id, credential_id, client, protocol_version, capabilities,
            ${isStale} as stale
       from mcp_sessions where id = $1 and last_seen_at > now() - ${lifetime}`,
    [id],
  )
  return row
}

/** Returns those of the ids whose sessions still exist. */
export async function findOpenSessions(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.run<{ id: string }>('select id from mcp_sessions where id = any($1::text[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Records that sessions are in use, at most every five minutes each to save writes. */
export async function touchSessions(db: Queries, ids: string[]): Promise<void> {
  await db.run(`update mcp_sessions set last_seen_at = now() where id = any($1::text[]) and ${isStale}`, [
    ids,
  ])
}

/** Resource subscriptions and log level that the client of a session has set. */
export interface SessionSubscriptions {
  uris: string[]
  log_level: string
}

export async function readSubscriptions(db: Queries, id: string): Promise<SessionSubscriptions | undefined> {
  const [row] = await db.run<SessionSubscriptions>('select uris, log_level from mcp_sessions where id = $1', [
    id,
  ])
  return row
}

/** Adds a subscription. Returns false if the session already has `max` of them. */
export async function followInSession(db: Queries, id: string, uri: string, max: number): Promise<boolean> {
  const rows = await db.run(
    `update mcp_sessions set uris = case when $2 = any(uris) then uris else array_append(uris, $2) end
      where id = $1 and ($2 = any(uris) or cardinality(uris) < $3::int) returning id`,
    [id, uri, max],
  )
  return rows.length > 0
}

export async function unfollowInSession(db: Queries, id: string, uri: string): Promise<void> {
  await db.run('update mcp_sessions set uris = array_remove(uris, $2) where id = $1', [id, uri])
}

export async function setLogLevel(db: Queries, id: string, level: string): Promise<void> {
  await db.run('update mcp_sessions set log_level = $2 where id = $1', [id, level])
}

export async function deleteSession(db: Queries, id: string): Promise<void> {
  await db.run('delete from mcp_sessions where id = $1', [id])
}

export async function purgeSessions(db: Queries): Promise<void> {
  await db.run(`delete from mcp_sessions where last_seen_at < now() - ${lifetime}`)
}

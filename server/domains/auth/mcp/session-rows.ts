import type { Database, Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

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
const lifetime = sql`interval '24 hours'`
const isStale = sql`last_seen_at < now() - interval '5 minutes'`
// Clients often exit without ending their sessions, so a new session evicts the oldest ones of its token.
const maxPerCredential = 1000

export async function insertSession(db: Queries, session: Omit<SessionRow, 'stale'>): Promise<void> {
  const { id, credential_id, client, protocol_version, capabilities } = session
  await db.run(
    sql`with evicted as (
       delete from mcp_sessions where id in (
         select id from mcp_sessions where credential_id = ${credential_id} order by last_seen_at desc
          offset ${sql.raw(maxPerCredential - 1)}))
     insert into mcp_sessions (id, credential_id, client, protocol_version, capabilities)
     values (${id}, ${credential_id}, ${JSON.stringify(client)}::jsonb, ${protocol_version},
       ${JSON.stringify(capabilities)}::jsonb)`,
  )
}

export async function findSession(database: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await database.lookUp<SessionRow>(
    sql`select id, credential_id, client, protocol_version, capabilities,
            ${isStale} as stale
       from mcp_sessions where id = ${id} and last_seen_at > now() - ${lifetime}`,
  )
  return row
}

/** Returns those of the ids whose sessions still exist. */
export async function findOpenSessions(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.run<{ id: string }>(sql`select id from mcp_sessions where id = any(${ids}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Records that sessions are in use, at most every five minutes each to save writes. */
export async function touchSessions(db: Queries, ids: string[]): Promise<void> {
  await db.run(
    sql`update mcp_sessions set last_seen_at = now() where id = any(${ids}::text[]) and ${isStale}`,
  )
}

/** Resource subscriptions and log level that the client of a session has set. */
export interface SessionSubscriptions {
  uris: string[]
  log_level: string
}

export async function readSubscriptions(db: Queries, id: string): Promise<SessionSubscriptions | undefined> {
  const [row] = await db.run<SessionSubscriptions>(
    sql`select uris, log_level from mcp_sessions where id = ${id}`,
  )
  return row
}

/** Adds a subscription. Returns false if the session already has `max` of them. */
export async function followInSession(db: Queries, id: string, uri: string, max: number): Promise<boolean> {
  const rows = await db.run(
    sql`update mcp_sessions set uris = case when ${uri} = any(uris) then uris else array_append(uris, ${uri}) end
      where id = ${id} and (${uri} = any(uris) or cardinality(uris) < ${max}::int) returning id`,
  )
  return rows.length > 0
}

export async function unfollowInSession(db: Queries, id: string, uri: string): Promise<void> {
  await db.run(sql`update mcp_sessions set uris = array_remove(uris, ${uri}) where id = ${id}`)
}

export async function setLogLevel(db: Queries, id: string, level: string): Promise<void> {
  await db.run(sql`update mcp_sessions set log_level = ${level} where id = ${id}`)
}

export async function deleteSession(db: Queries, id: string): Promise<void> {
  await db.run(sql`delete from mcp_sessions where id = ${id}`)
}

export async function purgeSessions(db: Queries): Promise<void> {
  await db.run(sql`delete from mcp_sessions where last_seen_at < now() - ${lifetime}`)
}

import type { Database, Queries } from '../../database/connect.ts'

/** A session of Streamable HTTP as the database keeps it, for whichever node is asked next. */
export interface SessionRow {
  id: string
  credential_id: string
  client: { name: string; version: string; title?: string }
  protocol_version: string
  capabilities: Record<string, unknown>
  uris: string[]
  /** Nobody has noted for a while that it is in use. */
  stale: boolean
}

// Whoever comes back after this long begins anew, as the protocol wants it.
const lifetime = `interval '24 hours'`
const isStale = `last_seen_at < now() - interval '5 minutes'`
// Clients that end without a word leave their sessions behind: the oldest of a token make room.
const mostPerCredential = 1000

export async function insertSession(db: Queries, session: Omit<SessionRow, 'uris' | 'stale'>): Promise<void> {
  const { id, credential_id, client, protocol_version, capabilities } = session
  await db.run(
    `with crowded_out as (
       delete from mcp_sessions where id in (
         select id from mcp_sessions where credential_id = $2 order by last_seen_at desc offset ${mostPerCredential - 1}))
     insert into mcp_sessions (id, credential_id, client, protocol_version, capabilities)
     values ($1, $2, $3::jsonb, $4, $5::jsonb)`,
    [id, credential_id, JSON.stringify(client), protocol_version, JSON.stringify(capabilities)],
  )
}

export async function findSession(database: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await database.lookUp<SessionRow>(
    `select id, credential_id, client, protocol_version, capabilities, uris,
            ${isStale} as stale
       from mcp_sessions where id = $1 and last_seen_at > now() - ${lifetime}`,
    [id],
  )
  return row
}

/** Those of the sessions that have not been ended. */
export async function standingSessions(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.run<{ id: string }>('select id from mcp_sessions where id = any($1::text[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** They are in use: kept to the minutes, and no change of anything. */
export async function touchSessions(db: Queries, ids: string[]): Promise<void> {
  await db.run(`update mcp_sessions set last_seen_at = now() where id = any($1::text[]) and ${isStale}`, [
    ids,
  ])
}

export async function subscribeSession(db: Queries, id: string, uris: string[]): Promise<void> {
  await db.run('update mcp_sessions set uris = $2::text[] where id = $1', [id, uris])
}

export async function deleteSession(db: Queries, id: string): Promise<void> {
  await db.run('delete from mcp_sessions where id = $1', [id])
}

export async function purgeSessions(db: Queries): Promise<void> {
  await db.run(`delete from mcp_sessions where last_seen_at < now() - ${lifetime}`)
}

import type { Queries, Database } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hashCredential } from '../credentials/credential-value.ts'
import { purgeClients } from './clients.ts'

export type ArtifactKind = Rows['mcp_oauth_artifacts']['kind']

/** Fields of a stored record that we read. The authorization server adds others. */
export interface Payload {
  grantId?: string
  aud?: string | string[]
  consumed?: unknown
  [name: string]: unknown
}

type ArtifactRow = Pick<Rows['mcp_oauth_artifacts'], 'sealed' | 'consumed_at'>

const purpose = 'mcp sign-in'

/** Stores a record under the hash of its secret, encrypted, so that a stolen database exposes no usable token. */
export async function storeArtifact(
  db: Queries,
  secrets: Secrets,
  { kind, id, payload, seconds }: { kind: ArtifactKind; id: string; payload: Payload; seconds: number },
): Promise<void> {
  const audience = kind === 'AccessToken' ? ([payload.aud].flat()[0] ?? null) : null
  const credential = kind === 'Grant' ? id : kind === 'Interaction' ? null : (payload.grantId ?? null)
  await db.run(
    sql`insert into mcp_oauth_artifacts (kind, hash, credential_id, audience, sealed, expires_at)
     values (${kind}, ${hashCredential(id)}, ${credential}, ${audience}, ${seal(secrets, payload)}, now() + ${seconds} * interval '1 second')
     on conflict (kind, hash) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
  )
}

/** Returns a stored record unless it or its credential has expired or been revoked. */
export async function findArtifact(
  db: Queries,
  secrets: Secrets,
  kind: ArtifactKind,
  id: string,
): Promise<Payload | undefined> {
  const [row] = await db.run<ArtifactRow>(
    sql`select a.sealed, a.consumed_at from mcp_oauth_artifacts a left join credentials c on c.id = a.credential_id
      where a.kind = ${kind} and a.hash = ${hashCredential(id)} and a.expires_at > now() and (a.credential_id is null or ${isActive})`,
  )
  if (!row) return undefined
  const payload = unseal(secrets, row.sealed)
  return row.consumed_at === null
    ? payload
    : { ...payload, consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }
}

/** Locks a client's sign-in request until the transaction stores the decision. */
export async function lockRequest(db: Queries, secrets: Secrets, id: string): Promise<Payload | undefined> {
  const [row] = await db.run<ArtifactRow>(
    sql`select sealed, consumed_at from mcp_oauth_artifacts
      where kind = 'Interaction' and hash = ${hashCredential(id)} and expires_at > now() for update`,
  )
  return row && unseal(secrets, row.sealed)
}

export async function completeRequest(db: Queries, secrets: Secrets, id: string, payload: Payload) {
  await db.run(
    sql`update mcp_oauth_artifacts set sealed = ${seal(secrets, payload)} where kind = 'Interaction' and hash = ${hashCredential(id)}`,
  )
}

/** Marks a record as used. Only the first of several concurrent calls succeeds; the others get its credential. */
export async function consumeArtifact(
  db: Queries,
  kind: ArtifactKind,
  id: string,
): Promise<{ first: true } | { first: false; credential: string | null }> {
  const isArtifact = sql`kind = ${kind} and hash = ${hashCredential(id)}`
  const used = await db.run(
    sql`update mcp_oauth_artifacts set consumed_at = now()
      where ${isArtifact} and consumed_at is null returning 1`,
  )
  if (used.length > 0) return { first: true }
  const [row] = await db.run<{ credential_id: string }>(
    sql`select credential_id from mcp_oauth_artifacts where ${isArtifact}`,
  )
  return { first: false, credential: row?.credential_id ?? null }
}

export async function deleteArtifact(db: Queries, kind: ArtifactKind, id: string): Promise<void> {
  await db.run(sql`delete from mcp_oauth_artifacts where kind = ${kind} and hash = ${hashCredential(id)}`)
}

export async function deleteByCredential(db: Queries, kind: ArtifactKind, credential: string): Promise<void> {
  await db.run(sql`delete from mcp_oauth_artifacts where kind = ${kind} and credential_id = ${credential}`)
}

const isActive = sql`c.revoked_at is null and (c.expires_at is null or c.expires_at > now())`

function seal(secrets: Secrets, payload: Payload): Buffer {
  return secrets.encrypt(purpose, JSON.stringify(payload))
}

function unseal(secrets: Secrets, sealed: Buffer): Payload {
  return JSON.parse(secrets.decrypt(purpose, sealed)) as Payload
}

/** Deletes expired records, records of inactive credentials, and unused clients. */
export async function purgeSignIns(database: Database): Promise<void> {
  // The user allowed the client, but it never fetched a token.
  await database.run(
    sql`delete from credentials c using mcp_oauth_artifacts a
      where a.kind = 'Grant' and a.credential_id = c.id and c.last_used_at is null
        and c.expires_at < now() - interval '1 day'`,
  )
  await database.run(
    sql`delete from mcp_oauth_artifacts a using credentials c
      where c.id = a.credential_id and (c.revoked_at is not null or c.expires_at < now())`,
  )
  await database.run(sql`delete from mcp_oauth_artifacts where expires_at < now() - interval '1 hour'`)
  await purgeClients(database)
}

import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** A message that arrived at a different node than the one that serves its stream. */
export interface PassedMessage {
  id: string
  recipient: string
  credential_id: string
  /** JSON text. Stored as text, because `jsonb` would reorder and normalize it. */
  message: string
  request: { id: string; network: string; userAgent: string }
}

export async function insertMessage(db: Queries, message: PassedMessage): Promise<void> {
  await db.run(
    sql`insert into mcp_messages (id, recipient, credential_id, message, request) values (${message.id}, ${message.recipient}, ${message.credential_id}, ${message.message}, ${JSON.stringify(message.request)}::jsonb)`,
  )
}

/** Returns the unconsumed messages for these recipients, oldest first. */
export function waitingMessages(db: Queries, recipients: string[]): Promise<PassedMessage[]> {
  return db.run<PassedMessage>(
    sql`select id, recipient, credential_id, message, request from mcp_messages
      where recipient = any(${recipients}::text[]) and taken_at is null order by id`,
  )
}

/** Marks messages as consumed, each at most once. Returns the ids that this call consumed. */
export async function consumeMessages(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.run<{ id: string }>(
    sql`update mcp_messages set taken_at = now() where id = any(${ids}::uuid[]) and taken_at is null returning id`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function isWaiting(db: Queries, id: string): Promise<boolean> {
  const rows = await db.run(sql`select 1 from mcp_messages where id = ${id} and taken_at is null`)
  return rows.length > 0
}

/** Deletes a message, so that no node can consume it later. Returns whether a node already did. */
export async function withdrawMessage(db: Queries, id: string): Promise<boolean> {
  const [row] = await db.run<{ taken: boolean }>(
    sql`delete from mcp_messages where id = ${id} returning taken_at is not null as taken`,
  )
  return row?.taken ?? false
}

/** Deletes the messages that a crashed node left behind. */
export async function purgeMessages(db: Queries): Promise<void> {
  await db.run(sql`delete from mcp_messages where created_at < now() - interval '5 minutes'`)
}

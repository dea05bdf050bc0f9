import type { Queries } from '../../database/connect.ts'

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
    `insert into mcp_messages (id, recipient, credential_id, message, request) values ($1, $2, $3, $4, $5::jsonb)`,
    [message.id, message.recipient, message.credential_id, message.message, JSON.stringify(message.request)],
  )
}

/** Returns the unconsumed messages for these recipients, oldest first. */
export function waitingMessages(db: Queries, recipients: string[]): Promise<PassedMessage[]> {
  return db.run<PassedMessage>(
    `select id, recipient, credential_id, message, request from mcp_messages
      where recipient = any($1::text[]) and taken_at is null order by id`,
    [recipients],
  )
}

/** Marks messages as consumed, each at most once. Returns the ids that this call consumed. */
export async function consumeMessages(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.run<{ id: string }>(
    `update mcp_messages set taken_at = now() where id = any($1::uuid[]) and taken_at is null returning id`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function isWaiting(db: Queries, id: string): Promise<boolean> {
  const rows = await db.run('select 1 from mcp_messages where id = $1 and taken_at is null', [id])
  return rows.length > 0
}

/** Deletes a message, so that no node can consume it later. Returns whether a node already did. */
export async function withdrawMessage(db: Queries, id: string): Promise<boolean> {
  const [row] = await db.run<{ taken: boolean }>(
    'delete from mcp_messages where id = $1 returning taken_at is not null as taken',
    [id],
  )
  return row?.taken ?? false
}

/** Deletes the messages that a crashed node left behind. */
export async function purgeMessages(db: Queries): Promise<void> {
  await db.run(`delete from mcp_messages where created_at < now() - interval '5 minutes'`)
}

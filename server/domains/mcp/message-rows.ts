import type { Queries } from '../../database/connect.ts'

/** A message that arrived at another node than the one that holds the stream it is for. */
export interface PassedMessage {
  id: string
  recipient: string
  credential_id: string
  /** As JSON: the database is not to understand it, and so not to change it. */
  message: string
  request: { id: string; network: string; userAgent: string }
}

export async function insertMessage(db: Queries, passed: PassedMessage): Promise<void> {
  await db.run(
    `insert into mcp_messages (id, recipient, credential_id, message, request) values ($1, $2, $3, $4, $5::jsonb)`,
    [passed.id, passed.recipient, passed.credential_id, passed.message, JSON.stringify(passed.request)],
  )
}

/** What waits for these, in the order in which it came. */
export function waitingMessages(db: Queries, recipients: string[]): Promise<PassedMessage[]> {
  return db.run<PassedMessage>(
    `select id, recipient, credential_id, message, request from mcp_messages
      where recipient = any($1::text[]) and taken_at is null order by id`,
    [recipients],
  )
}

/** Takes them: each is taken once. Answers which of them were still there. */
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

/** Takes a message back, whatever became of it. Answers whether somebody had taken it: nobody can from now on. */
export async function withdrawMessage(db: Queries, id: string): Promise<boolean> {
  const [row] = await db.run<{ taken: boolean }>(
    'delete from mcp_messages where id = $1 returning taken_at is not null as taken',
    [id],
  )
  return row?.taken ?? false
}

/** What a node that died has left. */
export async function purgeMessages(db: Queries): Promise<void> {
  await db.run(`delete from mcp_messages where created_at < now() - interval '5 minutes'`)
}

import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

/** Frames that wait for another node: several frames of one link in one row. */
export interface FrameBatch {
  recipient: string
  link: string
  kind: BatchKind
  frames: Uint8Array[]
}

/** The first batch of a link opens it. A batch that closes it can carry frames, too. */
export const batchKinds = { data: 0, open: 1, close: 2 } as const
export type BatchKind = (typeof batchKinds)[keyof typeof batchKinds]

export const maxRows = 100
/** Nodes read within seconds, so older frames belong to a link whose node has crashed. */
const maxAgeMinutes = 2

export async function insertFrames(
  db: Queries,
  { recipient, link, kind, frames }: FrameBatch,
): Promise<void> {
  await db.run(
    sql`insert into tunnel_frames (recipient, link, frames) values (${recipient}, ${link}, ${encode(kind, frames)})`,
  )
}

/** Removes and returns the oldest batches of these recipients, in the order in which they were sent. */
export async function consumeFrames(db: Queries, recipients: string[]): Promise<FrameBatch[]> {
  const rows = await db.run<{ recipient: string; link: string; frames: Buffer }>(
    sql`with oldest as (
         select id from tunnel_frames where recipient = any(${recipients}::uuid[]) order by id limit ${maxRows}
       ), consumed as (
         delete from tunnel_frames where id in (select id from oldest) returning id, recipient, link, frames
       )
       select recipient, link, frames from consumed order by id`,
  )
  return rows.map(({ recipient, link, frames }) => ({ recipient, link, ...decode(frames) }))
}

export async function purgeFrames(db: Queries): Promise<void> {
  await db.run(
    sql`delete from tunnel_frames where created_at < now() - make_interval(mins => ${maxAgeMinutes})`,
  )
}

/** Encodes the kind in one byte, then each frame after its length in four bytes. */
function encode(kind: BatchKind, frames: Uint8Array[]): Buffer {
  const size = frames.reduce((sum, { length }) => sum + 4 + length, 1)
  const batch = Buffer.allocUnsafe(size)
  batch[0] = kind
  let at = 1
  for (const frame of frames) {
    at = batch.writeUInt32BE(frame.length, at)
    batch.set(frame, at)
    at += frame.length
  }
  return batch
}

function decode(batch: Buffer): { kind: BatchKind; frames: Uint8Array[] } {
  const frames: Uint8Array[] = []
  for (let at = 1; at < batch.length;) {
    const end = at + 4 + batch.readUInt32BE(at)
    frames.push(batch.subarray(at + 4, end))
    at = end
  }
  return { kind: batch[0] as BatchKind, frames }
}

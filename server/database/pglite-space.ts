import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Keeps an embedded database from filling its disk to the last byte. When PostgreSQL has no space for its next WAL segment
 * it panics, and then nothing can be read either. So the session is read-only while less than a reserve is free, and
 * writes fail as PostgreSQL reports a full disk.
 */
export class SpaceGuard {
  readonly #database: PGlite
  readonly #folder: string
  #isLow = false
  #checkedAt = -Infinity

  constructor(database: PGlite, folder: string) {
    this.#database = database
    this.#folder = folder
  }

  /** Executes one exchange of the PostgreSQL protocol. */
  exec(message: Uint8Array): Uint8Array<ArrayBuffer> {
    if (performance.now() - this.#checkedAt > checkIntervalMs) this.#check()
    const answer = this.#database.execProtocolRawSync(message)
    // Copied out of the database's memory.
    const bytes = new Uint8Array(answer)
    return this.#isLow ? reportAsDiskFull(bytes) : bytes
  }

  // A transaction that was started with enough space can end: the reserve allows for it.
  #check(): void {
    if (this.#database.isInTransaction()) return
    this.#checkedAt = performance.now()
    const { bavail, bsize } = fs.statfsSync(this.#folder)
    const isLow = bavail * bsize < reserveBytes
    if (isLow === this.#isLow) return
    this.#isLow = isLow
    this.#database.execProtocolRawSync(
      simpleQuery(`set default_transaction_read_only = ${isLow ? 'on' : 'off'}`),
    )
  }
}

const checkIntervalMs = 100
// Two WAL segments, and as much again for the tables that grow until the next check.
const reserveBytes = 64 * 1024 * 1024

function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5, 'Q')
  head.writeUInt32BE(4 + text.length, 1)
  return new Uint8Array(Buffer.concat([head, text]))
}

const errorResponse = 'E'.charCodeAt(0)
const readOnlyTransaction = 'C25006\0'
const diskFull = 'C53100\0'

/** Replaces the SQLSTATE of errors about the read-only session by that of their cause, in place. */
function reportAsDiskFull(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const answer = Buffer.from(bytes.buffer)
  for (let at = 0; at < answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
    if (answer[at] !== errorResponse) continue
    const message = answer.subarray(at, at + 1 + answer.readUInt32BE(at + 1))
    const state = message.indexOf(readOnlyTransaction)
    if (state >= 0) message.write(diskFull, state, 'latin1')
  }
  return bytes
}

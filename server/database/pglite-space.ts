import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Keeps an embedded database from filling its disk completely. Without space for its next WAL segment, PostgreSQL
 * panics and can't serve reads either. So the session is read-only while less than a reserve is free, and writes fail
 * with the error code for a full disk.
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
    const response = this.#database.execProtocolRawSync(message)
    // Copies the response out of the database's memory.
    const bytes = new Uint8Array(response)
    return this.#isLow ? reportAsDiskFull(bytes) : bytes
  }

  // A transaction that started with enough space can finish within the reserve.
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
// Two WAL segments, and the same for tables that grow until the next check.
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

/** Replaces the SQLSTATE of errors about the read-only session with that of a full disk, in place. */
function reportAsDiskFull(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const response = Buffer.from(bytes.buffer)
  for (let at = 0; at < response.length; at += 1 + response.readUInt32BE(at + 1)) {
    if (response[at] !== errorResponse) continue
    const message = response.subarray(at, at + 1 + response.readUInt32BE(at + 1))
    const state = message.indexOf(readOnlyTransaction)
    if (state >= 0) message.write(diskFull, state, 'latin1')
  }
  return bytes
}

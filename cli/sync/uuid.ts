import { randomBytes } from 'node:crypto'

/**
 * Returns a UUIDv7 (RFC 9562), whose order is that of its time: the server can insert it quickly. The module of the
 * server's `newId` needs a newer Node than the other commands of the CLI.
 */
export function uuidv7(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

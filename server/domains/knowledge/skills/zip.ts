import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableSkillError } from './front-matter.ts'

export interface Entry {
  path: string
  bytes: Uint8Array
}

interface Bounds {
  entries: number
  bytes: number
}

/*
 * Reads a zip by its central directory (APPNOTE 4.3). Rejects an archive with too large declared sizes before
 * unpacking, and an entry that exceeds its declared size while unpacking. Rejects links and devices.
 */
export function readZip(file: Uint8Array, bounds: Bounds): Entry[] {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const { count, start } = endOfContents(buffer)
  // Folders are entries too.
  if (count > bounds.entries * 2) throw new UnreadableSkillError(`It has more than ${bounds.entries} files.`)
  const listed = contents(buffer, count, start).filter(({ path }) => !path.endsWith('/'))
  if (listed.length > bounds.entries)
    throw new UnreadableSkillError(`It has more than ${bounds.entries} files.`)
  const declared = listed.reduce((sum, { size }) => sum + size, 0)
  if (declared > bounds.bytes)
    throw new UnreadableSkillError(`Unpacked, it is larger than ${Math.floor(bounds.bytes / 1024)} KiB.`)
  return listed.map((entry) => ({ path: entry.path, bytes: unpack(buffer, entry) }))
}

interface Listed {
  path: string
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

const damaged = 'The file is damaged or not a zip.'
const endSignature = 0x06054b50
const listedSignature = 0x02014b50
const localSignature = 0x04034b50

function endOfContents(buffer: Buffer): { count: number; start: number } {
  // Only a comment of at most 64 KiB can follow this record.
  for (let at = buffer.length - 22; at >= Math.max(0, buffer.length - 22 - 65_535); at--) {
    if (buffer.readUInt32LE(at) !== endSignature) continue
    const [count, start] = [buffer.readUInt16LE(at + 10), buffer.readUInt32LE(at + 16)]
    if (count === 0xffff || start === 0xffffffff) throw new UnreadableSkillError('The zip is too large.')
    return { count, start }
  }
  throw new UnreadableSkillError(damaged)
}

function contents(buffer: Buffer, count: number, start: number): Listed[] {
  const listed: Listed[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== listedSignature)
      throw new UnreadableSkillError(damaged)
    const [name, extra, comment] = [28, 30, 32].map((place) => buffer.readUInt16LE(at + place)) as [
      ...[number, number, number],
    ]
    const path = textOf(buffer.subarray(at + 46, at + 46 + name), 'A file name')
    const flags = buffer.readUInt16LE(at + 8)
    if (flags & 1) throw new UnreadableSkillError(`"${path}" is encrypted.`)
    requireRegularFile(path, buffer.readUInt32LE(at + 38))
    listed.push({
      path,
      method: buffer.readUInt16LE(at + 10),
      crc: buffer.readUInt32LE(at + 16),
      packed: buffer.readUInt32LE(at + 20),
      size: buffer.readUInt32LE(at + 24),
      offset: buffer.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return listed
}

/** Rejects links and devices. The upper 16 bits are the Unix mode, whose highest digits are the file type. */
function requireRegularFile(path: string, attributes: number): void {
  const kind = (attributes >>> 16) & 0o170000
  if (kind === 0o120000) throw new UnreadableSkillError(`"${path}" is a symbolic link.`)
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    throw new UnreadableSkillError(`"${path}" is not a regular file.`)
}

function unpack(buffer: Buffer, { path, method, crc, packed, size, offset }: Listed): Uint8Array {
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== localSignature)
    throw new UnreadableSkillError(damaged)
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const stored = buffer.subarray(start, start + packed)
  if (stored.length !== packed) throw new UnreadableSkillError(damaged)
  const bytes = method === 0 ? stored : method === 8 ? inflate(path, stored, size) : undefined
  if (!bytes) throw new UnreadableSkillError(`"${path}" uses an unsupported compression method.`)
  if (bytes.length !== size || crc32(bytes) !== crc) throw new UnreadableSkillError(`"${path}" is damaged.`)
  return bytes
}

function inflate(path: string, packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new UnreadableSkillError(`"${path}" is damaged, or larger than the zip declares.`)
  }
}

export function textOf(bytes: Uint8Array, label: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through to the error below.
  }
  throw new UnreadableSkillError(`${label} is not UTF-8 text. A skill can only contain text.`)
}

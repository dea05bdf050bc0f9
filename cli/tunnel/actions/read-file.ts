import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { maxFileBytes, maxResultBytes } from '../limits.ts'
import { type AllowedFolder, readInside } from '../paths.ts'
import type { Outcome } from './context.ts'

/** The room for the other fields of the result. */
const overheadBytes = 1024

export function readFile(
  folder: AllowedFolder,
  input: { path: string; offset?: number; length?: number },
): Outcome {
  const { path, offset = 0, length = maxFileBytes } = input
  return readInside(folder, path, (descriptor, { size }) => {
    const bytes = readBytes(descriptor, offset, length)
    const { content, encoding, used } = encode(bytes, size - offset - bytes.length > 0)
    const more = offset + used < size
    const isWhole = offset === 0 && !more
    const sha256 = isWhole ? createHash('sha256').update(bytes).digest('hex') : undefined
    return { result: { content, encoding, size, offset, more, ...(sha256 && { sha256 }) } }
  })
}

function readBytes(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let total = 0
  for (let read = -1; read !== 0 && total < length; total += read)
    read = fs.readSync(descriptor, bytes, total, length - total, offset + total)
  return bytes.subarray(0, total)
}

/** Encodes as much as fits into a result. The caller continues behind it. */
function encode(bytes: Buffer, hasMore: boolean) {
  const text = decode(bytes, hasMore)
  const limit = maxResultBytes - overheadBytes
  if (text === undefined) {
    const used = bytes.subarray(0, Math.floor(limit / 4) * 3)
    return { content: used.toString('base64'), encoding: 'base64', used: used.length }
  }
  let content = text
  // Escapes make text longer in JSON.
  while (Buffer.byteLength(JSON.stringify(content)) > limit) content = halve(content)
  return { content, encoding: 'utf8', used: Buffer.byteLength(content) }
}

/** Returns undefined if the bytes aren't UTF-8 text. A character that is cut at the end is left out. */
function decode(bytes: Buffer, hasMore: boolean): string | undefined {
  if (bytes.includes(0)) return undefined
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    const text = decoder.decode(bytes, { stream: hasMore })
    return text === '' && bytes.length > 0 ? undefined : text
  } catch {
    return undefined
  }
}

function halve(text: string): string {
  const half = text.slice(0, Math.floor(text.length / 2))
  return /[\ud800-\udbff]$/.test(half) ? half.slice(0, -1) : half
}

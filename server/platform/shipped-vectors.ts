import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/*
 * Vectors of the texts that ship with Baton, in a file beside the model. Each record is the first half of the text's
 * SHA-256 and its vector. Releases contain the file, which saves a new instance half a minute of CPU time on the
 * handbook. A checkout works without it: the server then embeds the handbook in the background.
 */
const keyBytes = 16
const dimensions = 384
const recordBytes = keyBytes + dimensions * Float32Array.BYTES_PER_ELEMENT

export type ShippedVectors = ReadonlyMap<string, Float32Array>

/** Returns the vectors by the `keyOf` of their texts. Ignores an incomplete record at the end of a truncated file. */
export function readShippedVectors(folder: string): ShippedVectors {
  const file = shippedVectorsFile(folder)
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0)
  const vectors = new Map<string, Float32Array>()
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const vector = new Float32Array(dimensions)
    for (let index = 0; index < dimensions; index++)
      vector[index] = bytes.readFloatLE(at + keyBytes + index * Float32Array.BYTES_PER_ELEMENT)
    vectors.set(bytes.toString('base64', at, at + keyBytes), vector)
  }
  return vectors
}

/** Replaces the file atomically, so that a server that starts concurrently reads a complete file. */
export function writeShippedVectors(folder: string, vectors: ShippedVectors): void {
  const records = [...vectors].map(([key, vector]) => {
    const record = Buffer.alloc(recordBytes)
    record.write(key, 'base64')
    vector.forEach((value, index) =>
      record.writeFloatLE(value, keyBytes + index * Float32Array.BYTES_PER_ELEMENT),
    )
    return record
  })
  const file = shippedVectorsFile(folder)
  fs.writeFileSync(`${file}.new`, Buffer.concat(records))
  fs.renameSync(`${file}.new`, file)
}

export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest().toString('base64', 0, keyBytes)
}

function shippedVectorsFile(folder: string): string {
  return path.join(folder, 'shipped-vectors.bin')
}

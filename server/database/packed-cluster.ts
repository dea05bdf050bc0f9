import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { OperatorError } from '../platform/operator-error.ts'

/*
 * The files of a new, empty database in one compressed file, which is part of the repository. Running initdb as
 * WebAssembly takes seconds of CPU time and 600 MB to 1.6 GB of memory. See docs/decisions/0040-first-start.md.
 */
interface Contents {
  folders: string[]
  /** Two databases of a new cluster are copies of the third, so files with equal bodies share one. */
  files: [name: string, at: number, size: number][]
}

const packedFile = new URL('./packed-cluster.bin', import.meta.url)
const lengthBytes = 4
// Brotli has no checksum.
const hashBytes = 32
/** A cache of PostgreSQL, which differs with each initdb. PostgreSQL writes it when it is missing. */
const cacheFile = 'pg_internal.init'

/** Writes the files of a new database to an empty folder. */
export function unpackCluster(folder: string, packed: URL | string = packedFile): void {
  const bytes = decompress(packed)
  const bodies = lengthBytes + bytes.readUInt32BE()
  const { folders, files } = JSON.parse(bytes.toString('utf8', lengthBytes, bodies)) as Contents
  for (const name of folders) fs.mkdirSync(path.join(folder, name), { mode: 0o700 })
  for (const [name, at, size] of files) {
    const handle = fs.openSync(path.join(folder, name), 'wx', 0o600)
    try {
      for (let from = 0; from < size;)
        from += fs.writeSync(handle, bytes, bodies + at + from, size - from, from)
      // PostgreSQL syncs only the files that it changes.
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
  }
}

function decompress(packed: URL | string): Buffer {
  const file = toPath(packed)
  if (!fs.existsSync(file)) throw new OperatorError(`The file ${file} is missing. Install Baton again.`)
  const bytes = fs.readFileSync(file)
  const compressed = bytes.subarray(hashBytes)
  if (!hashOf(compressed).equals(bytes.subarray(0, hashBytes)))
    throw new OperatorError(`The file ${file} is damaged. Install Baton again.`)
  return brotliDecompressSync(compressed)
}

/** Packs the files of a new database. Replaces the packed file atomically. */
export function packCluster(folder: string, packed: URL | string = packedFile): void {
  const entries = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name !== cacheFile)
    .map((entry) => ({ entry, name: path.relative(folder, path.join(entry.parentPath, entry.name)) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const names = (isFile: boolean) =>
    entries.filter(({ entry }) => entry.isFile() === isFile).map(({ name }) => name)
  const bodies = new Map<string, { at: number; body: Buffer }>()
  let end = 0
  const files = names(true).map((name): Contents['files'][number] => {
    const body = fs.readFileSync(path.join(folder, name))
    const hash = hashOf(body).toString('hex')
    if (!bodies.has(hash)) {
      bodies.set(hash, { at: end, body })
      end += body.length
    }
    return [withSlashes(name), bodies.get(hash)!.at, body.length]
  })
  const header = Buffer.from(JSON.stringify({ folders: names(false).map(withSlashes), files }))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(header.length)
  const compressed = compress(
    Buffer.concat([length, header, ...[...bodies.values()].map(({ body }) => body)]),
  )
  const target = toPath(packed)
  fs.writeFileSync(`${target}.new`, Buffer.concat([hashOf(compressed), compressed]))
  fs.renameSync(`${target}.new`, target)
}

function compress(bytes: Buffer): Buffer {
  const params = {
    // The maximum of 11 takes 23 s for 12 % less.
    [constants.BROTLI_PARAM_QUALITY]: 9,
    // The write-ahead log repeats the files.
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function toPath(file: URL | string): string {
  return file instanceof URL ? fileURLToPath(file) : file
}

function withSlashes(name: string): string {
  return name.split(path.sep).join('/')
}

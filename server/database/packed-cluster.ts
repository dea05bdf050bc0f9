import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { clusterVersion } from './cluster-files.ts'

/*
 * The files of a new, empty database in one compressed file. Releases contain it, because running initdb as WebAssembly
 * takes seconds of CPU time. A checkout works without it: the server then runs initdb.
 */
interface Contents {
  /** The major version of PostgreSQL. */
  version: string
  folders: string[]
  files: [name: string, size: number][]
}

const packedFile = new URL('./packed-cluster.bin', import.meta.url)
const lengthBytes = 4

/**
 * Writes the files of a new database to an empty folder. Returns false, and writes nothing, if the packed file is
 * missing, damaged, or of another version of PostgreSQL.
 */
export function unpackCluster(folder: string, packed: URL | string = packedFile): boolean {
  const bytes = unpacked(packed)
  if (!bytes) return false
  let at = lengthBytes + bytes.readUInt32BE()
  const { version, folders, files } = JSON.parse(bytes.toString('utf8', lengthBytes, at)) as Contents
  if (version !== clusterVersion) return false
  for (const name of folders) fs.mkdirSync(path.join(folder, name), { mode: 0o700 })
  for (const [name, size] of files) {
    const handle = fs.openSync(path.join(folder, name), 'wx', 0o600)
    try {
      for (let from = 0; from < size;) from += fs.writeSync(handle, bytes, at + from, size - from, from)
      // PostgreSQL syncs only the files that it changes.
      fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
    at += size
  }
  return true
}

function unpacked(packed: URL | string): Buffer | undefined {
  try {
    return gunzipSync(fs.readFileSync(packed))
  } catch {
    // Missing or damaged.
    return undefined
  }
}

/** Packs the files of a new database. Replaces the packed file atomically. */
export function packCluster(folder: string, packed: URL | string = packedFile): void {
  const entries = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, name: path.relative(folder, path.join(entry.parentPath, entry.name)) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const names = (isFile: boolean) =>
    entries.filter(({ entry }) => entry.isFile() === isFile).map(({ name }) => name)
  const files = names(true).map((name) => ({ name, body: fs.readFileSync(path.join(folder, name)) }))
  const contents: Contents = {
    version: clusterVersion,
    folders: names(false).map(withSlashes),
    files: files.map(({ name, body }) => [withSlashes(name), body.length]),
  }
  const header = Buffer.from(JSON.stringify(contents))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(header.length)
  const target = packed instanceof URL ? fileURLToPath(packed) : packed
  fs.writeFileSync(
    `${target}.new`,
    gzipSync(Buffer.concat([length, header, ...files.map(({ body }) => body)])),
  )
  fs.renameSync(`${target}.new`, target)
}

function withSlashes(name: string): string {
  return name.split(path.sep).join('/')
}

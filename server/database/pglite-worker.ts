import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { searchSettings } from './search-settings.ts'

/** Runs PGlite in a thread of its own, so that a long query never stops the server from answering. */
const { folder } = workerData as { folder: string }
const port = parentPort!

const database = await PGlite.create({
  dataDir: folder,
  extensions: { vector, pg_trgm },
  // By default PGlite starts with -F, which switches fsync off: a power cut would lose acknowledged writes.
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC'],
    ...searchSettings.flatMap((setting) => ['-c', setting]),
    // The usual 128 MB are taken at once, and the operating system keeps the files in memory anyway.
    ...['-c', 'shared_buffers=16MB'],
  ],
})

// And its file system ignores fsync, so it is given one that works. `pglite.test.ts` counts the calls.
const { filesystems } = (database as unknown as { Module: EmscriptenModule }).Module.FS
let syncs = 0
filesystems.NODEFS.stream_ops.fsync = (stream) => {
  syncs++
  fs.fsyncSync(stream.nfd)
  return 0
}

port.on('message', (message: Uint8Array | 'close' | 'syncs') => {
  if (message === 'close') return void database.close().finally(() => process.exit(0))
  if (message === 'syncs') return port.postMessage(syncs)
  const answer = database.execProtocolRawSync(message)
  // Copied out of the database's memory, then handed over without a second copy.
  const bytes = new Uint8Array(answer)
  port.postMessage(bytes, [bytes.buffer])
})
port.postMessage('ready')

interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } }
}

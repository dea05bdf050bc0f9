import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { damagedCluster, isEmpty, requireIntactCluster } from './cluster-files.ts'
import { hasNoSpace, noSpace } from './storage.ts'
import { PrivateFolder } from './pglite-files.ts'
import { PGliteWithSimpleParser } from './pglite-parser.ts'
import { unpackCluster } from './packed-cluster.ts'
import { sessionSettings } from './session-settings.ts'

/**
 * Opens the embedded database in a folder. Creates it if the folder is missing or empty. Calls `onPanic` when
 * PostgreSQL panics: PGlite doesn't notice and would wait for a response forever.
 */
export async function openCluster(folder: string, onPanic: (reason: string) => void): Promise<OpenCluster> {
  requireIntactCluster(folder)
  if (isEmpty(folder)) createCluster(folder)
  const cluster = await openFiles(folder, onPanic)
  cluster.files.provideSync()
  return cluster
}

interface OpenCluster {
  database: PGlite
  files: PrivateFolder
}

/**
 * Creates the database in a temporary folder and renames it, so that an interrupted start leaves no partial database.
 */
function createCluster(folder: string): void {
  const unfinished = `${folder}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  try {
    unpackCluster(unfinished)
  } catch (error) {
    // A quota reports EDQUOT.
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? noSpace(folder) : error
  }
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(unfinished, folder)
  syncFolder(path.dirname(folder))
}

/** Runs initdb in an empty folder, for the packed files. A server unpacks them instead. */
export async function initializeCluster(folder: string): Promise<void> {
  const { database } = await openFiles(folder)
  await database.close()
}

async function openFiles(folder: string, onPanic?: (reason: string) => void): Promise<OpenCluster> {
  const files = new PrivateFolder(folder)
  let failure: string | undefined
  let isOpen = false
  const onStderr = (line: string) => {
    const [, level, reason] = /\b(FATAL|PANIC): +(.+)/.exec(line) ?? []
    if (isOpen && level === 'PANIC') onPanic?.(reason!)
    failure = reason ?? failure
    return true
  }
  try {
    const database = new PGliteWithSimpleParser({
      fs: files,
      startParams,
      onStderr,
      extensions: { vector, pg_trgm },
    })
    await database.waitReady
    isOpen = true
    return { database, files }
  } catch (error) {
    if (failure === undefined) throw error
    throw hasNoSpace(failure) ? noSpace(folder) : damagedCluster(path.resolve(folder), failure)
  }
}

const startParams = [
  // By default PGlite starts with -F, which disables fsync: a power cut would lose acknowledged writes.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'timezone=UTC',
  ...sessionSettings.flatMap((setting) => ['-c', setting]),
  // The default of 128 MB would be allocated immediately. In 32 MB fits the vector index of 50,000 memory entries, which
  // each search reads all over. See docs/decisions/0035-memory-latency.md.
  '-c',
  'shared_buffers=32MB',
]

// A rename survives a power cut only after its folder is synced. Windows can't open a folder.
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

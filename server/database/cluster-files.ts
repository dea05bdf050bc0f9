import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * Rejects a folder that is neither empty nor an intact PostgreSQL cluster. PGlite only looks for PG_VERSION: without
 * that file it creates an empty cluster over the files of the old one.
 */
export function requireIntactCluster(folder: string): void {
  if (isEmpty(folder)) return
  const place = path.resolve(folder)
  const version = read(path.join(folder, 'PG_VERSION'))?.trim()
  if (version && version !== clusterVersion)
    throw new OperatorError(
      `The database in ${place} was written by PostgreSQL ${version}, but this version of Baton needs ${clusterVersion}. ` +
        'Back it up with the version of Baton that wrote it, move the folder away, and restore the backup with this version.',
    )
  const damage = findDamage(folder)
  if (damage) throw damagedCluster(place, damage)
}

/** Returns whether a folder has no files yet, so that a database can be created in it. */
export function isEmpty(folder: string): boolean {
  try {
    return fs.readdirSync(folder).every((name) => name === 'lost+found')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
    throw damagedCluster(path.resolve(folder), "it isn't a folder")
  }
}

export function damagedCluster(place: string, damage: string): OperatorError {
  return new OperatorError(
    `The database in ${place} is damaged: ${damage}. Restore the whole folder from a copy, ` +
      'or move it away and restore a backup with "npm run restore".',
  )
}

// The major version of PostgreSQL in the installed PGlite.
export const clusterVersion = '18'

// Files that PostgreSQL can't start without, with their size where it is fixed. The database "postgres" has the number
// 5.
const files: [name: string, size?: number][] = [
  ['PG_VERSION', 3],
  ['postgresql.conf'],
  ['pg_hba.conf'],
  ['global/pg_control', 8192],
  ['global/pg_filenode.map', 524],
  ['base/5/PG_VERSION', 3],
  ['base/5/pg_filenode.map', 524],
]
// Some of these are always empty, and a copy that leaves out empty folders lacks them.
const folders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
]
const walSegment = /^[0-9A-F]{24}$/
const walSegmentSize = 16 * 1024 * 1024
const commitLogSegment = /^[0-9A-F]{4,}$/

function findDamage(folder: string): string | undefined {
  for (const [name, size] of files) {
    const found = stat(folder, name)
    if (!found?.isFile()) return `the file ${name} is missing`
    if (found.size === 0 || (size !== undefined && found.size !== size))
      return `the file ${name} has ${found.size} bytes${size === undefined ? '' : ` and needs ${size}`}`
  }
  const missing = folders.find((name) => !stat(folder, name)?.isDirectory())
  if (missing) return `the folder ${missing} is missing`
  const wal = listSegments(folder, 'pg_wal', walSegment)
  if (wal.length === 0) return 'the folder pg_wal has no segments'
  // PostgreSQL renames a segment only after it is complete.
  const short = wal.find((name) => stat(folder, name)!.size !== walSegmentSize)
  if (short) return `the file ${short} isn't complete`
  // Without a commit log, PostgreSQL starts but treats every transaction as rolled back.
  if (listSegments(folder, 'pg_xact', commitLogSegment).length === 0)
    return 'the folder pg_xact has no segments'
  return undefined
}

function listSegments(folder: string, name: string, pattern: RegExp): string[] {
  const segments = fs.readdirSync(path.join(folder, name)).filter((segment) => pattern.test(segment))
  return segments.map((segment) => `${name}/${segment}`)
}

function stat(folder: string, name: string): fs.Stats | undefined {
  return fs.statSync(path.join(folder, name), { throwIfNoEntry: false })
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

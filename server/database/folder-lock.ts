import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../platform/operator-error.ts'

export interface FolderLock {
  release(): void
}

/**
 * Locks a data folder for this process. PGlite has no lock, and two processes on one folder lose writes.
 *
 * Uses an SQLite lock on an otherwise empty file. That is a lock of the operating system, which is released however the
 * process ends. (Node has no flock, and a file with a process id goes stale after a crash.)
 */
export function lockFolder(folder: string): FolderLock {
  const holderFile = path.join(folder, 'holder.json')
  const lock = openLock(folder, holderFile)
  try {
    fs.writeFileSync(
      holderFile,
      JSON.stringify({ pid: process.pid, host: os.hostname(), since: new Date().toISOString() }),
    )
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    release() {
      fs.rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

export class FolderInUse extends OperatorError {
  constructor(folder: string, holder: string) {
    super(
      `The data folder ${path.resolve(folder)} is in use by ${holder}. ` +
        'Stop that process first, or set DATA_DIR to another folder.',
    )
  }
}

// https://www.sqlite.org/rescode.html
const sqliteBusy = 5
const sqliteFull = 13
const sqliteNotADatabase = 26

function openLock(folder: string, holderFile: string): DatabaseSync {
  const file = path.join(folder, 'lock')
  // Checks access first, because SQLite doesn't report why it can't open a file. Doesn't open an existing file: closing
  // it again would release a lock that this process already holds on it (POSIX).
  if (fs.existsSync(file)) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
  else fs.closeSync(fs.openSync(file, 'wx', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === sqliteBusy) throw new FolderInUse(folder, readHolder(holderFile))
    if (errcode === sqliteFull) throw Object.assign(new Error(message), { code: 'ENOSPC' })
    if (errcode === sqliteNotADatabase)
      throw new OperatorError(
        `${path.resolve(file)} isn't a lock file of Baton. Delete it, or set DATA_DIR to another folder.`,
      )
    throw new OperatorError(`The data folder ${path.resolve(folder)} can't be locked: ${message}.`)
  }
}

function readHolder(file: string): string {
  try {
    const { pid, host, since } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
    return `process ${pid} on ${host}, running since ${since}`
  } catch {
    return 'another process'
  }
}

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * One process per data folder. PGlite has no lock of its own, and two processes on one folder lose writes.
 *
 * The lock is SQLite's, held on an otherwise empty file: a real lock of the operating system, which ends with the
 * process however it ends. (Node offers no flock; a file with a process id in it goes stale after a crash.)
 */
export function lockFolder(folder: string): { release(): void } {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holderFile = path.join(folder, 'holder.json')
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse(folder, readHolder(holderFile))
  }
  fs.writeFileSync(
    holderFile,
    JSON.stringify({ pid: process.pid, host: os.hostname(), since: new Date().toISOString() }),
  )
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

function readHolder(file: string): string {
  try {
    const { pid, host, since } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
    return `process ${pid} on ${host}, running since ${since}`
  } catch {
    return 'another process'
  }
}

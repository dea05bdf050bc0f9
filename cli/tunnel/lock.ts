import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isFields } from '../cells.ts'
import { Failure } from '../failures.ts'
import { processStart } from './process-start.ts'

/** The process that holds a lock. A process id alone is not enough, because systems reuse them. */
interface Holder {
  pid: number
  /** The start time of the process as its system reports it. Null where it can't be read. */
  start: string | null
  lockedAt: string
  /** Tells two locks of the same process apart. */
  key: string
}

/** Rejects a second process for the same tunnel. Returns the function that releases the lock. */
export function takeLock(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = lockFile(folder)
  const own: Holder = {
    pid: process.pid,
    start: processStart(process.pid),
    lockedAt: new Date().toISOString(),
    key: randomUUID(),
  }
  const written = `${file}.${own.key}`
  fs.writeFileSync(written, JSON.stringify(own), { mode: 0o600, flag: 'wx' })
  try {
    while (!linkUnlessTaken(written, file)) {
      const holder = findHolder(folder)
      if (holder)
        throw new Failure(
          `"baton tunnel" already runs on this machine, as process ${holder.pid} since ${holder.lockedAt}. Stop that process first.`,
        )
      removeStale(file, own.key)
    }
  } finally {
    fs.rmSync(written, { force: true })
  }
  return () => {
    if (read(file)?.key === own.key) fs.rmSync(file, { force: true })
  }
}

/** Returns the running process that holds the lock, or undefined. */
export function findHolder(folder: string): Holder | undefined {
  const holder = read(lockFile(folder))
  return holder && isRunning(holder) ? holder : undefined
}

function lockFile(folder: string): string {
  return path.join(folder, 'lock.json')
}

/** A hard link appears with its content, so that another process never reads a half-written lock. */
function linkUnlessTaken(written: string, file: string): boolean {
  try {
    fs.linkSync(written, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames the lock first: if another process has replaced it since, that lock is put back. */
function removeStale(file: string, key: string): void {
  const removed = `${file}.${key}.stale`
  try {
    fs.renameSync(file, removed)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const holder = read(removed)
  if (holder && isRunning(holder)) linkUnlessTaken(removed, file)
  fs.rmSync(removed, { force: true })
}

function read(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return isFields(value) && typeof value.pid === 'number' ? (value as unknown as Holder) : undefined
  } catch {
    return undefined
  }
}

function isRunning({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return start === null || start === processStart(pid)
}

import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { requireIntactCluster } from './cluster-files.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { noSpace } from './storage.ts'
import { completeSwap, databaseFolder } from './swap-folder.ts'

/**
 * Restricts the database to its owner, and rejects a data folder that other users can write to.
 *
 * Changes only files of the user who runs Baton. Containers get volumes with any owner and mode (emptyDir, tmpfs), so
 * the root of a mount is accepted unchanged. Files that only a group can use are accepted too (fsGroup of Kubernetes).
 * Windows has no such modes.
 */
function restrictToOwner(dataFolder: string, database: string): void {
  const user = process.geteuid?.()
  if (user === undefined) return
  const { mode, uid, dev } = fs.statSync(dataFolder)
  const isMount = dev !== fs.statSync(path.join(dataFolder, '..')).dev
  // A folder with the sticky bit, such as /tmp, is meant to be shared, so its mode is not changed.
  const isShared = (mode & 0o1000) !== 0
  if (mode & 0o002 && !isMount) {
    if (uid !== user || isShared) throw sharedFolderError(dataFolder, user)
    fs.chmodSync(dataFolder, mode & 0o7775)
  }
  for (const entry of [path.join(dataFolder, 'secret.key'), database, ...entriesIn(database)])
    restrictEntry(entry, user)
}

function entriesIn(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
}

function restrictEntry(entry: string, user: number): void {
  const stats = fs.lstatSync(entry, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return
  if (stats.uid === user) {
    try {
      fs.chmodSync(entry, stats.mode & 0o700)
    } catch (error) {
      // Some network and Windows file systems have no modes to set.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code!)) throw error
    }
  } else if (stats.mode & 0o007) {
    throw sharedFolderError(entry, user)
  }
}

function sharedFolderError(entry: string, user: number): OperatorError {
  const place = path.resolve(entry)
  return new OperatorError(
    `Other users of this machine can access ${place}. Restrict it to user ${user}: ` +
      `"chown -R ${user} ${place} && chmod -R go-rwx ${place}", or set DATA_DIR to another folder.`,
  )
}

/**
 * Locks the data folder of the embedded database for this process and checks that a database can run in it. Creates the
 * folder if it is missing. The error for an unusable folder says how to fix it.
 */
export function openDataFolder(folder: string): FolderLock {
  let lock: FolderLock | undefined
  try {
    createFolder(folder)
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    lock = lockFolder(folder)
    completeSwap(folder)
    restrictToOwner(folder, databaseFolder(folder))
    requireIntactCluster(databaseFolder(folder))
    return lock
  } catch (error) {
    lock?.release()
    throw sentenceFor(folder, error as NodeJS.ErrnoException)
  }
}

function createFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    // On a read-only file system, a recursive mkdir reports ENOENT. A plain one reports the reason.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    fs.mkdirSync(folder, { mode: 0o700 })
  }
}

function sentenceFor(folder: string, error: NodeJS.ErrnoException): Error {
  const place = path.resolve(folder)
  const user = process.geteuid ? `user ${process.geteuid()}` : 'the user who runs Baton'
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new OperatorError(`DATA_DIR is ${place}, which isn't a folder. Set DATA_DIR to a folder.`)
    case 'ENOENT':
      return new OperatorError(
        `The data folder ${place} can't be created: ${error.message}. Create it, or set DATA_DIR to another folder.`,
      )
    case 'EACCES':
    case 'EPERM':
      return new OperatorError(
        `The data folder ${place} can't be used: ${error.message}. ` +
          `Give ${user} read and write access to it and everything in it, or set DATA_DIR to another folder.`,
      )
    case 'EROFS':
      return new OperatorError(
        `The data folder ${place} is on a read-only file system. Mount it writable, or set DATA_DIR to another folder.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpace(folder)
    default:
      return error
  }
}

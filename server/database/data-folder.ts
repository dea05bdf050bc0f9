import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { requireIntactCluster } from './cluster-files.ts'
import { restrictToOwner } from './folder-access.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { noSpace } from './no-space.ts'
import { completeSwap, databaseFolder } from './swap-folder.ts'

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

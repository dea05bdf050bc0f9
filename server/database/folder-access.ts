import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * Restricts the database to its owner, and rejects a data folder that other users can write to.
 *
 * Changes only files of the user who runs Baton. Containers get volumes with any owner and mode (emptyDir, tmpfs), so
 * the root of a mount is accepted unchanged. Files that only a group can use are accepted too (fsGroup of Kubernetes).
 * Windows has no such modes.
 */
export function restrictToOwner(dataFolder: string, database: string): void {
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

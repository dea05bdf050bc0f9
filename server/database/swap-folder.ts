import fs from 'node:fs'
import path from 'node:path'

/*
 * A restore of the embedded database fills a new folder, which then replaces the old one. Not every system can exchange
 * two folders atomically. So the new one is first renamed to `database.restored`, which commits the swap. If this
 * process is killed after that, the next process that opens the data folder completes the swap.
 *
 * Every function here requires the lock of the data folder.
 */
const foldersOf = (dataFolder: string) => ({
  current: path.join(dataFolder, 'database'),
  restoring: path.join(dataFolder, 'database.restoring'),
  restored: path.join(dataFolder, 'database.restored'),
  replaced: path.join(dataFolder, 'database.replaced'),
})

export const databaseFolder = (dataFolder: string) => foldersOf(dataFolder).current
export const restoringFolder = (dataFolder: string) => foldersOf(dataFolder).restoring

/** Replaces `database` with the completed `database.restoring`. */
export function swapIn(dataFolder: string): void {
  const { restoring, restored } = foldersOf(dataFolder)
  syncTree(restoring)
  fs.renameSync(restoring, restored)
  sync(dataFolder)
  completeSwap(dataFolder)
}

/** Completes a swap that was interrupted, and removes folders that an interrupted restore or backup left. */
export function completeSwap(dataFolder: string): void {
  const { current, restored, replaced } = foldersOf(dataFolder)
  const isLeftover = (name: string) => leftovers.some((prefix) => name.startsWith(prefix))
  for (const name of fs.readdirSync(dataFolder).filter(isLeftover)) remove(path.join(dataFolder, name))
  if (fs.existsSync(restored)) {
    if (fs.existsSync(current)) {
      remove(replaced)
      fs.renameSync(current, replaced)
    }
    fs.renameSync(restored, current)
    sync(dataFolder)
  }
  if (fs.existsSync(current)) remove(replaced)
}

/** The prefix of folders that hold a copy of the database during an online backup. */
export const snapshotPrefix = 'database.snapshot-'
const leftovers = [snapshotPrefix, 'database.restoring']

function remove(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
}

// PGlite syncs its commits, but not the files that it creates a database with.
function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    sync(path.join(entry.parentPath, entry.name))
  sync(folder)
}

function sync(file: string): void {
  // Windows can't open a folder, and syncs a file only through a handle that can write.
  if (process.platform === 'win32' && fs.statSync(file).isDirectory()) return
  const handle = fs.openSync(file, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

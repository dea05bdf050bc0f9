import fs from 'node:fs'
import path from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

/*
 * Loaded before everything else in the processes that run the tests, and so in the thread of the embedded database: one
 * that a test marked as its own is not synced to the disk, since it goes away with the test. The product knows nothing
 * of this, and what a test starts as a process of its own does not load it.
 */
const mark = 'unsynced'

export function leaveUnsynced(dataFolder: string): void {
  fs.writeFileSync(path.join(dataFolder, mark), '')
}

const folder = (workerData as { folder?: unknown } | null)?.folder
if (!isMainThread && typeof folder === 'string' && fs.existsSync(path.join(folder, '..', mark)))
  fs.fsyncSync = () => {}

import fs from 'node:fs'
import path from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

/*
 * Loaded first in the processes that run the tests, and so in the thread of the embedded database. It skips fsync for
 * databases that a test has marked, because they are deleted with the test. The product has no such switch, and
 * processes that a test starts do not load this file.
 */
const mark = 'unsynced'

export function leaveUnsynced(dataFolder: string): void {
  fs.writeFileSync(path.join(dataFolder, mark), '')
}

const folder = (workerData as { folder?: unknown } | null)?.folder
if (!isMainThread && typeof folder === 'string' && fs.existsSync(path.join(folder, '..', mark)))
  fs.fsyncSync = () => {}

import fs from 'node:fs'
import path from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

/*
 * Simulates a full disk without a mount, and so without root. Preloaded in test processes, and so in the thread of the
 * embedded database. A marker file in the data folder fills the disk.
 */
const mark = 'full'

/** Fills the disk of a data folder: reported by statfs, or noticed only when a file grows, as with a quota. */
export function fillDisk(dataFolder: string, how: 'reported' | 'unreported'): void {
  fs.writeFileSync(path.join(dataFolder, mark), how)
}

export function freeDisk(dataFolder: string): void {
  fs.rmSync(path.join(dataFolder, mark))
}

const folder = (workerData as { folder?: unknown } | null)?.folder
if (!isMainThread && typeof folder === 'string') {
  const file = path.join(folder, '..', mark)
  const isFull = (how: string) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === how
  const { statfsSync, writeSync } = fs
  fs.statfsSync = ((...args: Parameters<typeof statfsSync>) =>
    Object.assign(statfsSync(...args), isFull('reported') && { bavail: 0 })) as typeof statfsSync
  fs.writeSync = ((handle: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    if (isFull('unreported') && position + length > fs.fstatSync(handle).size)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return writeSync(handle, bytes, offset, length, position)
  }) as typeof writeSync
}

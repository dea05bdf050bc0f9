import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { backUpToFile } from '../database/backup.ts'
import type { Database } from '../database/connect.ts'
import { FolderInUse, lockFolder } from '../database/folder-lock.ts'
import { restoreIntoFolder } from '../database/restore.ts'
import { withSnapshot } from '../database/snapshot.ts'
import type { Log } from '../platform/log.ts'
import { loop } from '../platform/loop.ts'
import type { Metrics } from '../platform/metrics.ts'
import { recordBackup } from './record-backup.ts'
import { deleteOldBackups, newestBackup, scheduledFile } from './backup-folder.ts'

export interface BackupStatus {
  /** The outcome of this node's last attempt. */
  status: 'ok' | 'failed'
  /** The time of the newest verified backup in the folder. */
  lastGoodAt: string | null
}

export interface ScheduledBackups {
  /** Returns undefined if scheduled backups are off. */
  status(): BackupStatus | undefined
  /** Makes a backup if one is due. */
  runIfDue(): Promise<void>
  start(): void
  close(): Promise<void>
}

const hour = 3_600_000

/**
 * Saves the data to BACKUP_DIR when the newest backup there is older than BACKUP_INTERVAL. A server that was down
 * catches up at its next start, and nodes that share the folder share the backups.
 */
export function createScheduledBackups(app: {
  config: Config
  database: Database
  metrics: Metrics
  log: Log
}): ScheduledBackups {
  const { config, metrics, log } = app
  const folder = config.BACKUP_DIR
  const stopping = new AbortController()
  let hasFailed = false
  let newest: Date | undefined
  let running: { stop(): Promise<void> } | undefined

  const isDue = async () => {
    newest = await newestBackup(folder!)
    return !newest || Date.now() - newest.getTime() >= config.BACKUP_INTERVAL * hour
  }
  const runIfDue = async () => {
    if (!folder) return
    let lock: { release(): void } | undefined
    try {
      if (await isDue()) {
        lock = tryLock(folder)
        // Another node is saving the backup, or has just saved it.
        if (!lock || !(await isDue())) return
        await saveVerified(app, folder, stopping.signal)
        newest = await newestBackup(folder)
      }
      hasFailed = false
    } catch (error) {
      if (stopping.signal.aborted) return
      hasFailed = true
      metrics.backupFailures.inc()
      throw error
    } finally {
      lock?.release()
    }
  }
  return {
    status: () =>
      folder ? { status: hasFailed ? 'failed' : 'ok', lastGoodAt: newest?.toISOString() ?? null } : undefined,
    runIfDue,
    start() {
      if (!folder) return
      const step = async () => {
        await runIfDue()
        return false
      }
      running = loop(log, 'the scheduled backup', step, { longest: hour })
    },
    async close() {
      stopping.abort()
      await running?.stop()
    },
  }
}

/** Returns undefined while another node uses the folder. */
function tryLock(folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

/** Saves a backup and restores it into a scratch database. Only then renames it to a scheduled backup. */
async function saveVerified(
  app: { config: Config; database: Database; log: Log },
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const file = scheduledFile(folder, new Date())
  const unverified = path.join(folder, 'unverified.backup')
  const scratch = path.join(folder, 'scratch')
  const removeLeftovers = async () => {
    for (const each of [unverified, scratch]) await fs.promises.rm(each, { recursive: true, force: true })
  }
  await removeLeftovers()
  try {
    const { rows } = await withSnapshot(app, (snapshot) => backUpToFile(snapshot, unverified, signal))
    await restoreIntoFolder(unverified, scratch, { signal })
    const { size } = await fs.promises.stat(unverified)
    await fs.promises.rename(unverified, file)
    await recordBackup(app.database, 'schedule', rows, size)
    await deleteOldBackups(folder, app.config.BACKUP_KEEP)
    app.log.info({ file, rows }, 'backup saved and verified')
  } finally {
    await removeLeftovers()
  }
}

import fs from 'node:fs'
import path from 'node:path'

/** Differs from the names of manual backups, so that retention never deletes one of them. */
const scheduledName = /^scheduled-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Returns the file of a scheduled backup. It gets this name once it is verified. */
export function scheduledFile(folder: string, at: Date): string {
  return path.join(folder, `scheduled-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`)
}

/** Returns the time of the newest verified backup in the folder, or undefined without one. */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const name = (await namesIn(folder)).at(-1)
  return name === undefined ? undefined : new Date(name.replace(scheduledName, '$1$2:$3:$4Z'))
}

/** Deletes the oldest scheduled backups, so that `keep` remain. */
export async function deleteOldBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await namesIn(folder)).slice(0, -keep))
    await fs.promises.rm(path.join(folder, name), { force: true })
}

// The names sort by time.
async function namesIn(folder: string): Promise<string[]> {
  if (!fs.existsSync(folder)) return []
  const names = await fs.promises.readdir(folder)
  return names.filter((name) => scheduledName.test(name)).toSorted()
}

import fs from 'node:fs'
import path from 'node:path'
import { readPermissions } from './permission-file.ts'
import type { Permissions } from './permissions.ts'

const debounceMs = 100
/** Also polls, because some file systems send no notifications. */
const pollIntervalMs = 2000

/** Calls back after each change of the permission file. An invalid file keeps the old permissions. */
export function watchPermissions(
  file: string,
  changed: (permissions: Permissions) => void,
  failed: (message: string) => void,
): () => void {
  let current = contentOf(file)
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    const content = contentOf(file)
    if (content === current) return
    current = content
    let permissions: Permissions
    try {
      permissions = readPermissions(file)
    } catch (error) {
      const { message } = error as Error
      return failed(`${message} The previous permissions stay in effect.`)
    }
    changed(permissions)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(check, debounceMs)
  }
  // Editors replace a file by renaming, so the folder is watched.
  const folder = fs.watch(path.dirname(file), (_event, name) => {
    if (name === null || name === path.basename(file)) soon()
  })
  folder.on('error', () => folder.close())
  const poll = setInterval(check, pollIntervalMs)
  return () => {
    clearTimeout(timer)
    clearInterval(poll)
    folder.close()
  }
}

function contentOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

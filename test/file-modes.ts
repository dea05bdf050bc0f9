import fs from 'node:fs'
import path from 'node:path'

export function modeOf(file: string): number {
  return fs.statSync(file).mode & 0o777
}

/** Lists what others than its owner can use in a folder, itself included. */
export function openEntries(folder: string): string[] {
  const names = ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.filter((name) => modeOf(path.join(folder, name)) & 0o077)
}

import fs from 'node:fs'
import { type AllowedFolder, listInside } from '../paths.ts'
import type { Outcome } from './context.ts'

/** The entries that are read for sorting. A folder with more is listed incompletely, in the order of the disk. */
const maxRead = 10_000

export function listFiles(folder: AllowedFolder, input: { path?: string; limit?: number }): Outcome {
  const { path = '', limit = 200 } = input
  return listInside(folder, path, (handle) => {
    const names = readNames(handle.at(''))
    const entries = names.slice(0, limit).flatMap((name) => {
      // An entry can be deleted since the listing.
      const stat = fs.lstatSync(handle.at(name), { throwIfNoEntry: false })
      return stat ? [{ name, type: typeOf(stat), size: stat.size, modifiedAt: stat.mtime.toISOString() }] : []
    })
    return { result: { entries, more: names.length > limit } }
  })
}

function readNames(path: string): string[] {
  const names: string[] = []
  const folder = fs.opendirSync(path)
  try {
    for (let entry = folder.readSync(); entry && names.length < maxRead; entry = folder.readSync())
      names.push(entry.name)
  } finally {
    folder.closeSync()
  }
  return names.toSorted((a, b) => (a < b ? -1 : 1))
}

function typeOf(stat: fs.Stats): 'file' | 'folder' | 'other' {
  if (stat.isFile()) return 'file'
  return stat.isDirectory() ? 'folder' : 'other'
}

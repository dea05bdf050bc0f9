import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../platform/operator-error.ts'

/*
 * A backup is one compressed file of lines: a header, then for each table its columns and its rows as the database
 * itself writes them in JSON, then a count. Both engines share the format, so a backup also moves an instance from the
 * embedded database to PostgreSQL.
 */
export interface BackupHeader {
  baton: 'backup'
  format: 1
  at: string
  migrations: string[]
}

export interface BackupTable {
  table: string
  columns: string[]
}

export interface BackupEnd {
  end: true
  tables: number
  rows: number
}

/** Rows travel in batches of about this size, so memory doesn't grow with the number of large rows. */
export const maxBatchBytes = 1024 * 1024

export class BackupError extends OperatorError {}

/** Reads the whole file. Rejects an incomplete or foreign one. */
export async function inspectBackup(
  file: string,
): Promise<{ header: BackupHeader; tables: number; rows: number }> {
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  let rows = 0
  try {
    for await (const line of linesOf(file)) {
      const heading = headingOf(line)
      if (!heading) rows++
      else if ('baton' in heading) header = heading
      else if ('end' in heading) end = heading
    }
  } catch (error) {
    throw new BackupError(`Can't read ${file} as a backup: ${(error as Error).message}.`)
  }
  if (header?.format !== 1) throw new BackupError(`${file} isn't a backup of Baton.`)
  if (end?.rows !== rows) throw new BackupError(`The backup ${file} is incomplete: its end is missing.`)
  return { header, tables: end.tables, rows }
}

/** Yields the rows in batches. The first batch of each table has `null` for lines and only announces the table. */
export async function* readBatches(file: string): AsyncGenerator<BackupTable & { lines: string[] | null }> {
  let current: BackupTable | undefined
  let lines: string[] = []
  let bytes = 0
  for await (const line of linesOf(file)) {
    const heading = headingOf(line)
    const size = Buffer.byteLength(line)
    if (current && lines.length > 0 && (heading || bytes + size > maxBatchBytes)) {
      yield { ...current, lines }
      lines = []
      bytes = 0
    }
    if (heading && 'table' in heading) {
      current = heading
      yield { ...current, lines: null }
    } else if (!heading) {
      lines.push(line)
      bytes += size
    }
  }
}

// A heading starts with a name that no table's first column has.
function headingOf(line: string): BackupHeader | BackupTable | BackupEnd | undefined {
  return /^\{"(baton|table|end)":/.test(line) ? (JSON.parse(line) as never) : undefined
}

/**
 * Yields the lines of a compressed file. Splits at line feeds only: `node:readline` also splits at U+2028 and U+2029,
 * which JSON doesn't escape.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  pipeline(fs.createReadStream(file), unzipped, () => {})
  // A line can span many chunks. They are joined once, because appending copies the line again and again.
  let parts: string[] = []
  for await (const chunk of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
    const [first, ...others] = chunk.split('\n')
    parts.push(first!)
    for (const other of others) {
      yield parts.join('')
      parts = [other]
    }
  }
  if (parts.some((part) => part !== '')) yield parts.join('')
}

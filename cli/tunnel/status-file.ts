import fs from 'node:fs'
import path from 'node:path'
import { isFields } from '../cells.ts'
import type { TunnelEvent } from './events.ts'

/** The connection as the running process last saw it, for `baton tunnel status`. */
export interface StoredStatus {
  pid: number
  connectedSince: string | null
  problem: string | null
}

/** Stores the changes of the connection. Other events leave the file as it is. */
export function storeStatus(folder: string, event: TunnelEvent): void {
  if (event.type === 'connected') store(folder, { pid: process.pid, connectedSince: event.at, problem: null })
  else if (event.type === 'disconnected')
    store(folder, { pid: process.pid, connectedSince: null, problem: event.reason })
}

export function readStatus(folder: string): StoredStatus | undefined {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(statusFile(folder), 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return isFields(value) ? (value as unknown as StoredStatus) : undefined
  } catch {
    return undefined
  }
}

function store(folder: string, status: StoredStatus): void {
  const written = `${statusFile(folder)}.${process.pid}`
  fs.writeFileSync(written, JSON.stringify(status), { mode: 0o600 })
  fs.renameSync(written, statusFile(folder))
}

function statusFile(folder: string): string {
  return path.join(folder, 'status.json')
}

import { isDeepStrictEqual } from 'node:util'
import type { DeletableRow } from '../../database/tables.ts'

export type Fields = Record<string, unknown>

/** Returns whether two values of a field are the same. Times can be written in several ways. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(normal(one), normal(other))
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function normal(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'string' && time.test(value) ? new Date(value).toISOString() : value
}

/** Returns the title of an item, or the name of a project, skill or agent. A memory entry has only its content. */
export function titleOf(row: DeletableRow): string {
  const { title, name, content } = row as DeletableRow & { title?: string; name?: string; content?: string }
  return title ?? name ?? content?.slice(0, 100) ?? ''
}

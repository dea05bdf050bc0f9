import type { Position } from '../../database/journal.ts'

/** Numbers in digits, without leading zeros: the longer is the larger. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** Whether one place of the journal comes after another. */
export function isAfter(a: Position, b: Position): boolean {
  const order = compare(a.xid, b.xid)
  return order === 0 ? compare(a.seq, b.seq) > 0 : order > 0
}

export function earlier(a: Position, b: Position): Position {
  return isAfter(a, b) ? b : a
}

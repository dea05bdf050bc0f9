import type { Position } from '../../database/journal.ts'

/** Compares decimal numbers without leading zeros as strings, because they may exceed the safe integers. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** Returns whether position `a` comes after position `b` in the journal. */
export function isAfter(a: Position, b: Position): boolean {
  const order = compare(a.xid, b.xid)
  return order === 0 ? compare(a.seq, b.seq) > 0 : order > 0
}

export function earlier(a: Position, b: Position): Position {
  return isAfter(a, b) ? b : a
}

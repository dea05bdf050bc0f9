/** Returns the median, or null if there are no values. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the percentile by nearest rank, which is always one of the values, or null if there are none. */
export function percentile(values: number[], percent: number): number | null {
  if (values.length === 0) return null
  const rank = Math.ceil((percent * values.length) / 100)
  return values.toSorted((a, b) => a - b)[rank - 1]!
}

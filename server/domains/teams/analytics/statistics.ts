/** The middle one; of an even number, the mean of the two in the middle. Null of none. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The smallest value that at least so many percent do not exceed (nearest rank): one that was there. Null of none. */
export function percentile(values: number[], percent: number): number | null {
  if (values.length === 0) return null
  const rank = Math.ceil((percent * values.length) / 100)
  return values.toSorted((a, b) => a - b)[rank - 1]!
}

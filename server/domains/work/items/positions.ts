/*
 * Fractional indexing: a position is a text that sorts, byte by byte, between those of its neighbours, so a move writes
 * only one row. It is a base-62 fraction without its point and never ends in 0, so there is always another position
 * between two.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a position roughly halfway between two others. */
export function between(low: string, high: string): string {
  let position = ''
  let belowHigh = false
  for (let at = 0; ; at++) {
    const floor = digitAt(low, at, 0)
    const ceiling = belowHigh ? digits.length : digitAt(high, at, digits.length)
    const middle = Math.floor((floor + ceiling) / 2)
    if (middle > floor) return position + digits[middle]
    // No digit lies between the two. With the lower digit, every continuation stays below the higher position.
    position += digits[floor]
    if (ceiling > floor) belowHigh = true
  }
}

/** Returns the position for a counter of a project. Must match the SQL function `position_of`. */
export function positionOf(counter: number): string {
  return `${String(counter).padStart(9, '0')}V`
}

function digitAt(position: string, at: number, past: number): number {
  return at < position.length ? digits.indexOf(position[at]!) : past
}

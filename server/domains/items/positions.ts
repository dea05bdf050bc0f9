/*
 * Where an item stands among its neighbours is a text that sorts between theirs, byte by byte: moving one writes one row
 * and touches no other. A position is a fraction in base 62 without its point, and never ends in 0, so that there is
 * always room for another between two of them.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A position between two others, about in the middle. */
export function between(low: string, high: string): string {
  let position = ''
  let belowHigh = false
  for (let at = 0; ; at++) {
    const floor = digitAt(low, at, 0)
    const ceiling = belowHigh ? digits.length : digitAt(high, at, digits.length)
    const middle = Math.floor((floor + ceiling) / 2)
    if (middle > floor) return position + digits[middle]
    // No digit is between these two. With that of the lower one, whatever follows stays below the higher one.
    position += digits[floor]
    if (ceiling > floor) belowHigh = true
  }
}

/** The same as the function of that name in the database: what the counters of a project stand for. */
export function positionOf(counter: number): string {
  return `${String(counter).padStart(9, '0')}V`
}

function digitAt(position: string, at: number, past: number): number {
  return at < position.length ? digits.indexOf(position[at]!) : past
}

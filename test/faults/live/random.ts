/** A seeded random generator. LIVE_SEED repeats a failed run. */
export interface SeededRandom {
  seed: number
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number
  below(count: number): number
  oneOf<Item>(items: readonly Item[]): Item
}

export function seededRandom(seed = Number(process.env.LIVE_SEED ?? Date.now() % 1_000_000)): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { seed, next, below, oneOf: (items) => items[below(items.length)]! }
}

/** Chances that can be taken again in the same order: whoever sees a failure runs it with LIVE_SEED. */
export interface SeededRandom {
  seed: number
  /** From 0 up to and without 1. */
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

/** Returns the number of 32-bit words for one bit of each dimension, rounded up to the three that are compared together. */
export function wordsFor(dimensions: number): number {
  return Math.ceil(dimensions / 96) * 3
}

/** Returns one bit for each number of a vector, in the byte order of `binary_quantize` and `varbit_send`. */
export function quantize(vector: Float32Array): Uint32Array {
  const words = new Uint32Array(wordsFor(vector.length))
  const bytes = new Uint8Array(words.buffer)
  for (let index = 0; index < vector.length; index++)
    if (vector[index]! > 0) bytes[index >> 3]! |= 0x80 >> (index & 7)
  return words
}

/**
 * Writes the number of bits that differ between the query and each entry from `start` to `end`. A carry-save adder
 * turns three words into two, which saves a third of the counting.
 */
export function compareBits(
  query: Uint32Array,
  entries: Uint32Array,
  distances: Uint16Array,
  start: number,
  end: number,
): void {
  const { length } = query
  let at = start * length
  for (let entry = start; entry < end; entry++) {
    let sums = 0
    for (let word = 0; word < length; word += 3, at += 3) {
      const a = query[word]! ^ entries[at]!
      const b = query[word + 1]! ^ entries[at + 1]!
      const c = query[word + 2]! ^ entries[at + 2]!
      const either = a ^ b
      const counts = countInNibbles(either ^ c) + 2 * countInNibbles((a & b) | (either & c))
      const inBytes = (counts & 0x0f0f0f0f) + ((counts >>> 4) & 0x0f0f0f0f)
      sums += (inBytes & 0x00ff00ff) + ((inBytes >>> 8) & 0x00ff00ff)
    }
    distances[entry] = (sums & 0xffff) + (sums >>> 16)
  }
}

/** Returns the number of set bits in each group of four, at the place of the group. */
function countInNibbles(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
}

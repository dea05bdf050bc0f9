import { compiled } from './compare-bits.wasm.ts'

/** Returns the number of 32-bit words for one bit of each dimension, rounded up to the four that are compared together. */
export function wordsFor(dimensions: number): number {
  return Math.ceil(dimensions / 128) * 4
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
 * Writes the number of bits that differ between the query and each entry from `start` to `end`. Entries are copied into the
 * memory of `compare-bits.wat` in pieces that fit the cache of a core, which costs less than counting in JavaScript.
 */
export function compareBits(
  query: Uint32Array,
  entries: Uint32Array,
  distances: Uint16Array,
  start: number,
  end: number,
): void {
  const { memory, compare } = (instance ??= instantiate())
  const words = query.length
  const width = 4 * words
  const together = Math.floor((memory.buffer.byteLength - width) / (width + 2))
  const firstDistance = width + together * width
  const copies = new Uint32Array(memory.buffer, 0, words + together * words)
  const results = new Uint16Array(memory.buffer, firstDistance, together)
  copies.set(query)
  for (let first = start; first < end; first += together) {
    const count = Math.min(together, end - first)
    copies.set(entries.subarray(first * words, (first + count) * words), words)
    compare(width, width, width + count * width, firstDistance)
    distances.set(results.subarray(0, count), first)
  }
}

interface Instance {
  memory: { buffer: ArrayBuffer }
  compare: (length: number, entry: number, end: number, distance: number) => void
}

// The types of Node have no WebAssembly. Those of the browser would allow its other globals in the server.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: Instance }
}

let instance: Instance | undefined

function instantiate(): Instance {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(compiled, 'base64'))).exports
}

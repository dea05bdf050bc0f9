import { setImmediate } from 'node:timers/promises'
import { compareBits, wordsFor } from './bits.ts'

/** The columns that a search filters by, in the order of the table. */
export type Place = readonly (string | null)[]

/** Entries of one place: their ids, parts and bits, each one after another. */
export interface EntryBatch {
  place: Place
  ids: Uint8Array
  parts: Uint8Array
  bits: Uint8Array
}

export interface Candidate {
  id: string
  part: number
  distance: number
}

// Comparing this many takes about 2 ms, during which nothing else runs.
const maxComparedTogether = 50_000
const idBytes = 16
const partBytes = 2
const placeBytes = 4
// Larger than any distance: models have a few thousand dimensions.
const notCounted = 2 ** 16 - 1

/** The quantized vectors of a group of entries, in typed arrays that grow when they are full. */
export class EntryBits {
  readonly #words: number
  #count = 0
  #capacity = 0
  #ids = new Uint8Array(0)
  #parts = new Uint8Array(0)
  #places = new Uint32Array(0)
  #bits = new Uint32Array(0)
  readonly #placeNumbers = new Map<string, number>()
  readonly #knownPlaces: Place[] = []

  constructor(dimensions: number) {
    this.#words = wordsFor(dimensions)
  }

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#capacity * (idBytes + partBytes + placeBytes + 4 * this.#words)
  }

  /** Adds entries. With `replace`, those that are known already are changed instead. */
  add(batches: readonly EntryBatch[], replace: boolean): void {
    const known = replace ? this.#positionsOf(batches) : undefined
    for (const batch of batches) {
      const place = this.#numberOf(batch.place)
      const count = batch.ids.length / idBytes
      const width = batch.bits.length / count
      this.#reserve(this.#count + count)
      const bits = new Uint8Array(this.#bits.buffer)
      for (let index = 0; index < count; index++) {
        const position = known?.get(keyAt(batch, index)) ?? this.#count++
        this.#ids.set(batch.ids.subarray(index * idBytes, (index + 1) * idBytes), position * idBytes)
        this.#parts.set(
          batch.parts.subarray(index * partBytes, (index + 1) * partBytes),
          position * partBytes,
        )
        this.#places[position] = place
        bits.set(batch.bits.subarray(index * width, (index + 1) * width), position * this.#words * 4)
      }
    }
  }

  /** Returns the nearest entries of the places that match. Lets other work run between large batches. */
  async nearest(query: Uint32Array, matches: (place: Place) => boolean, limit: number): Promise<Candidate[]> {
    // Entries that are added or changed while it waits are read from the database anyway.
    const count = this.#count
    const [bits, ids, parts, places] = [this.#bits, this.#ids, this.#parts, this.#places]
    const isMatch = Uint8Array.from(this.#knownPlaces, (place) => (matches(place) ? 1 : 0))
    const distances = new Uint16Array(count)
    for (let start = 0; start < count; start += maxComparedTogether) {
      if (start > 0) await setImmediate()
      compareBits(query, bits, distances, start, Math.min(count, start + maxComparedTogether))
    }
    if (isMatch.includes(0)) excludeOthers(distances, places, isMatch)
    return nearestPositions(distances, limit).map((position) => ({
      id: uuidAt({ ids, parts }, position),
      part: partAt({ ids, parts }, position),
      distance: distances[position]!,
    }))
  }

  /** Finds the entries of the batches that are known. Compares the last bytes of all ids first, which are random. */
  #positionsOf(batches: readonly EntryBatch[]): Map<string, number> {
    const endings = new Set<number>()
    const keys = new Set<string>()
    for (const batch of batches)
      for (let index = 0; index < batch.ids.length / idBytes; index++) {
        endings.add(endingAt(batch.ids, index))
        keys.add(keyAt(batch, index))
      }
    const positions = new Map<string, number>()
    const all = { ids: this.#ids, parts: this.#parts }
    for (let position = 0; position < this.#count; position++) {
      if (!endings.has(endingAt(this.#ids, position))) continue
      const key = keyAt(all, position)
      if (keys.has(key)) positions.set(key, position)
    }
    return positions
  }

  #numberOf(place: Place): number {
    const key = JSON.stringify(place)
    const known = this.#placeNumbers.get(key)
    if (known !== undefined) return known
    this.#placeNumbers.set(key, this.#knownPlaces.length)
    return this.#knownPlaces.push(place) - 1
  }

  #reserve(count: number): void {
    if (count <= this.#capacity) return
    this.#capacity = Math.max(count, Math.ceil(1.5 * this.#capacity))
    const grown = <List extends Uint8Array | Uint32Array>(list: List, larger: List): List => {
      larger.set(list)
      return larger
    }
    this.#ids = grown(this.#ids, new Uint8Array(this.#capacity * idBytes))
    this.#parts = grown(this.#parts, new Uint8Array(this.#capacity * partBytes))
    this.#places = grown(this.#places, new Uint32Array(this.#capacity))
    this.#bits = grown(this.#bits, new Uint32Array(this.#capacity * this.#words))
  }
}

/** Gives entries of other places a distance that is never selected. */
function excludeOthers(distances: Uint16Array, places: Uint32Array, isMatch: Uint8Array): void {
  for (let position = 0; position < distances.length; position++)
    if (isMatch[places[position]!] !== 1) distances[position] = notCounted
}

/** Returns how often each distance occurs. */
function countDistances(distances: Uint16Array): Uint32Array {
  const occurrences = new Uint32Array(notCounted + 1)
  for (const distance of distances) occurrences[distance]!++
  return occurrences
}

/**
 * Returns the positions with the smallest distances, in any order. Each loop has its own function, because V8 optimizes a loop
 * while it runs and discards that code where the next loop starts.
 */
function nearestPositions(distances: Uint16Array, limit: number): number[] {
  const occurrences = countDistances(distances)
  let last = 0
  let below = 0
  while (last < notCounted && below + occurrences[last]! <= limit) below += occurrences[last++]!
  return positionsUpTo(distances, last, last === notCounted ? 0 : limit - below)
}

/** Returns the positions with smaller distances, and the first of those with the last distance. */
function positionsUpTo(distances: Uint16Array, last: number, lastCount: number): number[] {
  const positions: number[] = []
  let remaining = lastCount
  for (let position = 0; position < distances.length; position++) {
    const distance = distances[position]!
    if (distance < last || (distance === last && remaining-- > 0)) positions.push(position)
  }
  return positions
}

type Keys = Pick<EntryBatch, 'ids' | 'parts'>

function keyAt(entries: Keys, index: number): string {
  return `${uuidAt(entries, index)} ${partAt(entries, index)}`
}

function uuidAt({ ids }: Keys, index: number): string {
  const hex = Buffer.from(ids.buffer, ids.byteOffset + index * idBytes, idBytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function partAt({ parts }: Keys, index: number): number {
  return (parts[index * partBytes]! << 8) | parts[index * partBytes + 1]!
}

function endingAt(ids: Uint8Array, index: number): number {
  const end = (index + 1) * idBytes
  return (ids[end - 4]! << 24) | (ids[end - 3]! << 16) | (ids[end - 2]! << 8) | ids[end - 1]!
}

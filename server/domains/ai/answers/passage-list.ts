import { type Found, sourceOf } from './find-passages.ts'
import type { Passage } from './passage.ts'

/** Most sources of an answer, those that its reads found included. */
const maxSources = 40

/** The numbered sources of an answer. */
export interface PassageList {
  readonly all: Passage[]
  /** Numbers the new ones, and returns all given ones with their numbers. */
  add(found: readonly Found[]): Passage[]
  has(number: number): boolean
}

export function createPassageList(): PassageList {
  const all: Passage[] = []
  const known = new Map<string, Passage>()
  return {
    all,
    add: (found) =>
      found.flatMap((each) => {
        const source = sourceOf(each)
        let passage = known.get(source)
        if (!passage && all.length < maxSources) {
          passage = { number: all.length + 1, ...each }
          all.push(passage)
          known.set(source, passage)
        }
        return passage ?? []
      }),
    has: (number) => number >= 1 && number <= all.length,
  }
}

import { createHash } from 'node:crypto'

/*
 * `npm test` runs the quick part of the suite, and CI runs the rest afterwards (scripts/choose-tests.ts). Suites that
 * repeat the same steps for every operation, or on each engine, belong to both parts and divide themselves here. Without
 * a part, they run completely.
 */
export const part = process.env.TEST_PART as 'quick' | 'rest' | undefined

/** A quarter, of the 256 values of a byte. */
const quarter = 64

/**
 * Whether a generated suite tests the operation in this part. The quick part tests a quarter of all operations, another
 * one for each TEST_SAMPLE, which is the commit by default.
 */
export function isInPart({ id }: { id: string }): boolean {
  if (!part) return true
  const [first] = createHash('sha256').update(`${process.env.TEST_SAMPLE} ${id}`).digest()
  return first! < quarter === (part === 'quick')
}

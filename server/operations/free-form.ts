import { z } from 'zod'

/** Limits for JSON whose shape the caller chooses. It is stored unchanged and sent to every reader. */
const maxBytes = 16 * 1024
const maxLevels = 8
const maxKeys = 200

/** The limits as text for field descriptions. */
export const freeFormLimits = `at most ${maxBytes / 1024} KiB, ${maxKeys} keys and ${maxLevels} levels`

/** Returns the schema of an object whose fields the caller chooses, within the limits. */
export function freeForm() {
  return z
    .record(z.string().max(200), z.unknown())
    .refine(isWithinLimits, `Must be JSON of ${freeFormLimits}.`)
}

function isWithinLimits(value: object): boolean {
  return countKeys(value, 1) <= maxKeys && Buffer.byteLength(JSON.stringify(value)) <= maxBytes
}

/** Counts the keys at every level. Returns Infinity if the nesting is too deep. */
function countKeys(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (level > maxLevels) return Infinity
  const entries = Object.values(value)
  const own = Array.isArray(value) ? 0 : entries.length
  return entries.reduce<number>((keys, inner) => keys + countKeys(inner, level + 1), own)
}

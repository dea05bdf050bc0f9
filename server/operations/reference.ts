import { z } from 'zod'

/**
 * How an input names a thing: by a number, slug, name or id. `refers` is its kind, from which the generated tests know
 * what to put there, and which of it is somebody else's.
 */
export function reference(refers: string, description: string, longest = 100) {
  return z.string().trim().min(1).max(longest).describe(description).meta({ refers })
}

import { z } from 'zod'

/**
 * How an input names a thing: by a number, slug, name or id. `refers` is its kind, from which the generated tests know
 * what to put there, and which of it is somebody else's.
 */
export function reference(refers: string, description: string) {
  return z.string().trim().min(1).max(100).describe(description).meta({ refers })
}

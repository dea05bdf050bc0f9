import { z } from 'zod'

/**
 * Returns the schema of a reference to an item by key, slug, name or id. `refers` is the kind of the item. Generated
 * tests use it to fill in own and foreign items.
 */
export function reference(refers: string, description: string, maxLength = 100) {
  return z.string().trim().min(1).max(maxLength).describe(description).meta({ refers })
}

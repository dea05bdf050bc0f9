import { z } from 'zod'

/** The name of an item, for records that refer to it. */
export const ItemName = z.object({ id: z.uuid(), key: z.string(), title: z.string() })

export function nameOf(id: string | null, key: string | null, title: string | null) {
  return id === null ? null : { id, key: key!, title: title! }
}

import { z } from 'zod'
import { type Kind, keyOf } from '../../database/rows.ts'

export const trashDays = 30

/** How much is below an epic or a story. */
export const Children = z.object({ stories: z.int(), tasks: z.int() })
export type Children = z.output<typeof Children>

/** The answer to every deletion: what went, and until when it can come back. */
export const Deleted = z
  .object({
    kind: z.string(),
    id: z.uuid(),
    key: z.string(),
    deletedAt: z.iso.datetime(),
    restorableUntil: z.iso.datetime(),
    children: Children.optional().describe('What went with it, and comes back with it.'),
  })
  .meta({ id: 'Deleted' })

export function deletedResponse<Row extends { id: string; deleted_at: string | null }>(
  kind: Kind<Row>,
  row: Row,
) {
  const deletedAt = row.deleted_at!
  const until = restorableUntil(deletedAt)
  return { kind: kind.name, id: row.id, key: keyOf(kind, row), deletedAt, restorableUntil: until }
}

export function restorableUntil(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + trashDays * 86_400_000).toISOString()
}

import { z } from 'zod'
import { type Kind, keyOf } from './rows.ts'

export const trashDays = 30

/** The number of stories and tasks below an epic or a story. */
export const Children = z.object({ stories: z.int(), tasks: z.int() })
export type Children = z.output<typeof Children>

/** The response of every deletion, with the time until which the item can be restored. */
export const Deleted = z
  .object({
    kind: z.string(),
    id: z.uuid(),
    key: z.string(),
    deletedAt: z.iso.datetime(),
    restorableUntil: z.iso.datetime(),
    children: Children.optional().describe(
      'Number of stories and tasks that were deleted with the item and are restored with it.',
    ),
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

import type { Actor } from '../../database/actor.ts'
import { sql } from '../../database/sql.ts'
import { buildEach, fromRow, responsibleUserId } from './pending-notification.ts'

interface OpenConflict {
  item_key: string
  item_title: string
  field: string | null
  other_by: Actor
}

/** Notifies the author of a value that lost to a concurrent change. */
export const conflictCreated = buildEach(async (db, row) => {
  const [conflict] = await db.run<OpenConflict>(
    sql`select item_key, item_title, field, other_by from sync_conflicts
      where id = ${row.subject_id} and resolved_at is null`,
  )
  const author = conflict && responsibleUserId(conflict.other_by)
  if (!author) return []
  const { item_key: key, item_title: about, field } = conflict
  return [
    {
      kind: 'conflict',
      to: [author],
      ...fromRow(row),
      subject: { kind: 'conflict', id: row.subject_id, key },
      about,
      data: field === null ? {} : { field },
    },
  ]
})

import { sql } from '../../database/sql.ts'
import { buildEach, fromRow } from './pending-notification.ts'

/** Notifies the person who published an item, and the owners and admins of their organization. */
export const itemRemovedOrRestored = buildEach(async (db, row) => {
  const people = await db.run<{ user_id: string }>(
    sql`select m.user_id from marketplace_items i join organization_members m on m.organization_id = i.organization_id
      where i.id = ${row.subject_id} and (m.role in ('owner', 'admin') or m.user_id::text = i.published_by ->> 'id')`,
  )
  return [
    {
      kind: 'marketplace',
      to: people.map(({ user_id }) => user_id),
      ...fromRow(row),
      subject: { kind: 'marketplace_item', id: row.subject_id, key: null },
      about: row.subject_key,
      body: typeof row.data?.reason === 'string' ? row.data.reason : null,
      data: { event: row.type },
    },
  ]
})

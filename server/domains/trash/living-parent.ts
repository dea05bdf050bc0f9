import type { Queries } from '../../database/connect.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../operations/errors.ts'

/** The parent of each kind of item, with the column that refers to it. */
const parents: Record<string, { kind: string; table: string; column: string }> = {
  task: { kind: 'story', table: 'stories', column: 'story_id' },
  story: { kind: 'epic', table: 'epics', column: 'epic_id' },
}

/** Rejects restoring an item whose parent is in the trash. Locks the parent, so that it is not deleted concurrently. */
export async function requireLivingParent(db: Queries, kind: string, row: DeletableRow): Promise<void> {
  const parent = parents[kind]
  const parentId = parent && (row as unknown as Record<string, string | null>)[parent.column]
  if (!parentId) return
  const [parentRow] = await db.run<{ id: string; key: string; title: string; deleted_at: string | null }>(
    sql`select id, key, title, deleted_at from ${sql.raw(parent.table)} where id = ${parentId} for key share`,
  )
  if (!parentRow || parentRow.deleted_at === null) return
  const { id, key, title } = parentRow
  const names = { kind, parent: `${parent.kind} ${key}`, title }
  reject('parent_deleted', names, { parent: { kind: parent.kind, id, key, title } })
}

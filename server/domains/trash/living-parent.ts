import type { Queries } from '../../database/connect.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { reject } from '../../operations/errors.ts'

/** What a thing belongs to, by its kind, and the column that says it. */
const parents: Record<string, { kind: string; table: string; column: string }> = {
  task: { kind: 'story', table: 'stories', column: 'story_id' },
  story: { kind: 'epic', table: 'epics', column: 'epic_id' },
}

/** Nothing comes back to a parent that is in the trash. The parent is held, so that it does not go there meanwhile. */
export async function requireLivingParent(db: Queries, kind: string, row: DeletableRow): Promise<void> {
  const parent = parents[kind]
  const parentId = parent && (row as unknown as Record<string, string | null>)[parent.column]
  if (!parentId) return
  const [above] = await db.run<{ id: string; key: string; title: string; deleted_at: string | null }>(
    `select id, key, title, deleted_at from ${parent.table} where id = $1 for key share`,
    [parentId],
  )
  if (!above || above.deleted_at === null) return
  const { id, key, title } = above
  const names = { kind, parent: `${parent.kind} ${key}`, title }
  reject('parent_deleted', names, { parent: { kind: parent.kind, id, key, title } })
}

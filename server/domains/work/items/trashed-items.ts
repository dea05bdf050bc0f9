import { sql } from '../../../database/sql.ts'
import type { Kind } from '../../../operations/rows.ts'
import { type InProject, trashedInProject } from '../../projects/trashed-in-project.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { taskKind } from '../tasks/task.ts'
import { type ItemRow, itemKinds } from './item-kinds.ts'
import type { Queries } from '../../../database/connect.ts'
import type { DeletableRow } from '../../../database/tables.ts'
import { reject } from '../../../errors/errors.ts'

export const trashedEpics = trashedItem<ItemRow>(itemKinds.epic, {
  children: sql`(select count(*) from stories s where s.epic_id = t.id and s.deleted_with = t.id)
    + (select count(*) from stories s join tasks i on i.story_id = s.id where s.epic_id = t.id and i.deleted_with = t.id)`,
})
export const trashedStories = trashedItem<ItemRow>(itemKinds.story, {
  alone: sql`t.deleted_with is null`,
  children: sql`(select count(*) from tasks i where i.story_id = t.id and i.deleted_with = t.id)`,
})
export const trashedTasks = trashedItem<TaskRow>(taskKind, { alone: sql`t.deleted_with is null` })
export const trashedFeatures = trashedItem<ItemRow>(itemKinds.feature)

/** Builds the trash kind of rows that have a number in a project. */
export function trashedItem<Row extends ItemRow>(
  kind: Kind<Row>,
  more: Pick<InProject, 'alone' | 'children'> = {},
) {
  return trashedInProject<Row>(kind, {
    from: sql`${sql.raw(kind.table)} t join projects p on p.id = t.project_id and p.deleted_at is null`,
    byKey: (key, { organization }) => sql`t.organization_id = ${organization.id} and t.key = upper(${key})`,
    right: 'edit',
    title: sql`t.title`,
    ...more,
  })
}

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

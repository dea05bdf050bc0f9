import { sql } from '../../../database/sql.ts'
import type { Kind } from '../../../operations/rows.ts'
import { type InProject, trashedInProject } from '../../projects/trashed-in-project.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { taskKind } from '../tasks/task.ts'
import { type ItemRow, itemKinds } from './item-kinds.ts'

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

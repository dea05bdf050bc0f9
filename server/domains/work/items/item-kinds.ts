import type { Kind } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { DeletableRow } from '../../../database/tables.ts'
import type { ItemTable } from './find-item.ts'

/** Kinds of numbered items. All of them have comments and a history. */
export const itemKindNames = ['epic', 'story', 'task', 'feature'] as const
export type ItemKindName = (typeof itemKindNames)[number]

/** The columns that all items have. */
export interface ItemRow extends DeletableRow {
  project_id: string
  key: string
  title: string
}

const named = (name: ItemKindName, table: ItemTable): Kind<ItemRow> & { table: ItemTable } => ({
  name,
  table,
  key: 'key',
  project: 'project_id',
})

export const itemKinds = {
  epic: named('epic', 'epics'),
  story: named('story', 'stories'),
  task: named('task', 'tasks'),
  feature: named('feature', 'features'),
} satisfies Record<ItemKindName, Kind<ItemRow>>

/** Returns SQL that checks whether the item in `subject_kind` and `subject_id` exists and is not in the trash. */
export function hasLiveSubject(row: string): Sql {
  const isLive = (name: ItemKindName) =>
    `when '${name}' then exists (select 1 from ${itemKinds[name].table} i
        where i.id = ${row}.subject_id and i.deleted_at is null)`
  return sql.raw(`case ${row}.subject_kind ${itemKindNames.map(isLive).join(' ')} else false end`)
}

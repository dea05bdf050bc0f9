import type { Kind } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import type { ItemTable } from './find-item.ts'

/** What has a number in its project: all of these can be talked about, and have a history. */
export const itemKindNames = ['epic', 'story', 'task', 'feature'] as const
export type ItemKindName = (typeof itemKindNames)[number]

/** The columns that they all have. */
export interface ItemRow extends DeletableRow {
  project_id: string
  key: string
  title: string
}

const named = (name: ItemKindName, table: ItemTable): Kind<ItemRow> & { table: ItemTable } => ({
  ...{ name, table },
  ...{ key: 'key', project: 'project_id' },
})

export const itemKinds = {
  epic: named('epic', 'epics'),
  story: named('story', 'stories'),
  task: named('task', 'tasks'),
  feature: named('feature', 'features'),
} satisfies Record<ItemKindName, Kind<ItemRow>>

/** SQL for whether the item that a row points to, as `subject_kind` and `subject_id`, is there and not in the trash. */
export function hasLiveSubject(row: string): string {
  const isLive = (name: ItemKindName) =>
    `when '${name}' then exists (select 1 from ${itemKinds[name].table} i
        where i.id = ${row}.subject_id and i.deleted_at is null)`
  return `case ${row}.subject_kind ${itemKindNames.map(isLive).join(' ')} else false end`
}

import { sql } from '../../../database/sql.ts'
import { type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { followsProject } from '../../projects/synced-in-project.ts'
import { groupSyncFields } from '../items/synced-group.ts'
import { type EpicRow, epicKind } from './epic.ts'
import { createEpic, deleteEpic, updateEpic } from './epics.ts'

export const syncedEpics: SyncKind<EpicRow> = {
  ...epicKind,
  name: 'epic',
  fields: groupSyncFields,
  columns: columnsOf(groupSyncFields, 'key'),
  from: sql`epics t`,
  ...followsProject,
  create: createEpic,
  update: updateEpic,
  remove: deleteEpic,
  address: ({ id, project_id }) => ({ project: project_id, epic: id }),
}

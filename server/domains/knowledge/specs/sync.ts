import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, followsProject } from '../../projects/synced-in-project.ts'
import { specKind } from './spec.ts'
import { createSpec, deleteSpec, updateSpec } from './specs.ts'
import type { SpecRow, SpecStatus } from './tables.ts'

const fields: SyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  content: { columns: ['content'], text: true, unjournaled: true },
  status: { columns: ['status'] },
}

/** The status in which a spec is created, so that one update gives it its own. */
const firstStatuses: Partial<Record<SpecStatus, SpecStatus>> = { approved: 'review', archived: 'draft' }

export const syncedSpecs: SyncKind<SpecRow> = {
  ...specKind,
  name: 'spec',
  fields,
  columns: columnsOf(fields, 'key'),
  from: sql`specs t`,
  ...followsProject,
  create: createSpec,
  update: updateSpec,
  remove: deleteSpec,
  address: ({ id }) => ({ spec: id }),
  createInput(given) {
    const first = firstStatuses[given.status as SpecStatus]
    return first ? { ...given, status: first } : given
  },
  afterCreate: ({ status }) => (firstStatuses[status as SpecStatus] ? [{ status }] : []),
}

import { sql } from '../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../operations/sync-kind.ts'
import { fixedProject, followsProject } from '../projects/synced-in-project.ts'
import { createFeature } from './create-feature.ts'
import { deleteFeature } from './delete-feature.ts'
import { featureKind } from './feature.ts'
import type { FeatureRow } from './tables.ts'
import { updateFeature } from './update-feature.ts'

const fields: SyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  description: { columns: ['description'], text: true },
  kind: { columns: ['kind'] },
  workflow: { columns: ['workflow'], writtenBy: 'create' },
  status: { columns: ['status'], writtenBy: 'update' },
  gate: { columns: ['gate'], writtenBy: 'none' },
}

export const syncedFeatures: SyncKind<FeatureRow> = {
  ...featureKind,
  name: 'feature',
  fields,
  columns: columnsOf(fields, 'key'),
  from: sql`features t`,
  ...followsProject,
  create: createFeature,
  update: updateFeature,
  remove: deleteFeature,
  address: ({ id }) => ({ feature: id }),
  // A feature starts as active, and only its gates make it done.
  afterCreate: ({ status }) => (status === 'cancelled' ? [{ status }] : []),
}

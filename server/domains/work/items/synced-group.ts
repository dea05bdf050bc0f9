import type { SyncFields } from '../../../operations/sync-kind.ts'
import { fixedProject } from '../../projects/synced-in-project.ts'

/** The fields that epics and stories have on devices. */
export const groupSyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  description: { columns: ['description'], text: true },
  status: { columns: ['status'] },
  labels: { columns: ['labels'] },
  dueAt: { columns: ['due_at'] },
  position: { columns: ['position'], writtenBy: 'none' },
} as const satisfies SyncFields

import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, followsProject } from '../../projects/synced-in-project.ts'
import { createTask } from './create-task.ts'
import { deleteTask } from './delete-task.ts'
import type { TaskRow } from './tables.ts'
import { taskKind } from './task.ts'
import { updateTask } from './update-task.ts'

const fields: SyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  description: { columns: ['description'], text: true },
  status: { columns: ['status'] },
  priority: { columns: ['priority'] },
  type: { columns: ['type'] },
  labels: { columns: ['labels'] },
  estimate: { columns: ['estimate'] },
  dueAt: { columns: ['due_at'] },
  assignee: { columns: ['assignee_user_id', 'assignee_agent_id'], refers: 'assignee' },
  story: { columns: ['story_id'], refers: 'story' },
  feature: { columns: ['feature_id'], refers: 'feature' },
  completionNotes: { columns: ['completion_notes'], writtenBy: 'none' },
  position: { columns: ['position'], writtenBy: 'none' },
}

export const syncedTasks: SyncKind<TaskRow> = {
  ...taskKind,
  name: 'task',
  fields,
  columns: columnsOf(fields, 'key'),
  from: sql`tasks t`,
  ...followsProject,
  create: createTask,
  update: updateTask,
  remove: deleteTask,
  address: ({ id }) => ({ task: id }),
}

import { rejectField } from '../../../errors/errors.ts'
import { findItem } from '../items/find-item.ts'
import { type OnTask, onTask } from './access.ts'
import { findAssignee, unassigned } from './assignee.ts'
import { changeTask } from './change-task.ts'
import { deleteTask } from './delete-task.ts'
import {
  type UndoableField,
  type UndoableKind,
  writeAccess,
  plainFields,
} from '../../../operations/undoable.ts'
import { requireFreePosition } from '../items/undoable.ts'

const fields: UndoableField<OnTask>[] = [
  ...plainFields(
    'title',
    'description',
    'priority',
    'type',
    'labels',
    'estimate',
    'due_at',
    'completion_notes',
  ),
  { name: 'status', columns: ['status'], alongside: ['completed_at'] },
  {
    name: 'assignee',
    columns: ['assignee_user_id', 'assignee_agent_id'],
    check(ctx, back) {
      const id = back.assignee_user_id ?? back.assignee_agent_id
      return id ? findAssignee(ctx, id as string).then((found) => ({ ...found })) : { ...unassigned }
    },
  },
  {
    name: 'story',
    columns: ['story_id'],
    async check({ db, task }, { story_id: id }) {
      if (id !== null && !(await findItem(db, 'stories', task, id as string, { hold: true })))
        rejectField('story', 'The story no longer exists.')
    },
  },
  {
    name: 'feature',
    columns: ['feature_id'],
    async check({ db, task }, { feature_id: id }) {
      if (id !== null && !(await findItem(db, 'features', task, id as string, { hold: true })))
        rejectField('feature', 'The feature no longer exists.')
    },
  },
  {
    name: 'position',
    columns: ['position'],
    check: ({ db, task }, { position }) =>
      requireFreePosition(db, 'tasks', task.project_id, position as string),
  },
]

export const undoableTask: UndoableKind<OnTask> = {
  types: ['task.updated', 'task.completed'],
  fields,
  async lock(ctx, id) {
    const granted = await onTask('edit').check(writeAccess(ctx), { task: id })
    return { ...granted, row: { ...granted.task } }
  },
  change: (ctx, set) => changeTask(ctx, set),
  remove: deleteTask,
  field: 'task',
}

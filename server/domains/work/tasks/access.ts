import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import {
  type OnProject,
  type ProjectRight,
  requireRight,
  sentences,
  rightHolders,
  projectsSeenBy,
} from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type TaskWithNames, fromTasks, taskWithNames } from './task.ts'

export interface OnTask extends OnProject {
  task: TaskWithNames
}

/** Grants a right to a task. A task has no access rules besides those of its project. */
export function onTask(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ task: string }, OnTask> {
  return {
    name: `task(${right})`,
    sentence: sentences[right].replace('the project', "the task's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const visible = projectsSeenBy(granted)
      const condition = anyUuid.test(input.task) ? 't.id = ?' : 't.key = upper(?)'
      // Locks before it reads: one statement that waits for the lock would return the new task with old joined names.
      const locking = hold
        ? db.run(
            `select 1 from tasks t where t.organization_id = $1 and ${condition.replace('?', '$2')} for update`,
            [...[granted.organization.id, input.task]],
          )
        : undefined
      const reading = db.run<TaskWithNames & { project: ProjectRow; right: ProjectRight }>(
        `select ${taskWithNames}, to_jsonb(p) as project, ${visible.right} as right from ${fromTasks}
          where ${visible.where} and p.deleted_at is null and t.organization_id = $1 and t.deleted_at is null
            and ${condition.replace('?', '$5')}`,
        [...visible.values, input.task],
      )
      // Both are sent together, and the connection runs them in order.
      const [[task]] = await Promise.all([reading, locking])
      if (!task) reject('not_found', { kind: 'task', ref: input.task })
      requireRight(task, right)
      return { ...granted, project: { ...task.project, right: task.right }, task }
    },
  }
}

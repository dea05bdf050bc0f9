import { sql } from '../../../database/sql.ts'
import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import {
  type OnProject,
  type ProjectRight,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { isItem } from '../items/visible-item.ts'
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
      const { where, right: ownRight } = visibleProjects(granted)
      const isNamed = isItem('t', granted, input.task)
      // Locks before it reads: one statement that waits for the lock would return the new task with old joined names.
      const locking = hold ? db.run(sql`select 1 from tasks t where ${isNamed} for update`) : undefined
      const reading = db.run<TaskWithNames & { project: ProjectRow; right: ProjectRight }>(
        sql`select ${taskWithNames}, to_jsonb(p) as project, ${ownRight} as right from ${fromTasks}
          where ${where} and p.deleted_at is null and t.deleted_at is null and ${isNamed}`,
      )
      // Both are sent together, and the connection runs them in order.
      const [[task]] = await Promise.all([reading, locking])
      if (!task) reject('not_found', { kind: 'task', ref: input.task })
      requireRight(task, right)
      return { ...granted, project: { ...task.project, right: task.right }, task }
    },
  }
}

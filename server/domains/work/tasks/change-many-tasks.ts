import type { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { SeenProject } from '../../projects/access.ts'
import type { ItemName } from '../items/item-name.ts'
import { withErrorContext } from './bulk.ts'
import { changeTask } from './change-task.ts'
import { type TaskChange, taskChanges } from './task-changes.ts'
import type { Task, TaskWithNames } from './task.ts'

export interface TaskInProject {
  task: TaskWithNames
  project: SeenProject
}

interface ChangeOfOne {
  change: TaskChange
  /** The input field that contains the change, for errors. */
  field: string
}

/** Changes tasks in the given order, but each task after the tasks that block it. */
export async function changeTasks(
  ctx: Context & InOrganization,
  tasks: TaskInProject[],
  changeOf: (task: TaskWithNames) => ChangeOfOne,
  force: boolean,
) {
  const remaining = [...tasks]
  const changed = new Map<string, z.output<typeof Task>>()
  const unblocked = new Map<string, z.output<typeof ItemName>>()
  while (remaining.length > 0) {
    // Tasks that others of this batch block come after their blockers.
    const ready = remaining.findIndex(
      ({ task }) => task.open_blockers === 0 || changeOf(task).change.status === undefined,
    )
    const [{ task, project }] = remaining.splice(Math.max(ready, 0), 1) as [TaskInProject]
    const onTask = { ...ctx, task, project }
    const { change, field } = changeOf(task)
    const result = await withErrorContext(
      async () => changeTask(onTask, await taskChanges(onTask, change), { force }),
      { field, task: task.key },
    )
    changed.set(task.id, result.task)
    for (const each of result.unblocked) unblocked.set(each.id, each)
    for (const each of remaining) if (unblocked.has(each.task.id)) each.task.open_blockers = 0
  }
  return { changed, unblocked: [...unblocked.values()].filter(({ id }) => !changed.has(id)) }
}

import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type ProjectRight, type SeenProject, projectsSeenBy, requireRight } from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { onTask } from './access.ts'
import { type TaskWithNames, fromTasks, taskWithNames } from './task.ts'

interface OnTasks extends InOrganization {
  /** The tasks in input order, without duplicates. */
  tasks: { task: TaskWithNames; project: SeenProject }[]
}

type FoundTask = TaskWithNames & { project: ProjectRow; right: ProjectRight }

/** Checks `onTask` for several tasks: the caller must see every one of them and have the right in each project. */
export function onTasks(right: 'edit'): AccessRule<{ tasks: string[] }, OnTasks> {
  return {
    ...onTask(right),
    name: `tasks(${right})`,
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const visible = projectsSeenBy(granted)
      const ids = input.tasks.filter((ref) => anyUuid.test(ref)).map((ref) => ref.toLowerCase())
      const keys = input.tasks.filter((ref) => !anyUuid.test(ref)).map((ref) => ref.toUpperCase())
      // Locks in id order, as all code that locks several tasks does, to avoid deadlocks. Locks before it reads, as
      // `onTask` does.
      const condition = '(t.id = any(?::uuid[]) or t.organization_id = $1 and t.key = any(!::text[]))'
      const locking = hold
        ? db.run(
            `select 1 from tasks t where t.organization_id = $1
                and ${condition.replace('?', '$2').replace('!', '$3')} order by t.id for update`,
            [granted.organization.id, ids, keys],
          )
        : undefined
      const reading = db.run<FoundTask>(
        `select ${taskWithNames}, to_jsonb(p) as project, ${visible.right} as right from ${fromTasks}
          where ${visible.where} and p.deleted_at is null and t.organization_id = $1 and t.deleted_at is null
            and ${condition.replace('?', '$5').replace('!', '$6')} order by t.id`,
        [...visible.values, ids, keys],
      )
      const [found] = await Promise.all([reading, locking])
      const byRef = new Map(found.flatMap((task) => [[task.id, task] as const, [task.key, task] as const]))
      const inOrder = input.tasks.map((ref) => {
        const task = byRef.get(anyUuid.test(ref) ? ref.toLowerCase() : ref.toUpperCase())
        return task ?? reject('not_found', { kind: 'task', ref })
      })
      const tasks = [...new Set(inOrder)].map((task) => {
        requireRight(task, right)
        return { task, project: { ...task.project, right: task.right } }
      })
      return { ...granted, tasks }
    },
  }
}

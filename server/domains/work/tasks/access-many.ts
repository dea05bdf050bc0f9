import { sql } from '../../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type ProjectRight, type SeenProject, requireRight, visibleProjects } from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { onTask } from './access.ts'
import { type TaskWithNames, fromTasks, taskWithNames } from './task.ts'

/** The number of tasks that a bulk operation accepts. */
export const maxBulkTasks = 200

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
      const { where, right: ownRight } = visibleProjects(granted)
      const ids = input.tasks.filter((ref) => anyUuid.test(ref)).map((ref) => ref.toLowerCase())
      const keys = input.tasks.filter((ref) => !anyUuid.test(ref)).map((ref) => ref.toUpperCase())
      // Locks in id order, as all code that locks several tasks does, to avoid deadlocks. Locks before it reads, as
      // `onTask` does.
      const { id: organizationId } = granted.organization
      const isNamed = sql`t.organization_id = ${organizationId}
        and (t.id = any(${ids}::uuid[]) or t.organization_id = ${organizationId} and t.key = any(${keys}::text[]))`
      const locking = hold
        ? db.run(sql`select 1 from tasks t where ${isNamed} order by t.id for update`)
        : undefined
      const reading = db.run<FoundTask>(
        sql`select ${taskWithNames}, to_jsonb(p) as project, ${ownRight} as right from ${fromTasks}
          where ${where} and p.deleted_at is null and t.deleted_at is null and ${isNamed} order by t.id`,
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

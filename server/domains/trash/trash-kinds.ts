import type { Kind } from '../../database/rows.ts'
import { projectKind } from '../projects/project.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { taskKind } from '../tasks/task.ts'
import type { TaskRow } from '../tasks/tables.ts'

/** Everything that can be deleted and brought back, and how its project and its human key are found. */
export interface TrashKind<Row> extends Kind<Row> {
  /** SQL for the row `t` and its project `p`; `$5` is what the caller calls it. */
  from: string
  byKey: string
}

export const trashKinds = {
  project: { ...projectKind, from: 'projects t join projects p on p.id = t.id', byKey: 't.slug = $5' },
  task: {
    ...taskKind,
    from: 'tasks t join projects p on p.id = t.project_id and p.deleted_at is null',
    byKey: 't.key = upper($5)',
  },
} as const satisfies { project: TrashKind<ProjectRow>; task: TrashKind<TaskRow> }

export const trashKindNames = ['project', 'task'] as const

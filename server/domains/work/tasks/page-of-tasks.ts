import { type Order, type PageAsked, keyset, page } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../operations/errors.ts'
import { type ProjectRight, findProject } from '../../projects/access.ts'
import type { SeenProjects } from '../../projects/visible-projects.ts'
import { type TaskFilters, type TaskSort, filterConditions, taskOrders } from './task-filters.ts'
import { type ShownTask, fromTasks, shownTask, taskFromRow } from './task.ts'

interface TaskPageInput extends TaskFilters, PageAsked {
  project?: string | undefined
  sort: TaskSort
}

/** Returns a page of the tasks that the caller can see. */
export async function listTaskPage(
  ctx: Context & InOrganization & { visible: SeenProjects },
  input: TaskPageInput,
) {
  const { visible, db, caller } = ctx
  if (input.sort === 'position' && !(input.project ?? input.story ?? input.epic ?? input.feature))
    rejectField(
      'sort',
      'Sorting by "position" needs a "project", "story", "epic" or "feature". Pass one, or use another sort.',
    )
  const values = [...visible.values]
  const project = input.project && (await findProject(db, ctx, input.project, false))
  // Only one of the two conditions: with both, the planner can scan the whole organization for a small project.
  const scope = project ? `t.project_id = $${values.push(project.id)}` : 't.organization_id = $1'
  const filters = await filterConditions(ctx, input, values)
  const conditions = [visible.where, 'p.deleted_at is null', scope, 't.deleted_at is null', ...filters]
  const order = taskOrders[input.sort]
  const { after, orderAndLimit } = keyset(order, 't.id', input, values)
  const rows = await db.run<ShownTask & { right: ProjectRight; sort_value?: string | number }>(
    `${filters.length > 0 ? plannedEachTime : ''} select ${shownTask}, ${visible.right} as right${sortValue(order)}
       from ${fromTasks} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value ?? row.id, row.id],
    (row) => taskFromRow(row, row.right, caller),
  )
}

function sortValue({ column, type }: Order): string {
  if (column === 't.id') return ''
  return `, ${column}${type === 'timestamptz' ? '::text' : ''} as sort_value`
}

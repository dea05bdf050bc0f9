import { type Order, type PageAsked, keyset, page } from '../../database/pages.ts'
import { plannedEachTime } from '../../database/queries.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { type ProjectRight, findProject } from '../projects/access.ts'
import type { SeenProjects } from '../projects/visible-projects.ts'
import { type TaskFilters, type TaskSort, conditionsOf, taskOrders } from './task-filters.ts'
import { type ShownTask, fromTasks, shownTask, taskFromRow } from './task.ts'

interface Asked extends TaskFilters, PageAsked {
  project?: string | undefined
  sort: TaskSort
}

/** A page of the tasks that the caller sees. */
export async function pageOfTasks(ctx: Context & InOrganization & { visible: SeenProjects }, asked: Asked) {
  const { visible, db, caller } = ctx
  if (asked.sort === 'position' && !(asked.project ?? asked.story ?? asked.epic ?? asked.feature))
    rejectField('sort', 'Tasks stand in the order of their project: name the project, or sort by another.')
  const values = [...visible.values]
  const project = asked.project && (await findProject(db, ctx, asked.project, false))
  // One or the other: named both, the database may walk through the whole organization for a small project.
  const scope = project ? `t.project_id = $${values.push(project.id)}` : 't.organization_id = $1'
  const filters = await conditionsOf(ctx, asked, values)
  const conditions = [visible.where, 'p.deleted_at is null', scope, 't.deleted_at is null', ...filters]
  const order = taskOrders[asked.sort]
  const { after, orderAndLimit } = keyset(order, 't.id', asked, values)
  const rows = await db.run<ShownTask & { right: ProjectRight; sort_value?: string | number }>(
    `${filters.length > 0 ? plannedEachTime : ''} select ${shownTask}, ${visible.right} as right${sortValue(order)}
       from ${fromTasks} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    asked,
    (row) => [row.sort_value ?? row.id, row.id],
    (row) => taskFromRow(row, row.right, caller),
  )
}

function sortValue({ column, type }: Order): string {
  if (column === 't.id') return ''
  return `, ${column}${type === 'timestamptz' ? '::text' : ''} as sort_value`
}

import { type Order, type PageAsked, keysetPage, page } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { type ProjectRight, findProject, visibleProjects } from '../../projects/access.ts'
import { type TaskFilters, type TaskSort, filterConditions, taskOrders } from './task-filters.ts'
import { taskConverter } from './show-tasks.ts'
import { type ShownTask, fromTasks, shownTask } from './task.ts'

interface TaskPageInput extends TaskFilters, PageAsked {
  project?: string | undefined
  sort: TaskSort
}

/** Returns a page of the tasks that the caller can see. */
export async function listTaskPage(ctx: Context & InOrganization, input: TaskPageInput) {
  const { db } = ctx
  if (input.sort === 'position' && !(input.project ?? input.story ?? input.epic ?? input.feature))
    rejectField(
      'sort',
      'Sorting by "position" needs a "project", "story", "epic" or "feature". Pass one, or use another sort.',
    )
  const project = input.project && (await findProject(db, ctx, input.project, false))
  // Only one of the two conditions: with both, the planner can scan the whole organization for a small project.
  const scope = project ? sql`t.project_id = ${project.id}` : sql`t.organization_id = ${ctx.organization.id}`
  const filters = await filterConditions(ctx, input)
  const { where, right } = visibleProjects(ctx)
  const conditions = [where, sql`p.deleted_at is null`, scope, sql`t.deleted_at is null`, ...filters]
  const order = taskOrders[input.sort]
  const { after, orderAndLimit } = keysetPage(order, 't.id', input)
  const statement = sql`select ${shownTask}, ${right} as right${sortValue(order)}
       from ${fromTasks} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`
  const rows = await db.run<ShownTask & { right: ProjectRight; sort_value?: string | number }>(
    filters.length > 0 ? statement.unprepared : statement,
  )
  const toTask = await taskConverter(ctx, rows)
  return page(
    rows,
    input,
    (row) => [row.sort_value ?? row.id, row.id],
    (row) => toTask(row, row.right),
  )
}

function sortValue({ column, type }: Order): Sql {
  if (column === 't.id') return sql.empty
  return sql.raw(`, ${column}${type === 'timestamptz' ? '::text' : ''} as sort_value`)
}

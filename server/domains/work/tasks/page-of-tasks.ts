import { type Order, type PageAsked, keysetPage, orderColumns, page } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { type ProjectRight, findProject, visibleProjects } from '../../projects/access.ts'
import { type TaskFilters, type TaskSort, filterConditions, taskOrders } from './task-filters.ts'
import { taskConverter } from './show-tasks.ts'
import { type ShownTask, shownTask, taskNames } from './task.ts'

interface TaskPageInput extends TaskFilters, PageAsked {
  project?: string | undefined
  sort: TaskSort
}

/** A row of a list, with the caller's right in its project and the value that the list is sorted by. */
export type ListedTask = ShownTask & { right: ProjectRight; sort_value?: string | number }

/** Returns a page of the tasks that the caller can see. */
export async function listTaskPage(ctx: Context & InOrganization, input: TaskPageInput) {
  const { conditions, right, isFiltered } = await listConditions(ctx, input)
  const order = taskOrders[input.sort]
  const { after, orderAndLimit } = keysetPage(order, 't.id', input)
  // Finds the names of the tasks of one page only. A sort would otherwise join them to all tasks that match the filters.
  const found = sql`select t.* from tasks t join projects p on p.id = t.project_id
      where ${conditions} and ${after} ${orderAndLimit}`
  const statement = sql`select ${shownTask}, ${right} as right${sortValue(order)}
       from (${found}) t join projects p on p.id = t.project_id ${taskNames} order by ${orderColumns(order, 't.id')}`
  const rows = await ctx.db.run<ListedTask>(isFiltered ? statement.unprepared : statement)
  return pageOfRows(ctx, rows, input)
}

/** Converts the rows of a list to a page. */
export async function pageOfRows(ctx: Context & InOrganization, rows: ListedTask[], input: PageAsked) {
  const toTask = await taskConverter(ctx, rows)
  return page(
    rows,
    input,
    (row) => [row.sort_value ?? row.id, row.id],
    (row) => toTask(row, row.right),
  )
}

/** Returns the SQL that selects the visible tasks which match the filters, and the caller's right in each project. */
export async function listConditions(
  ctx: Context & InOrganization,
  input: Omit<TaskPageInput, keyof PageAsked> & { sort: TaskSort },
) {
  if (input.sort === 'position' && !(input.project ?? input.story ?? input.epic ?? input.feature))
    rejectField(
      'sort',
      'Sorting by "position" needs a "project", "story", "epic" or "feature". Pass one, or use another sort.',
    )
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  // Only one of the two conditions: with both, the planner can scan the whole organization for a small project.
  const scope = project ? sql`t.project_id = ${project.id}` : sql`t.organization_id = ${ctx.organization.id}`
  const filters = await filterConditions(ctx, input)
  const { where, right } = visibleProjects(ctx)
  const all = [where, sql`p.deleted_at is null`, scope, sql`t.deleted_at is null`, ...filters]
  return { conditions: sql.join(all, ' and '), right, isFiltered: filters.length > 0 }
}

export function sortValue({ column, type }: Order): Sql {
  if (column === 't.id') return sql.empty
  return sql.raw(`, ${column}${type === 'timestamptz' ? '::text' : ''} as sort_value`)
}

import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { type ProjectRight, findProject, visibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { whoIsCalled } from './assignee.ts'
import { type ShownTask, Task, fromTasks, shownTask, taskFields, taskFromRow } from './task.ts'

const orders = {
  '-createdAt': { column: 't.id', type: 'uuid', descending: true },
  createdAt: { column: 't.id', type: 'uuid', descending: false },
  '-updatedAt': { column: 't.updated_at', type: 'timestamptz', descending: true },
} as const satisfies Record<string, Order>

const sortValue = ({ column }: Order) => (column === 't.id' ? '' : `, ${column}::text as sort_value`)

export const listTasks = operation({
  id: 'tasks.list',
  summary: 'List tasks, newest first, of one project or of all that the caller may see.',
  http: 'GET /api/tasks',
  tool: 'list_tasks',
  access: visibleProjects,
  input: z.object({
    project: projectRef.optional(),
    status: z.array(taskFields.status).max(7).optional().describe('Only tasks in one of these states.'),
    priority: z
      .array(taskFields.priority)
      .max(5)
      .optional()
      .describe('Only tasks of one of these priorities.'),
    assignee: taskFields.assignee.optional(),
    label: z.string().max(60).optional().describe('Only tasks with this label.'),
    sort: z.enum(['-createdAt', 'createdAt', '-updatedAt']).default('-createdAt').describe('The order.'),
    ...pageInput,
  }),
  output: pageOf(Task),
}).run(async (ctx, input) => {
  const values = [...ctx.visible.values]
  const conditions = [
    ctx.visible.where,
    'p.deleted_at is null',
    't.organization_id = $1',
    't.deleted_at is null',
  ]
  const filter = (sql: string, value: unknown) => conditions.push(sql.replace('?', `$${values.push(value)}`))

  if (input.project) filter('t.project_id = ?', (await findProject(ctx.db, ctx, input.project, false)).id)
  if (input.status) filter('t.status = any(?)', input.status)
  if (input.priority) filter('t.priority = any(?)', input.priority)
  if (input.label) filter('t.labels @> array[?::text]', input.label)
  if (input.assignee) {
    const { assignee_user_id, assignee_agent_id } = await whoIsCalled(ctx, input.assignee)
    if (assignee_user_id) filter('t.assignee_user_id = ?', assignee_user_id)
    else filter('t.assignee_agent_id = ?', assignee_agent_id)
  }
  const { after, orderAndLimit } = keyset(orders[input.sort], 't.id', input, values)
  const rows = await ctx.db.run<ShownTask & { right: ProjectRight; sort_value?: string }>(
    `select ${shownTask}, ${ctx.visible.right} as right${sortValue(orders[input.sort])}
       from ${fromTasks} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value ?? row.id, row.id],
    (row) => taskFromRow(row, row.right, ctx.caller),
  )
})

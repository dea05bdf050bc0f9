import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { type ProjectRight, inVisibleProjects, visibleProjects } from '../../projects/access.ts'
import { taskConverter } from './show-tasks.ts'
import { type ShownTask, Task, fromTasks, shownTask } from './task.ts'
import { taskOrders } from './task-filters.ts'

/** Open tasks in the order of attention: work in progress first. */
const statusRank = sql`array_position(array['in_progress', 'in_review', 'blocked', 'todo', 'backlog'], t.status)`

/** A way to group tasks: the order that keeps each group together, and the key and name of a task's group. */
interface Grouping {
  order: Order
  key: Sql
  name: Sql
}

const due = sql.raw(taskOrders.dueAt.column)
const groupings = {
  status: {
    order: { column: `(${statusRank.text} * 10 - t.priority_rank)`, type: 'integer', descending: false },
    key: sql`t.status`,
    name: sql`t.status`,
  },
  project: {
    // The id separates projects with the same name.
    order: {
      column: `(lower(p.name) || ' ' || p.id || ' ' || (9 - t.priority_rank))`,
      type: 'text',
      descending: false,
    },
    key: sql`p.slug`,
    name: sql`p.name`,
  },
  due: {
    order: taskOrders.dueAt,
    key: dueGroup(),
    name: dueGroup(),
  },
} satisfies Record<string, Grouping>

function dueGroup(): Sql {
  return sql`case when ${due} < now() then 'overdue' when ${due} < now() + interval '7 days' then 'week'
      when ${due} < 'infinity' then 'later' else 'none' end`
}

const groupNames = Object.keys(groupings) as [keyof typeof groupings, ...(keyof typeof groupings)[]]

export const listOwnTasks = operation({
  id: 'tasks.listOwn',
  summary: 'List your open tasks in all projects, group by group, with the size of each group.',
  http: 'GET /api/tasks/own',
  shows: ['task', 'epic', 'feature', 'project', 'story', 'user'],
  access: inVisibleProjects,
  input: z.object({
    groupBy: z
      .enum(groupNames)
      .default('status')
      .describe('Groups, in this order: "status", "project" (by name) or "due" (date). Default "status".'),
    ...pageInput,
  }),
  output: pageOf(Task).extend({
    groups: z
      .array(
        z.object({
          key: z
            .string()
            .describe('Status, project slug, or "overdue", "week" (the next 7 days), "later" and "none".'),
          name: z.string().describe('Name of the project, or else the key.'),
          count: z.int().describe('Number of your open tasks in the group, on all pages.'),
        }),
      )
      .describe('All groups that have tasks, in the order of the list.'),
  }),
}).run(async (ctx, input) => {
  const { order, key, name }: Grouping = groupings[input.groupBy]
  const paging = { ...input, sort: input.groupBy }
  const { after, orderAndLimit } = keysetPage(order, 't.id', paging)
  const { where, right } = visibleProjects(ctx)
  const isOwn = sql`${where} and ${isOwnOpenTask(ctx)}`
  const column = sql.raw(order.column)
  const [rows, groups] = await Promise.all([
    ctx.db.run<ShownTask & { right: ProjectRight; sort_value: string | number }>(
      sql`select ${shownTask}, ${right} as right, ${column}${sql.raw(order.type === 'timestamptz' ? '::text' : '')} as sort_value
         from ${fromTasks} where ${isOwn} and ${after} ${orderAndLimit}`,
    ),
    ctx.db.run<{ key: string; name: string; count: number }>(
      sql`select ${key} as key, ${name} as name, count(*)::int as count
         from tasks t join projects p on p.id = t.project_id where ${isOwn}
        group by 1, 2 order by min(${column})`,
    ),
  ])
  const toTask = await taskConverter(ctx, rows)
  const listed = page(
    rows,
    paging,
    (row) => [row.sort_value, row.id],
    (row) => toTask(row, row.right),
  )
  return { ...listed, groups }
})

/** Condition: the task `t` of the project `p` is open and assigned to the user. Archived projects don't count. */
export function isOwnOpenTask({ user, organization }: InOrganization): Sql {
  return sql`t.organization_id = ${organization.id} and t.assignee_user_id = ${user.id} and t.deleted_at is null
      and t.status not in ('complete', 'cancelled') and p.deleted_at is null and p.archived_at is null`
}

/** Orders own tasks by status, priority and due date. */
export const byAttention = sql`${statusRank}, t.priority_rank desc, ${due}, t.id`

import { z } from 'zod'
import { type PageAsked, keysetPage, orderColumns, pageInput } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { inVisibleProjects } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { type ListedTask, listConditions, pageOfRows, sortValue } from './page-of-tasks.ts'
import { sortField, taskFilters, taskOrders } from './task-filters.ts'
import { groupSql, groupingField } from './task-groups.ts'
import { Task, fromTasks, shownTask } from './task.ts'

/** The number of groups that a response returns tasks of. More groups are only counted. */
const maxFilledGroups = 20

const TaskGroup = z
  .object({
    value: z
      .string()
      .describe(
        'Value of the group: a status, priority or label, the id of an assignee, or the number of an epic or feature. Empty: no value.',
      ),
    name: z.string().describe('Name of the assignee, or title of the epic or feature.'),
    count: z.int().describe('Number of tasks in the group.'),
    points: z.number().describe('Sum of their estimates. A task without an estimate counts as 0.'),
    items: z.array(Task).describe('First tasks of the group. Empty if the group is collapsed.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page of this group, or null.'),
  })
  .meta({ id: 'TaskGroup' })

export const groupTasks = operation({
  id: 'tasks.group',
  summary: 'Count tasks by a property, and list the first tasks of each group or one page of a group.',
  http: 'GET /api/tasks/groups',
  shows: ['task', 'epic', 'feature', 'project', 'story', 'user', 'agent'],
  access: inVisibleProjects,
  input: z.object({
    project: projectRef.optional(),
    by: groupingField,
    ...taskFilters,
    sort: sortField
      .default('-createdAt')
      .describe('Sort order within each group. "position" needs a project, story, epic or feature.'),
    collapsed: z
      .array(z.string().max(120))
      .max(200)
      .optional()
      .describe('Values of the groups to count without listing their tasks.'),
    group: z
      .string()
      .max(120)
      .optional()
      .describe('Value of the only group to list. Empty for tasks without a value.'),
    limit: z.int().min(1).max(1000).default(50).describe('Maximum tasks per group.'),
    cursor: pageInput.cursor.describe('nextCursor of a group. Needs group.'),
  }),
  output: z.object({
    total: z.int().describe('Number of matching tasks. A task with several labels counts once.'),
    groups: z
      .array(TaskGroup)
      .describe(
        `Groups in display order. Only the first ${maxFilledGroups} that aren't collapsed list tasks.`,
      ),
  }),
}).run(async (ctx, input) => {
  if (input.cursor !== undefined && input.group === undefined)
    rejectField('group', 'A cursor continues one group. Pass the value of that group.')
  const { conditions, right } = await listConditions(ctx, input)
  const { join, value, name, rank } = groupSql[input.by]
  const valueText = sql`coalesce(${value}, '')`
  const inGroup = input.group === undefined ? sql`true` : sql`${valueText} = ${input.group}`
  const from = sql`from ${fromTasks} ${join} where ${conditions} and ${inGroup}`
  const counts = await ctx.db.run<{ value: string; name: string; count: number; points: number }>(
    sql`select ${valueText} as value, coalesce(${name}, '') as name, count(*)::int as count,
            round(coalesce(sum(t.estimate), 0)::numeric, 2)::float8 as points ${from}
        group by ${valueText}, coalesce(${name}, ''), ${rank}
        order by ${valueText} = '', ${rank}, lower(coalesce(${name}, '')), ${valueText}`.unprepared,
  )
  const filled = counts
    .map((group) => group.value)
    .filter((each) => !input.collapsed?.includes(each))
    .slice(0, maxFilledGroups)
  const rows = await firstRows(ctx, input, { from, valueText, right, filled })
  const groups = await Promise.all(
    counts.map(async (group) => ({
      ...group,
      ...(await pageOfRows(ctx, rows.get(group.value) ?? [], input)),
    })),
  )
  // A task is in several groups only if it has several labels.
  const isInOneGroup = input.by !== 'label' || input.group !== undefined
  const total = isInOneGroup ? groups.reduce((sum, { count }) => sum + count, 0) : await countTasks(ctx, from)
  return { total, groups }
})

async function countTasks({ db }: Context, from: Sql): Promise<number> {
  const [row] = await db.run<{ total: number }>(
    sql`select count(distinct t.id)::int as total ${from}`.unprepared,
  )
  return row!.total
}

interface GroupQuery {
  from: Sql
  valueText: Sql
  right: Sql
  filled: string[]
}

interface Sorted extends PageAsked {
  sort: keyof typeof taskOrders
  group?: string | undefined
}

/** Reads the first rows of each group. One group is read along the index of its order, several in one pass. */
async function firstRows(
  { db }: Context & InOrganization,
  input: Sorted,
  { from, valueText, right, filled }: GroupQuery,
): Promise<Map<string, ListedTask[]>> {
  const order = taskOrders[input.sort]
  const { after, orderAndLimit } = keysetPage(order, 't.id', input)
  const columns = sql`${shownTask}, ${right} as right${sortValue(order)}`
  const [only] = filled
  if (only === undefined) return new Map()
  if (input.group !== undefined) {
    const page = sql`select ${columns} ${from} and ${after} ${orderAndLimit}`
    return new Map([[only, await db.run<ListedTask>(page.unprepared)]])
  }
  const places = sql`row_number() over (partition by ${valueText} order by ${orderColumns(order, 't.id')})`
  const rows = await db.run<ListedTask & { group_value: string }>(
    sql`select ${columns}, ranked.value as group_value
          from (select t.id, ${valueText} as value, ${places} as place
                  ${from} and ${valueText} = any(${filled})) ranked
          join ${fromTasks} on t.id = ranked.id
         where ranked.place <= ${input.limit + 1}::integer
         order by ranked.place`.unprepared,
  )
  return Map.groupBy(rows, (row) => row.group_value)
}

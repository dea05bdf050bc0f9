import { z } from 'zod'
import type { Order } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { epicRef } from '../epics/epic.ts'
import { findVisibleItem } from '../items/visible-item.ts'
import { resolveAssignee } from './assignee.ts'
import { isReadyFor } from './ready-tasks.ts'
import { matchesSearch, withLowerEstimate } from './search.ts'
import { taskFields } from './task.ts'

/** Filter fields of every list of tasks: all tasks, the tasks of a story, and saved views. */
export const taskFilters = {
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Words in number, title or description. Supports "phrases", or, -not.'),
  status: z.array(taskFields.status).max(7).optional().describe('Only tasks with one of these statuses.'),
  priority: z
    .array(taskFields.priority)
    .max(5)
    .optional()
    .describe('Only tasks with one of these priorities.'),
  type: z.array(taskFields.type).max(4).optional().describe('Only tasks of one of these types.'),
  assignee: taskFields.assignee
    .optional()
    .describe('Assignee: "me", a username, an agent\'s name, an id, or "none" for unassigned tasks.'),
  label: taskFields.labels.max(10).optional().describe('Only tasks with all of these labels.'),
  story: taskFields.story.optional().describe('Only tasks of this story: its number (WEB-7) or id.'),
  epic: epicRef.optional().describe("Only tasks of this epic's stories: its number (WEB-3) or id."),
  feature: taskFields.feature.optional().describe('Only tasks of this feature: its number (WEB-9) or id.'),
  due: z
    .enum(['overdue', 'week', 'none'])
    .optional()
    .describe(
      '"overdue": open tasks past their due date; "week": due in the next 7 days; "none": no due date.',
    ),
  dueBefore: z.iso.datetime().optional().describe('Only tasks due before this time.'),
  blocked: z
    .boolean()
    .optional()
    .describe('true: only tasks with open blockers or status blocked; false: only the others.'),
  held: z.boolean().optional().describe('true: only claimed tasks; false: only unclaimed ones.'),
  ready: z
    .boolean()
    .optional()
    .describe('true: only tasks that you can claim now, as claim_task selects them; false: only the others.'),
}

export type TaskFilters = z.output<z.ZodObject<typeof taskFilters>>

// Tasks without a due date sort last. Each order has two indexes: one per project, one per organization.
const due = sql`coalesce(t.due_at, 'infinity')`
export const taskOrders = {
  position: { column: 't.position', type: 'text', descending: false, unique: true },
  '-priority': { column: 't.priority_rank', type: 'integer', descending: true },
  dueAt: { column: due.text, type: 'timestamptz', descending: false },
  '-updatedAt': { column: 't.updated_at', type: 'timestamptz', descending: true },
  '-createdAt': { column: 't.id', type: 'uuid', descending: true },
  createdAt: { column: 't.id', type: 'uuid', descending: false },
} as const satisfies Record<string, Order>

export type TaskSort = keyof typeof taskOrders
export const sortField = z
  .enum(Object.keys(taskOrders) as [TaskSort, ...TaskSort[]])
  .describe('Sort order. "position" needs a project, story, epic or feature.')

type Listing = Context & InOrganization

/** Converts the filters to SQL conditions on the tasks `t`. */
export async function filterConditions(ctx: Listing, filters: TaskFilters): Promise<Sql[]> {
  const conditions: Sql[] = []
  const item = async (table: 'stories' | 'epics' | 'features', field: string, ref: string) =>
    (await findVisibleItem(ctx.db, ctx, table, ref)) ??
    rejectField(field, `The ${field} "${ref}" doesn't exist, or you can't see it.`)

  if (filters.status) conditions.push(sql`t.status = any(${filters.status})`)
  if (filters.priority) conditions.push(sql`t.priority = any(${filters.priority})`)
  if (filters.type) conditions.push(sql`t.type = any(${filters.type})`)
  if (filters.label) conditions.push(withLowerEstimate(sql`t.labels @> ${filters.label}::text[]`))
  if (filters.story) conditions.push(sql`t.story_id = ${await item('stories', 'story', filters.story)}`)
  if (filters.feature)
    conditions.push(sql`t.feature_id = ${await item('features', 'feature', filters.feature)}`)
  if (filters.epic) {
    const stories = await storiesOf(ctx, await item('epics', 'epic', filters.epic))
    conditions.push(sql`t.story_id = any(${stories}::uuid[])`)
  }
  if (filters.dueBefore) conditions.push(sql`${due} < ${filters.dueBefore}::timestamptz`)
  if (filters.due) conditions.push(dueConditions[filters.due])
  // The same rule as in the project's task counts.
  if (filters.blocked !== undefined)
    conditions.push(
      filters.blocked
        ? sql`(t.open_blockers > 0 or t.status = 'blocked')`
        : sql`t.open_blockers = 0 and t.status <> 'blocked'`,
    )
  if (filters.held !== undefined)
    conditions.push(
      filters.held ? sql`t.lease_until > now()` : sql`coalesce(t.lease_until, '-infinity') <= now()`,
    )
  if (filters.ready !== undefined)
    conditions.push(filters.ready ? isReadyFor(ctx) : sql`(${isReadyFor(ctx)}) is not true`)
  if (filters.assignee === 'none')
    conditions.push(sql`t.assignee_user_id is null and t.assignee_agent_id is null`)
  else if (filters.assignee) {
    const { assignee_user_id, assignee_agent_id } = await resolveAssignee(ctx, filters.assignee)
    conditions.push(
      assignee_user_id
        ? sql`t.assignee_user_id = ${assignee_user_id}`
        : sql`t.assignee_agent_id = ${assignee_agent_id}`,
    )
  }
  if (filters.search) conditions.push(withLowerEstimate(matchesSearch(filters.search, sql`t.words`)))
  return conditions
}

/** Looks up the stories first, because the planner can't estimate how few tasks the stories of a subquery have. */
async function storiesOf({ db }: Listing, epicId: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select id from stories where epic_id = ${epicId} and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}

const dueConditions = {
  overdue: sql`${due} < now() and t.status not in ('complete', 'cancelled')`,
  week: sql`${due} >= now() and ${due} < now() + interval '7 days'`,
  none: sql`${due} = 'infinity'`,
}

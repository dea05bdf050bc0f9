import { z } from 'zod'
import type { Order } from '../../database/pages.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { epicRef } from '../epics/epic.ts'
import { seenItem } from '../items/seen-item.ts'
import type { SeenProjects } from '../projects/visible-projects.ts'
import { resolveAssignee } from './assignee.ts'
import { searched, twice } from './search.ts'
import { taskFields } from './task.ts'

/** What narrows a list of tasks, wherever one is asked for: a list, the tasks of a story, a view that somebody keeps. */
export const taskFilters = {
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only tasks with these words in number, title or description; "in quotes", or, -without.'),
  status: z.array(taskFields.status).max(7).optional().describe('Only tasks in one of these states.'),
  priority: z.array(taskFields.priority).max(5).optional().describe('Only tasks of one of these priorities.'),
  type: z.array(taskFields.type).max(4).optional().describe('Only tasks of one of these types.'),
  assignee: taskFields.assignee
    .optional()
    .describe('Only tasks of "me", a username, the name of an agent, or an id; "none": of nobody.'),
  label: taskFields.labels.max(10).optional().describe('Only tasks with all of these labels.'),
  story: taskFields.story.optional().describe('Only tasks of this story: its number (WEB-7) or its id.'),
  epic: epicRef.optional().describe('Only tasks of the stories of this epic: its number (WEB-3) or its id.'),
  feature: taskFields.feature
    .optional()
    .describe('Only tasks of this feature: its number (WEB-9) or its id.'),
  due: z
    .enum(['overdue', 'week', 'none'])
    .optional()
    .describe(
      'Only open tasks past their due date; only those due in the next 7 days; or without a due date.',
    ),
  dueBefore: z.iso.datetime().optional().describe('Only tasks due before this moment.'),
  blocked: z
    .boolean()
    .optional()
    .describe('Only tasks that open tasks block, or that are marked as blocked; false: the others.'),
  held: z.boolean().optional().describe('Only tasks that somebody holds; false: that nobody does.'),
}

export type TaskFilters = z.output<z.ZodObject<typeof taskFilters>>

// Without a due date comes last. Each is an index in the order of the project, and in that of the organization.
const due = `coalesce(t.due_at, 'infinity')`
export const taskOrders = {
  position: { column: 't.position', type: 'text', descending: false, unique: true },
  '-priority': { column: 't.priority_rank', type: 'integer', descending: true },
  dueAt: { column: due, type: 'timestamptz', descending: false },
  '-updatedAt': { column: 't.updated_at', type: 'timestamptz', descending: true },
  '-createdAt': { column: 't.id', type: 'uuid', descending: true },
  createdAt: { column: 't.id', type: 'uuid', descending: false },
} as const satisfies Record<string, Order>

export type TaskSort = keyof typeof taskOrders
export const sortField = z
  .enum(Object.keys(taskOrders) as [TaskSort, ...TaskSort[]])
  .describe('The order. "position" is that of a project, so it needs one, or an item of one.')

type Listing = Context & InOrganization & { visible: SeenProjects }

/** The filters as conditions on the tasks `t`. Adds their parameters to `values`. */
export async function conditionsOf(ctx: Listing, filters: TaskFilters, values: unknown[]): Promise<string[]> {
  const conditions: string[] = []
  const filter = (sql: string, value: unknown) => conditions.push(sql.replace('?', `$${values.push(value)}`))
  const item = async (table: 'stories' | 'epics' | 'features', field: string, ref: string) =>
    (await seenItem(ctx.db, ctx.visible, table, ref)) ??
    rejectField(field, `There is no such ${field}, or you may not see it: "${ref}".`)

  if (filters.status) filter('t.status = any(?)', filters.status)
  if (filters.priority) filter('t.priority = any(?)', filters.priority)
  if (filters.type) filter('t.type = any(?)', filters.type)
  if (filters.label) conditions.push(twice(`t.labels @> $${values.push(filters.label)}::text[]`))
  if (filters.story) filter('t.story_id = ?', await item('stories', 'story', filters.story))
  if (filters.feature) filter('t.feature_id = ?', await item('features', 'feature', filters.feature))
  if (filters.epic)
    filter('t.story_id = any(?::uuid[])', await storiesOf(ctx, await item('epics', 'epic', filters.epic)))
  if (filters.dueBefore) filter(`${due} < ?::timestamptz`, filters.dueBefore)
  if (filters.due) conditions.push(dueConditions[filters.due])
  // As the numbers of a project count it.
  if (filters.blocked !== undefined)
    conditions.push(
      filters.blocked
        ? `(t.open_blockers > 0 or t.status = 'blocked')`
        : `t.open_blockers = 0 and t.status <> 'blocked'`,
    )
  if (filters.held !== undefined)
    conditions.push(filters.held ? 't.lease_until > now()' : `coalesce(t.lease_until, '-infinity') <= now()`)
  if (filters.assignee === 'none')
    conditions.push('t.assignee_user_id is null and t.assignee_agent_id is null')
  else if (filters.assignee) {
    const { assignee_user_id, assignee_agent_id } = await resolveAssignee(ctx, filters.assignee)
    if (assignee_user_id) filter('t.assignee_user_id = ?', assignee_user_id)
    else filter('t.assignee_agent_id = ?', assignee_agent_id)
  }
  if (filters.search) conditions.push(twice(searched(filters.search, values)))
  return conditions
}

/** Looked up before: of stories that it only meets while it reads, the database does not know how few tasks they have. */
async function storiesOf({ db }: Listing, epicId: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    'select id from stories where epic_id = $1 and deleted_at is null',
    [epicId],
  )
  return rows.map(({ id }) => id)
}

const dueConditions = {
  overdue: `${due} < now() and t.status not in ('complete', 'cancelled')`,
  week: `${due} >= now() and ${due} < now() + interval '7 days'`,
  none: `${due} = 'infinity'`,
}

import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { Kind } from '../../../operations/rows.ts'
import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { Named } from '../../../operations/actor.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import { sortField, taskFilters } from '../tasks/task-filters.ts'
import { groupingField } from '../tasks/task-groups.ts'

/** The properties that each row of a task list can show. */
export const shownProperties = [
  'priority',
  'key',
  'labels',
  'due',
  'estimate',
  'assignee',
  'creator',
] as const

/** The filters, sort order and grouping of a task list, the shown properties and a layout. */
export const ViewQuery = z.strictObject({
  ...taskFilters,
  sort: sortField.optional(),
  by: groupingField.optional(),
  show: z
    .array(z.enum(shownProperties))
    .max(shownProperties.length)
    .optional()
    .describe('Properties in each row.'),
  layout: z.enum(['list', 'board', 'tree']).optional().describe('Layout.'),
})

/** A view as the API returns it. */
export const View = z
  .object({
    id: z.uuid(),
    project: z.string().describe('Project slug.'),
    name: z.string(),
    shared: z.boolean().describe('Whether everyone who can see the project sees it, or only its owner.'),
    query: ViewQuery.describe('Filters, sort order and display of its task list.'),
    owner: Named,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Update and delete it.') })
      .describe('What the caller can do with it.'),
  })
  .meta({ id: 'View' })

export type ViewRow = Narrow<Rows['views'], { query: z.output<typeof ViewQuery> }>

/** A view with the joined names that the API shape needs, and the caller's right in its project. */
export interface SeenView extends ViewRow {
  project_slug: string
  owner_name: string
  right: ProjectRight
}

export const seenView = sql`v.*, p.slug as project_slug, o.name as owner_name`
export const fromViews = sql`views v join projects p on p.id = v.project_id join users o on o.id = v.owner_id`

export function viewFromRow(row: SeenView, caller: Caller, userId: string): z.output<typeof View> {
  return {
    id: row.id,
    project: row.project_slug,
    name: row.name,
    shared: row.shared,
    query: row.query,
    owner: { id: row.owner_id, name: row.owner_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: canEdit(row, userId) }),
  }
}

/** Returns whether a user can edit a view: its owner can, and managers of the project if it is shared. */
export function canEdit({ owner_id, shared, right }: SeenView, userId: string): boolean {
  return owner_id === userId || (shared && hasRight(right, 'manage'))
}

export const viewKind: Kind<ViewRow> = { name: 'view', table: 'views', key: 'name', project: 'project_id' }

export const viewRef = z.uuid().describe('View id.').meta({ refers: 'view' })

export const viewFields = {
  name: z.string().trim().min(1).max(80).describe('Name of the view.'),
  shared: z.boolean().describe('Whether to show it to everyone who can see the project. Default false.'),
  query: ViewQuery.describe(
    'Filters and sort order as in tasks.list, the grouping, the shown properties and a layout.',
  ),
}

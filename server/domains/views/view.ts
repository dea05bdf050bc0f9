import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { VersionedRow } from '../../database/tables.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { Named } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { sortField, taskFilters } from '../tasks/task-filters.ts'

/** What a view shows, and how: what a list of tasks is asked for with. */
export const ViewQuery = z.strictObject({
  ...taskFilters,
  sort: sortField.optional(),
  layout: z.enum(['list', 'board', 'tree']).optional().describe('How it is shown.'),
})

/** The shape the world sees. */
export const View = z
  .object({
    id: z.uuid(),
    project: z.string().describe('The slug of its project.'),
    name: z.string(),
    shared: z.boolean().describe('Whether everybody who sees the project sees it, or its owner alone.'),
    query: ViewQuery.describe('What it shows: the filters and the order of a list of tasks.'),
    owner: Named,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Change and delete it.') })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'View' })

export interface ViewRow extends VersionedRow {
  project_id: string
  owner_id: string
  name: string
  shared: boolean
  query: z.output<typeof ViewQuery>
}

/** A view with what its shape needs from elsewhere, and the caller's right in its project. */
export interface SeenView extends ViewRow {
  project_slug: string
  owner_name: string
  right: ProjectRight
}

export const seenView = `v.*, p.slug as project_slug, o.name as owner_name`
export const fromViews = 'views v join projects p on p.id = v.project_id join users o on o.id = v.owner_id'

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
    may: may(caller, { edit: mayChange(row, userId) }),
  }
}

/** A view is its owner's. What is shared is also the business of whoever manages the project. */
export function mayChange({ owner_id, shared, right }: SeenView, userId: string): boolean {
  return owner_id === userId || (shared && hasRight(right, 'manage'))
}

export const viewKind: Kind<ViewRow> = { name: 'view', table: 'views', key: 'name', project: 'project_id' }

export const viewRef = z.uuid().describe('The id of the view.').meta({ refers: 'view' })

export const viewFields = {
  name: z.string().trim().min(1).max(80).describe('What it is called.'),
  shared: z.boolean().describe('Show it to everybody who sees the project, and not to its owner alone.'),
  query: ViewQuery.describe('What it shows: filters and order as a list of tasks takes them, and a layout.'),
}

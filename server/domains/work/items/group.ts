import { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import type { Rows } from '../../../database/row-types.ts'
import { authorship, authorshipOf } from '../../../operations/actor.ts'
import { taskFields } from '../tasks/task.ts'
import { type OrderedTable, type TargetPosition, resolvePosition } from './target-position.ts'
import { Progress } from './progress.ts'
import { type Kind, idOfNew } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import type { OnProject } from '../../projects/access.ts'
import { insertNumbered } from './numbered.ts'

/* Shared by epics and stories: both group tasks and derive their progress from them. */

export const groupStatuses = ['planned', 'active', 'complete', 'cancelled'] as const

/** The columns of epics. Stories have these too. */
export type GroupRow = Rows['epics']

export const groupShape = {
  id: z.uuid(),
  key: z.string().describe('Number in the project: WEB-7.'),
  project: z.string().describe('Slug of its project.'),
  title: z.string(),
  description: z.string(),
  status: z.enum(groupStatuses),
  labels: z.array(z.string()),
  dueAt: z.iso.datetime().nullable(),
  position: z.string().describe('Sort key among items of its kind in the project.'),
  progress: Progress,
  ...authorship,
  may: z
    .object({ edit: z.boolean().describe('Edit and delete it and its children.') })
    .describe('Actions the caller can take.'),
}

export function groupItself(row: GroupRow, progress: Progress, project: { slug: string }) {
  return {
    id: row.id,
    key: row.key,
    project: project.slug,
    title: row.title,
    description: row.description,
    status: row.status,
    labels: row.labels,
    dueAt: row.due_at,
    position: row.position,
    progress,
    ...authorshipOf(row),
  }
}

const groupFields = {
  title: z.string().trim().min(1).max(300).describe('Title, in one line.'),
  description: taskFields.description,
  status: z.enum(groupStatuses).describe('Status. You set it: it does not follow its tasks.'),
  labels: taskFields.labels,
  dueAt: taskFields.dueAt,
}

/** Input fields for a new epic or story. */
export const newGroupFields = {
  title: groupFields.title,
  description: groupFields.description.default(''),
  status: groupFields.status.default('planned'),
  labels: groupFields.labels.default([]),
  dueAt: groupFields.dueAt.optional(),
}
export type NewGroup = z.output<z.ZodObject<typeof newGroupFields>>

/** Fields of an epic or story that can change, besides its position. */
export const groupChangeFields = {
  title: groupFields.title.optional(),
  description: groupFields.description.optional(),
  status: groupFields.status.optional(),
  labels: groupFields.labels.optional(),
  dueAt: groupFields.dueAt.nullable().optional(),
}
type GroupChange = z.output<z.ZodObject<typeof groupChangeFields>> & TargetPosition

/** Filters for lists of epics or stories. */
export const groupFilters = {
  status: z.array(groupFields.status).max(4).optional().describe('Only items with one of these statuses.'),
}

/** Converts a change to columns. */
export async function groupChanges(
  { db }: Context,
  table: OrderedTable,
  row: GroupRow,
  { dueAt, place, before, after, ...set }: GroupChange,
): Promise<Partial<GroupRow>> {
  const position = await resolvePosition(db, table, row, { place, before, after })
  const due_at = dueAt && new Date(dueAt).toISOString()
  return { ...set, ...(due_at !== undefined && { due_at }), ...(position !== undefined && { position }) }
}

/** Creates an epic, or a story in an epic, at the end of the order. */
export async function createGroup<Row extends GroupRow>(
  ctx: Context & OnProject,
  kind: Kind<Row>,
  input: NewGroup,
  { epicId, id = idOfNew(ctx) }: { epicId?: string; id?: string } = {},
): Promise<Row> {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  return insertNumbered<Row>(ctx, kind, {
    projectId: project.id,
    // Locks the epic, so that it is not deleted without the story.
    ...(epicId && {
      with: sql`epic as (select id from epics where id = ${epicId}::uuid and deleted_at is null for key share)`,
    }),
    insert: sql`insert into ${sql.raw(kind.table)} (id, project_id, organization_id, number, key, title, description, status,
        labels, due_at, created_by, position${epicId ? sql`, epic_id` : sql.empty})
      select ${id}, ${project.id}, ${project.organization_id}, last_number, key || '-' || last_number,
             ${input.title}, ${input.description}, ${input.status}, ${input.labels}, ${input.dueAt ?? null},
             ${JSON.stringify(actorOf(ctx.caller))}, position_of(last_position)${
               epicId ? sql`, epic.id from numbered join epic on true` : sql` from numbered`
             }`,
    data: { ...input, ...(epicId && { epic: epicId }) },
  })
}

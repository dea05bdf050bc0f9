import { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import type { Rows } from '../../../database/row-types.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { taskFields } from '../tasks/task.ts'
import { type OrderedTable, type TargetPosition, resolvePosition } from './target-position.ts'
import { type Counts, Progress, progressFrom } from './progress.ts'

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
  createdBy: Who,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
  may: z
    .object({ edit: z.boolean().describe('Edit and delete it and its children.') })
    .describe('Actions the caller can take.'),
}

export function groupItself(row: GroupRow, counts: Counts, project: { slug: string }) {
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
    progress: progressFrom(counts),
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
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

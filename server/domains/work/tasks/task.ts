import { z } from 'zod'
import { real, time } from '../../../database/column-schemas.ts'
import type { Kind } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import { ItemName, nameOf } from '../items/item-name.ts'
import { Claim, claimFromRow } from './claim.ts'
import { priorities, statuses, types } from './states.ts'
import type { TaskRow } from './tables.ts'

/** The number of blockers that a task names. `openBlockers` counts all of them. */
export const maxBlockerKeys = 10

/** A task as the API returns it. */
export const Task = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Task number: WEB-42.'),
    project: z.string().describe('Project slug.'),
    title: z.string(),
    description: z.string(),
    status: z.enum(statuses),
    priority: z.enum(priorities),
    type: z.enum(types),
    labels: z.array(z.string()),
    estimate: z.number().nullable(),
    dueAt: z.iso.datetime().nullable(),
    assignee: z.object({ kind: z.enum(['user', 'agent']), id: z.uuid(), name: z.string() }).nullable(),
    story: ItemName.nullable().describe('The story it belongs to.'),
    feature: ItemName.nullable().describe('The feature it is part of.'),
    position: z.string().describe('Sort key within its project.'),
    openBlockers: z.int().describe('Number of open tasks that block it. 0: it is ready to start.'),
    blockedBy: z
      .array(z.string())
      .describe(
        `Numbers of the open tasks that block it, as far as the caller can see them. At most ${maxBlockerKeys}.`,
      ),
    claim: Claim.nullable().describe('The live claim, if any.'),
    completionNotes: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Update, complete and delete it.') })
      .describe('What the caller can do with it.'),
  })
  .meta({ id: 'Task' })

/** Names of the items and the assignee that a task references. */
export interface TaskNames {
  assignee_name: string | null
  story_key: string | null
  story_title: string | null
  feature_key: string | null
  feature_title: string | null
}

/** A task row with the joined names that the API shape needs. */
export interface TaskWithNames extends TaskRow, TaskNames {
  project_slug: string
}

const names = sql`p.slug as project_slug, coalesce(au.name, aa.name) as assignee_name,
      s.key as story_key, s.title as story_title, f.key as feature_key, f.title as feature_title`
/** The columns of `TaskWithNames`. Aliases: `t` is the task, `p` its project. */
export const taskWithNames = sql`t.*, ${names}`

/** The columns that the API shape needs. Lists read no others, because every column costs time per row. */
const shown = [
  'id',
  'key',
  'title',
  'description',
  'status',
  'priority',
  'type',
  'labels',
  'estimate',
  'due_at',
  'assignee_user_id',
  'assignee_agent_id',
  'completion_notes',
  'completed_at',
  'created_by',
  'story_id',
  'feature_id',
  'position',
  'open_blockers',
  'claim_number',
  'claimed_by',
  'claimed_at',
  'lease_until',
  'created_at',
  'updated_at',
  'version',
] as const
export type ShownTask = Pick<TaskWithNames, (typeof shown)[number] | 'project_slug' | keyof TaskNames>
export const shownTask = sql`${sql.raw(shown.map((column) => `t.${column}`).join(', '))}, ${names}`
/** The joins that `names` needs. */
export const taskNames = sql`left join users au on au.id = t.assignee_user_id left join agents aa on aa.id = t.assignee_agent_id
      left join stories s on s.id = t.story_id left join features f on f.id = t.feature_id`
export const fromTasks = sql`tasks t join projects p on p.id = t.project_id ${taskNames}`

interface Viewer {
  /** The caller's right in the project of the task. */
  right: ProjectRight
  caller: Caller
  /** The numbers of the open blockers that the caller can see. */
  blockedBy: string[]
}

/** Converts a row to the API shape. See `showTask`, which also reads the blockers. */
export function taskFromRow(row: ShownTask, { right, caller, blockedBy }: Viewer): z.output<typeof Task> {
  return { ...taskItself(row), blockedBy, may: may(caller, { edit: hasRight(right, 'edit') }) }
}

/** Returns the part of the shape that is the same for every caller. */
export function taskItself(row: ShownTask): Omit<z.output<typeof Task>, 'may' | 'blockedBy'> {
  return {
    id: row.id,
    key: row.key,
    project: row.project_slug,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    type: row.type,
    labels: row.labels,
    estimate: row.estimate,
    dueAt: row.due_at,
    assignee: assigneeFromRow(row),
    story: nameOf(row.story_id, row.story_key, row.story_title),
    feature: nameOf(row.feature_id, row.feature_key, row.feature_title),
    position: row.position,
    openBlockers: row.open_blockers,
    claim: claimFromRow(row),
    completionNotes: row.completion_notes,
    completedAt: row.completed_at,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export function assigneeFromRow(
  row: Pick<ShownTask, 'assignee_user_id' | 'assignee_agent_id' | 'assignee_name'>,
): z.output<typeof Task>['assignee'] {
  const id = row.assignee_user_id ?? row.assignee_agent_id
  return id ? { kind: row.assignee_user_id ? 'user' : 'agent', id, name: row.assignee_name! } : null
}

export const taskKind: Kind<TaskRow> = {
  name: 'task',
  table: 'tasks',
  key: 'key',
  project: 'project_id',
}

/** The input field that names a task. */
export const taskRef = reference('task', 'Task number (WEB-42) or id.')

export const forceField = z
  .boolean()
  .default(false)
  .describe("Ignore open blockers and, for a signed-in person, another holder's claim. Default false.")

export const taskFields = {
  title: z.string().trim().min(1).max(300).describe('Title in one line.'),
  description: z.string().max(50_000).describe('Description in Markdown.'),
  status: z.enum(statuses).describe('Status of the work.'),
  priority: z.enum(priorities).describe('Priority.'),
  type: z.enum(types).describe('Kind of work.'),
  labels: z.array(z.string().trim().min(1).max(60)).max(50).describe('Labels to find it by. At most 50.'),
  estimate: real(0, 100_000).describe('Size in points of your own scale.'),
  dueAt: time().describe('Due date: 2026-12-24T17:00:00Z.'),
  assignee: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .describe('Assignee: "me", a username, an agent\'s name or an id.')
    .meta({ refers: 'member' }),
  story: reference('story', 'Story that it belongs to: its number (WEB-7) or id.'),
  feature: reference('feature', 'Feature that it is part of: its number (WEB-9) or id.'),
}

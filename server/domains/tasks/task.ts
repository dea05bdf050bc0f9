import { z } from 'zod'
import { real, time } from '../../database/column-schemas.ts'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { ItemName, nameOf } from '../items/item-name.ts'
import { Claim, claimFromRow } from './claim.ts'
import { priorities, statuses, types } from './states.ts'
import type { TaskRow } from './tables.ts'

/** The shape the world sees. */
export const Task = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Its number in the project: WEB-42.'),
    project: z.string().describe('The slug of its project.'),
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
    position: z.string().describe('Where it stands in its project: tasks in order are sorted by it.'),
    openBlockers: z.int().describe('How many open tasks block it. 0: it can be begun.'),
    claim: Claim.nullable().describe('Who holds it at the moment.'),
    completionNotes: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Change, complete and delete it.') })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Task' })

/** What others are called, to whom a task points. */
export interface TaskNames {
  assignee_name: string | null
  story_key: string | null
  story_title: string | null
  feature_key: string | null
  feature_title: string | null
}

/** A task with what its shape needs from other tables. */
export interface TaskWithNames extends TaskRow, TaskNames {
  project_slug: string
}

const names = `p.slug as project_slug, coalesce(au.name, aa.name) as assignee_name,
      s.key as story_key, s.title as story_title, f.key as feature_key, f.title as feature_title`
/** Reads tasks with those names; the alias `t` is the task, `p` its project. */
export const taskWithNames = `t.*, ${names}`

/** The columns that the shape is made of: a list reads no others, because each costs time for each row. */
const shown = [
  ...([
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
  ] as const),
  ...(['assignee_user_id', 'assignee_agent_id', 'completion_notes', 'completed_at', 'created_by'] as const),
  ...(['story_id', 'feature_id', 'position', 'open_blockers'] as const),
  ...(['claim_number', 'claimed_by', 'claimed_at', 'lease_until'] as const),
  ...(['created_at', 'updated_at', 'version'] as const),
]
export type ShownTask = Pick<TaskWithNames, (typeof shown)[number] | 'project_slug' | keyof TaskNames>
export const shownTask = `${shown.map((column) => `t.${column}`).join(', ')}, ${names}`
/** Where the names come from. */
export const taskNames = `left join users au on au.id = t.assignee_user_id left join agents aa on aa.id = t.assignee_agent_id
      left join stories s on s.id = t.story_id left join features f on f.id = t.feature_id`
export const fromTasks = `tasks t join projects p on p.id = t.project_id ${taskNames}`

/** A task as the caller sees it, who has this right in its project. */
export function taskFromRow(row: ShownTask, right: ProjectRight, caller: Caller): z.output<typeof Task> {
  return { ...taskItself(row), may: may(caller, { edit: hasRight(right, 'edit') }) }
}

/** The same whoever looks at it. */
export function taskItself(row: ShownTask): Omit<z.output<typeof Task>, 'may'> {
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

/** Who is to do it. */
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

/** How a task is named in any input. */
export const taskRef = reference('task', 'The task: its number (WEB-42) or its id.')

export const forceField = z
  .boolean()
  .default(false)
  .describe('Do it though open tasks block it; for a person who is signed in, also though somebody holds it.')

export const taskFields = {
  title: z.string().trim().min(1).max(300).describe('What is to be done, in one line.'),
  description: z.string().max(50_000).describe('Everything else there is to know, in markdown.'),
  status: z.enum(statuses).describe('Where the work stands.'),
  priority: z.enum(priorities).describe('How much it matters.'),
  type: z.enum(types).describe('What kind of work it is.'),
  labels: z.array(z.string().trim().min(1).max(60)).max(50).describe('Words to find it by.'),
  estimate: real(0, 100_000).describe('How big it is, in points of your own.'),
  dueAt: time().describe('When it should be done: 2026-12-24T17:00:00Z.'),
  assignee: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .describe('Who does it: "me", a username, the name of an agent, or an id.')
    .meta({ refers: 'member' }),
  story: reference('story', 'The story it belongs to: its number (WEB-7) or its id.'),
  feature: reference('feature', 'The feature it is part of: its number (WEB-9) or its id.'),
}

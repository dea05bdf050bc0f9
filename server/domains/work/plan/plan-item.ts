import { z } from 'zod'
import { reference } from '../../../operations/reference.ts'
import { statuses } from '../tasks/states.ts'
import { taskFields } from '../tasks/task.ts'

export const planKinds = ['task', 'story', 'epic'] as const

const maxItems = 100
const maxBlockers = 50

/** The input fields that place a single new task. */
export const placementFields = {
  parent: reference('story', 'Story or feature that it belongs to: number (WEB-7) or id.').optional(),
  blockedBy: z
    .array(reference('taskBeside', 'Task number (WEB-42) or id.'))
    .max(maxBlockers)
    .optional()
    .describe('Tasks to complete first, in any project: numbers (WEB-42) or ids. At most 50.'),
}

/** Names an item of the plan by ref or title, or an existing one. */
const name = z.string().trim().min(1).max(300)

/**
 * A new epic, story or task of a plan. `parent` and `blockedBy` name other items of the plan, by `ref` or title, or
 * existing items.
 */
export const planItem = z.strictObject({
  title: taskFields.title,
  ref: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('Name of the item within this call, for "parent" and "blockedBy" of other items.'),
  kind: z.enum(planKinds).default('task').describe('Kind of item. Default task.'),
  parent: name
    .optional()
    .describe('Ref, number or id of the parent: the epic of a story, or the story or feature of a task.'),
  blockedBy: z
    .array(name)
    .max(maxBlockers)
    .optional()
    .describe('Refs, numbers or ids of the tasks that must be done before this task. At most 50.'),
  description: taskFields.description.optional(),
  status: z
    .enum([...statuses, 'planned', 'active'])
    .optional()
    .describe('Status. Default todo for a task, planned for an epic or story.'),
  priority: taskFields.priority.optional(),
  type: taskFields.type.optional(),
  labels: taskFields.labels.optional(),
  estimate: taskFields.estimate.optional(),
  dueAt: taskFields.dueAt.optional(),
  assignee: taskFields.assignee.optional(),
  feature: taskFields.feature.optional(),
})
export type PlanItem = z.output<typeof planItem>

export const planField = z
  .array(planItem)
  .min(1)
  .max(maxItems)
  .describe('Epics, stories and tasks to create together, at most 100. Either all are created or none.')

/** A created item of a plan, or in a dry run the item that would be created. */
export const PlannedItem = z
  .object({
    kind: z.enum(planKinds),
    key: z.string().describe('Number in the project: WEB-42.'),
    ref: z.string().nullable().describe('The ref that the caller gave it.'),
    title: z.string(),
    parent: z.string().nullable().describe('Number of its epic, story or feature.'),
    blockedBy: z.array(z.string()).describe('Numbers of the tasks that block it.'),
  })
  .meta({ id: 'PlannedItem' })
export type PlannedItem = z.output<typeof PlannedItem>

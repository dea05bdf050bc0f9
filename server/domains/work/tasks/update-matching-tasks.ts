import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { type OnProject, onProject, visibleProjects } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { ItemName } from '../items/item-name.ts'
import { changeTasks } from './change-many-tasks.ts'
import type { TaskChange } from './task-changes.ts'
import { type TaskFilters, filterConditions, taskFilters } from './task-filters.ts'
import { taskChangeFields } from './task-changes.ts'
import {
  type TaskWithNames,
  assigneeFromRow,
  forceField,
  fromTasks,
  taskFields,
  taskWithNames,
} from './task.ts'

/** The number of tasks that one change by filter accepts. */
const maxMatchingTasks = 2000

/** The fields that many tasks can share. */
const { status, priority, type, labels, estimate, dueAt, assignee, story, feature } = taskChangeFields
const sharedFields = { status, priority, type, labels, estimate, dueAt, assignee, story, feature }

const maxLabels = 50

export const updateMatchingTasks = operation({
  id: 'tasks.updateMatching',
  summary:
    'Update all tasks of a project that match a filter, if they are as many as you expect. All change or none.',
  http: 'PATCH /api/tasks/matching',
  access: onProject('edit'),
  input: z.object({
    project: projectRef,
    filter: z
      .strictObject(taskFilters)
      .default({})
      .describe('Filters as in tasks.list. Empty for all tasks.'),
    expected: z
      .int()
      .min(0)
      .max(maxMatchingTasks)
      .describe(
        `Number of matching tasks that you read, at most ${maxMatchingTasks}. Another number is rejected.`,
      ),
    set: z
      .strictObject({
        ...sharedFields,
        addLabels: taskFields.labels.optional().describe('Labels to add to those of each task.'),
        removeLabels: taskFields.labels.optional().describe('Labels to remove from those of each task.'),
        force: forceField,
      })
      .describe('Fields to change in every task.'),
  }),
  output: z.object({
    tasks: z
      .array(
        z.object({
          key: z.string(),
          previous: z
            .object({
              status: taskFields.status,
              priority: taskFields.priority,
              type: taskFields.type,
              labels: z.array(z.string()),
              estimate: z.number().nullable(),
              dueAt: z.iso.datetime().nullable(),
              assignee: z.uuid().nullable(),
              story: z.string().nullable(),
              feature: z.string().nullable(),
            })
            .partial()
            .describe('Values of the changed fields before. To undo, pass them as each of tasks.updateMany.'),
        }),
      )
      .describe('The changed tasks, oldest first.'),
    unblocked: z.array(ItemName).describe('Tasks that are ready now.'),
  }),
}).run(async (ctx, { filter, expected, set: { force, addLabels, removeLabels, ...shared } }) => {
  if (shared.labels && (addLabels ?? removeLabels))
    rejectField('set.labels', '"labels" replaces all labels. Pass it without "addLabels" and "removeLabels".')
  const tasks = await lockMatching(ctx, filter, expected)
  const changesLabels = addLabels !== undefined || removeLabels !== undefined
  const changes = new Map(
    tasks.map((task): [string, TaskChange] => [
      task.id,
      { ...shared, ...(changesLabels && { labels: withLabels(task, addLabels, removeLabels) }) },
    ]),
  )
  const previous = new Map(tasks.map((task) => [task.id, previousValues(task, changes.get(task.id)!)]))
  const changeOf = ({ id }: TaskWithNames) => ({ change: changes.get(id)!, field: 'set' })
  const inProject = tasks.map((task) => ({ task, project: ctx.project }))
  const { unblocked } = await changeTasks(ctx, inProject, changeOf, force)
  return { tasks: tasks.map(({ id, key }) => ({ key, previous: previous.get(id)! })), unblocked }
})

/** Locks the matching tasks, and rejects another number of them than the caller has seen. */
async function lockMatching(ctx: Context & OnProject, filter: TaskFilters, expected: number) {
  const { where } = visibleProjects(ctx)
  const conditions = sql.join(
    [
      where,
      sql`t.project_id = ${ctx.project.id}`,
      sql`t.deleted_at is null`,
      ...(await filterConditions(ctx, filter)),
    ],
    ' and ',
  )
  const requireExpected = (count: number) =>
    count === expected || reject('matches_changed', { count: String(count), expected: String(expected) })
  const [matching] = await ctx.db.run<{ count: number }>(
    sql`select count(*)::int as count from ${fromTasks} where ${conditions}`.unprepared,
  )
  requireExpected(matching!.count)
  const found = await ctx.db.run<{ id: string }>(
    sql`select t.id from ${fromTasks} where ${conditions}`.unprepared,
  )
  const ids = found.map(({ id }) => id)
  // In id order, as all code that locks several tasks does. A task can change while this waits for its lock.
  await ctx.db.run(sql`select 1 from tasks where id = any(${ids}::uuid[]) order by id for update`)
  const tasks = await ctx.db.run<TaskWithNames>(
    sql`select ${taskWithNames} from ${fromTasks} where ${conditions} and t.id = any(${ids}::uuid[]) order by t.id`
      .unprepared,
  )
  requireExpected(tasks.length)
  return tasks
}

function withLabels({ key, labels }: TaskWithNames, added: string[] = [], removed: string[] = []): string[] {
  const next = [...new Set([...labels, ...added])].filter((label) => !removed.includes(label))
  if (next.length > maxLabels)
    rejectField('set.addLabels', `${key} would have more than ${maxLabels} labels.`)
  return next
}

/** Returns the values that a change overwrites, as the input of another change. */
function previousValues(task: TaskWithNames, change: TaskChange) {
  const values = {
    status: task.status,
    priority: task.priority,
    type: task.type,
    labels: task.labels,
    estimate: task.estimate,
    dueAt: task.due_at,
    assignee: assigneeFromRow(task)?.id ?? null,
    story: task.story_key,
    feature: task.feature_key,
  }
  const changed = Object.entries(values).filter(([name]) => change[name as keyof TaskChange] !== undefined)
  return Object.fromEntries(changed) as Partial<typeof values>
}

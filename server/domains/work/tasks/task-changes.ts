import type { z } from 'zod'
import type { Context } from '../../../operations/context.ts'
import { resolvePosition, positionFields } from '../items/target-position.ts'
import type { OnTask } from './access.ts'
import { findAssignee, unassigned } from './assignee.ts'
import { findParents } from './parents.ts'
import { taskFields } from './task.ts'

/** Input fields of every operation that updates tasks. */
export const taskChangeFields = {
  title: taskFields.title.optional(),
  description: taskFields.description.optional(),
  status: taskFields.status.optional(),
  priority: taskFields.priority.optional(),
  type: taskFields.type.optional(),
  labels: taskFields.labels.optional(),
  estimate: taskFields.estimate.nullable().optional(),
  dueAt: taskFields.dueAt.nullable().optional(),
  assignee: taskFields.assignee.nullable().optional(),
  story: taskFields.story.nullable().optional(),
  feature: taskFields.feature.nullable().optional(),
  ...positionFields('task'),
}

export type TaskChange = z.output<z.ZodObject<typeof taskChangeFields>>

/** Converts the input of a change to columns for `changeTask`. */
export async function taskChanges(ctx: Context & OnTask, input: TaskChange) {
  const { dueAt, assignee, story, feature, place, before, after, ...set } = input
  const assigned =
    assignee === undefined ? {} : assignee === null ? unassigned : await findAssignee(ctx, assignee)
  const parents = await findParents(ctx.db, ctx.task, { story, feature }, true)
  const position = await resolvePosition(ctx.db, 'tasks', ctx.task, { place, before, after })
  return { ...set, due_at: dueAt && new Date(dueAt).toISOString(), ...assigned, ...parents, position }
}

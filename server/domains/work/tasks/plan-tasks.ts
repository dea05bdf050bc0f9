import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { createPlan } from '../plan/create-plan.ts'
import { PlannedItem, planField } from '../plan/plan-item.ts'

export const planTasks = operation({
  id: 'tasks.plan',
  summary:
    'Create up to 100 epics, stories and tasks with their dependencies. Either all are created or none.',
  http: 'POST /api/tasks/plan',
  variantOf: {
    tool: 'create_task',
    when: (input) => input.tasks !== undefined,
    brief: {
      tasks: 'Or up to 100 such items, all or none. ref names one for parent and blockedBy.',
      dryRun: 'Only check.',
    },
    // The fields of a single task, which the tool lists already.
    rare: [
      'tasks.description',
      'tasks.status',
      'tasks.priority',
      'tasks.type',
      'tasks.labels',
      'tasks.estimate',
      'tasks.dueAt',
      'tasks.assignee',
      'tasks.feature',
    ],
  },
  access: onProject('edit'),
  adds: true,
  input: z.object({
    project: projectRef,
    tasks: planField,
    dryRun: z
      .boolean()
      .default(false)
      .describe('Check the plan and return the expected numbers without creating anything. Default false.'),
  }),
  output: z.object({
    dryRun: z.boolean().describe('Whether this was a dry run, which created nothing.'),
    items: z.array(PlannedItem).describe('The items, in the order of the input.'),
  }),
}).run(async (ctx, { tasks, dryRun }) => ({ dryRun, items: await createPlan(ctx, tasks, { dryRun }) }))

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { createPlan } from '../plan/create-plan.ts'
import { PlannedItem, planField } from '../plan/plan-item.ts'

export const planTasks = operation({
  id: 'tasks.plan',
  summary: 'Create up to 100 epics, stories and tasks with their dependencies. Either all are created or none.',
  http: 'POST /api/tasks/plan',
  variantOf: {
    tool: 'create_task',
    when: (input) => input.tasks !== undefined,
    brief: {
      tasks: 'Instead of one task: up to 100 items, all or none. ref names an item for parent, blockedBy.',
      dryRun: 'Only check tasks.',
    },
    rare: ['tasks.type', 'tasks.estimate', 'tasks.status', 'tasks.feature'],
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

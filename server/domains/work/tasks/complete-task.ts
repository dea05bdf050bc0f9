import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { ItemName } from '../items/item-name.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { claimField } from './claim.ts'
import { hasCompleted, unblockedBy } from './complete-again.ts'
import { Task, forceField, taskRef } from './task.ts'

export const completeTask = operation({
  id: 'tasks.complete',
  summary: 'Mark a task complete, with notes. Returns the tasks that this unblocks.',
  http: 'POST /api/tasks/:task/complete',
  tool: {
    name: 'complete_task',
    rare: ['force'],
    brief: { notes: 'Work done, and hints for the next worker.' },
  },
  access: onTask('edit'),
  input: z.object({
    task: taskRef,
    claim: claimField,
    force: forceField,
    notes: z
      .string()
      .max(20_000)
      .optional()
      .describe('Completion notes: what was done, and what the next worker should know.'),
  }),
  output: Task.extend({ unblocked: z.array(ItemName).describe('Tasks that are ready now.') }),
}).run(async (ctx, { notes, force, claim }) => {
  if (claim !== undefined && (await hasCompleted(ctx, claim))) {
    const { task } = await changeTask(ctx, { completion_notes: notes })
    return { ...task, unblocked: await unblockedBy(ctx) }
  }
  const done = { status: 'complete', completion_notes: notes } as const
  const { task, unblocked } = await changeTask(ctx, done, { force, claim })
  return { ...task, unblocked }
})

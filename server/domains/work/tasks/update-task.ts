import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { addComment } from '../comments/add-comment.ts'
import { bodyField } from '../comments/comment.ts'
import { linksField } from '../dependencies/dependency.ts'
import { addLink, linking, removeLink } from '../dependencies/links.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { claimField } from './claim.ts'
import type { TaskRow } from './tables.ts'
import { taskChangeFields, taskChanges } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

export const updateTask = operation({
  id: 'tasks.update',
  summary: 'Update, link or comment on a task. Null clears a field.',
  http: 'PATCH /api/tasks/:task',
  tool: {
    name: 'update_task',
    hint: 'Finish with complete_task.',
    rare: [
      'type',
      'estimate',
      'story',
      'feature',
      'place',
      'before',
      'after',
      'force',
      'unlink.kind',
      'unlink.task',
    ],
    brief: { link: 'Links to add.', unlink: 'Links to remove, as in link.', comment: 'Comment to add.' },
  },
  adds: true,
  access: linking<{ task: string; link?: unknown; unlink?: unknown }>(
    onTask('edit'),
    ({ link, unlink }) => (link ?? unlink) !== undefined,
  ),
  input: z.object({
    task: taskRef,
    ...taskChangeFields,
    link: linksField.describe('Links to add: tasks that it blocks, is blocked by, relates to or duplicates.'),
    unlink: linksField.describe('Links to remove.'),
    comment: bodyField.optional().describe('Comment to add, in Markdown.'),
    claim: claimField,
    force: forceField,
  }),
  output: Task,
}).run(async (ctx, { task: _, link = [], unlink = [], comment, claim, force, ...input }) => {
  for (const [index, { kind, task: other }] of unlink.entries())
    await removeLink(ctx, { kind, other, field: `unlink.${index}.task` })
  for (const [index, { kind, task: other }] of link.entries())
    await addLink(ctx, { kind, other, field: `link.${index}.task` })
  if (link.length + unlink.length > 0) {
    const [counted] = await ctx.db.run<Pick<TaskRow, 'open_blockers' | 'blocking'>>(
      sql`select open_blockers, blocking from tasks where id = ${ctx.task.id}`,
    )
    Object.assign(ctx.task, counted)
  }
  const { task } = await changeTask(ctx, await taskChanges(ctx, input), { force, claim })
  if (comment !== undefined) await addComment(ctx, { kind: 'task', ...ctx.task }, comment)
  return task
})

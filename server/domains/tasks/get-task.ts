import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { HistoryEntry, entryFromRow, historyOf } from '../activity/history.ts'
import { Comment, commentFromRow } from '../comments/comment.ts'
import { latestComments } from '../comments/comments-of.ts'
import { onTask } from './access.ts'
import { Task, taskFromRow, taskRef } from './task.ts'

export const getTask = operation({
  id: 'tasks.get',
  summary: 'Show one task, with what was said about it and what happened to it.',
  http: 'GET /api/tasks/:task',
  tool: 'get_task',
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Task.extend({
    comments: z.array(Comment).describe('The newest 50, in the order in which they were written.'),
    history: z.array(HistoryEntry).describe('The newest 50 changes, the newest first.'),
  }),
}).run(async (ctx) => {
  const { task, project, caller } = ctx
  const [comments, history] = await Promise.all([
    latestComments(ctx.db, task.id, 50),
    historyOf(ctx, task.id, { limit: 50 }),
  ])
  return {
    ...taskFromRow(task, project.right, caller),
    comments: comments.map((row) => commentFromRow(row, project.right, caller)),
    history: history.map(entryFromRow),
  }
})

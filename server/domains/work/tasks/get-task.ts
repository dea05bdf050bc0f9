import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { HistoryEntry, entryFromRow, historyOf } from '../../journal/history.ts'
import { Comment, commentFromRow } from '../comments/comment.ts'
import { latestComments } from '../comments/comments-of.ts'
import { Dependency } from '../dependencies/dependency.ts'
import { linksOf } from '../dependencies/links-of.ts'
import { onTask } from './access.ts'
import { Task, taskFromRow, taskRef } from './task.ts'

export const getTask = operation({
  id: 'tasks.get',
  summary: 'Get a task with its description, dependencies, comments and history.',
  http: 'GET /api/tasks/:task',
  tool: { name: 'get_task', omits: ['comments.item'], first: { history: 5 } },
  shows: ['task', 'epic', 'feature', 'project', 'story', 'user'],
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Task.extend({
    dependencies: z.array(Dependency).describe('Links to other tasks. At most 100.'),
    comments: z.array(Comment).describe('The newest 50 comments, oldest first.'),
    history: z.array(HistoryEntry).describe('The newest 50 changes, newest first.'),
  }),
}).run(async (ctx) => {
  const { task, project, caller } = ctx
  const [{ items: dependencies }, comments, history] = await Promise.all([
    linksOf(ctx, task.id, { limit: 100 }),
    latestComments(ctx.db, task.id, 50),
    historyOf(ctx, task.id, { limit: 50 }),
  ])
  return {
    ...taskFromRow(task, project.right, caller),
    dependencies,
    comments: comments.map((row) => commentFromRow(row, project.right, caller)),
    history: history.map(entryFromRow),
  }
})

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { HistoryEntry, entryFromRow, historyOf } from '../../journal/history.ts'
import { Comment, commentFromRow } from '../comments/comment.ts'
import { latestComments } from '../comments/comments-of.ts'
import { Dependency } from '../dependencies/dependency.ts'
import { linksOf } from '../dependencies/links-of.ts'
import { onTask } from './access.ts'
import { Handover, handoverOf } from './handover.ts'
import { showTask } from './show-tasks.ts'
import { Task, taskRef } from './task.ts'

export const getTask = operation({
  id: 'tasks.get',
  summary: 'Get a task with its description, dependencies, comments and history.',
  http: 'GET /api/tasks/:task',
  tool: { name: 'get_task', omits: ['comments.item'], first: { history: 5 } },
  shows: ['task', 'decision', 'epic', 'feature', 'project', 'question', 'spec', 'story', 'user'],
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Task.extend({
    dependencies: z.array(Dependency).describe('Links to other tasks. At most 100.'),
    comments: z.array(Comment).describe('The newest 50 comments, oldest first.'),
    handover: Handover.omit({ comments: true })
      .nullable()
      .describe('Notes for the next worker: completion notes of finished blockers, specs and decisions.'),
    history: z.array(HistoryEntry).describe('The newest 50 changes, newest first.'),
  }),
}).run(async (ctx) => {
  const { task, project, caller } = ctx
  const [shown, { items: dependencies }, comments, handover, history] = await Promise.all([
    showTask(ctx, task, project.right),
    linksOf(ctx, task.id, { limit: 100 }),
    latestComments(ctx.db, task.id, 50),
    handoverOf(ctx, task, { withComments: false }),
    historyOf(ctx, task.id, { limit: 50 }),
  ])
  return {
    ...shown,
    dependencies,
    comments: comments.map((row) => commentFromRow(row, project.right, caller)),
    handover: handover && withoutComments(handover),
    history: history.map(entryFromRow),
  }
})

/** The task has its comments in full. */
function withoutComments({ comments: _, ...handover }: Handover): Omit<Handover, 'comments'> {
  return handover
}

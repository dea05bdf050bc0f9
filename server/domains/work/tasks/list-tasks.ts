import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { inVisibleProjects } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { listTaskPage } from './page-of-tasks.ts'
import { sortField, taskFilters } from './task-filters.ts'
import { Task } from './task.ts'

export const listTasks = operation({
  id: 'tasks.list',
  summary: 'List tasks, newest first.',
  http: 'GET /api/tasks',
  tool: {
    name: 'list_tasks',
    hint: 'To get work, use claim_task.',
    rare: [
      'type',
      'story',
      'epic',
      'feature',
      'due',
      'dueBefore',
      'held',
      'blocked',
      'priority',
      'sort',
      'label',
    ],
    brief: { assignee: 'me, a username, an agent or none.', ready: 'Only tasks you can claim.' },
    omits: [
      'description',
      'openBlockers',
      'type',
      'story',
      'feature',
      'updatedAt',
      'claim',
      'completionNotes',
      'completedAt',
    ],
  },
  shows: ['task', 'epic', 'feature', 'project', 'story', 'user'],
  access: inVisibleProjects,
  input: z.object({
    project: projectRef.optional(),
    ...taskFilters,
    sort: sortField
      .optional()
      .describe(
        'Sort order. Default "-createdAt"; with ready, "-priority". "position" needs a project, story, epic or feature.',
      ),
    ...pageInput,
  }),
  output: pageOf(Task),
}).run((ctx, input) =>
  listTaskPage(ctx, { ...input, sort: input.sort ?? (input.ready ? '-priority' : '-createdAt') }),
)

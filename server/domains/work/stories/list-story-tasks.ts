import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { listTaskPage } from '../tasks/page-of-tasks.ts'
import { sortField, taskFilters } from '../tasks/task-filters.ts'
import { Task } from '../tasks/task.ts'
import { onStory } from './access.ts'
import { storyPath } from './story-task.ts'

const { story: _, epic: __, ...filters } = taskFilters

export const listStoryTasks = operation({
  id: 'stories.listStoryTasks',
  summary: 'List the tasks of a story, by position unless another sort is given.',
  http: 'GET /api/projects/:project/epics/:epic/stories/:story/tasks',
  shows: ['task', 'epic', 'story', 'feature', 'project', 'user'],
  access: onStory('view'),
  input: z.object({ ...storyPath, ...filters, sort: sortField.default('position'), ...pageInput }),
  output: pageOf(Task),
}).run((ctx, { project: _project, epic: _epic, ...input }) =>
  listTaskPage(ctx, { ...input, story: ctx.story.id }),
)

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { getTask } from '../tasks/get-task.ts'
import { onStoryTask } from './access.ts'
import { storyTaskPath } from './story-task.ts'

export const getStoryTask = operation({
  id: 'stories.getStoryTask',
  summary: 'Get a task of a story.',
  http: 'GET /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  shows: ['task', 'epic', 'story', 'feature', 'project', 'user'],
  access: onStoryTask('view'),
  input: z.object(storyTaskPath),
  output: getTask.output,
}).run((ctx, { task }) => getTask.run(ctx, { task }))

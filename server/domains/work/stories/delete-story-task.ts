import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { deleteTask } from '../tasks/delete-task.ts'
import { onStoryTask } from './access.ts'
import { storyTaskPath } from './story-task.ts'

export const deleteStoryTask = operation({
  id: 'stories.deleteStoryTask',
  summary: 'Move a task of a story to the trash for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  access: onStoryTask('edit'),
  destructive: true,
  input: z.object(storyTaskPath),
  output: deleteTask.output,
}).run((ctx, { task }) => deleteTask.run(ctx, { task }))

import { operation } from '../../operations/operation.ts'
import { updateTask } from '../tasks/update-task.ts'
import { onStoryTask } from './access.ts'
import { storyRef } from './story.ts'
import { atStoryTask } from './story-task.ts'

export const updateStoryTask = operation({
  id: 'stories.updateStoryTask',
  summary: 'Change fields of a task of a story, or move it: among the others, or to another story.',
  http: 'PUT /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  aliases: ['PATCH /api/projects/:project/epics/:epic/stories/:story/tasks/:task'],
  access: onStoryTask('edit'),
  input: updateTask.input.extend({
    ...atStoryTask,
    moveTo: storyRef
      .nullable()
      .optional()
      .describe('Another story of the same project that it belongs to from now on. Null takes it out.'),
  }),
  output: updateTask.output,
}).run((ctx, { project: _, epic: __, story: ___, moveTo, ...asked }) =>
  updateTask.run(ctx, { ...asked, ...(moveTo !== undefined && { story: moveTo }) }),
)

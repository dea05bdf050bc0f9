import { operation } from '../../../operations/operation.ts'
import { updateTask } from '../tasks/update-task.ts'
import { onStoryTask } from './access.ts'
import { storyRef } from './story.ts'
import { storyTaskPath } from './story-task.ts'

export const updateStoryTask = operation({
  id: 'stories.updateStoryTask',
  summary: 'Update a task of a story, or move it within the story or to another one.',
  http: 'PUT /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  aliases: ['PATCH /api/projects/:project/epics/:epic/stories/:story/tasks/:task'],
  access: onStoryTask('edit'),
  input: updateTask.input.extend({
    ...storyTaskPath,
    moveTo: storyRef
      .nullable()
      .optional()
      .describe('Story of the same project to move it to. Null removes it from its story.'),
  }),
  output: updateTask.output,
}).run((ctx, { project: _, epic: __, story: ___, moveTo, ...input }) =>
  updateTask.run(ctx, { ...input, ...(moveTo !== undefined && { story: moveTo }) }),
)

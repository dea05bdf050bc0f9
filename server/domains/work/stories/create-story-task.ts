import { operation } from '../../../operations/operation.ts'
import { createTask } from '../tasks/create-task.ts'
import { onStory } from './access.ts'
import { storyPath } from './story-task.ts'

export const createStoryTask = operation({
  id: 'stories.createStoryTask',
  summary: 'Create a task in a story.',
  http: 'POST /api/projects/:project/epics/:epic/stories/:story/tasks',
  access: onStory('edit'),
  created: true,
  oneStatement: createTask.oneStatement,
  input: createTask.input.omit({ parent: true }).extend(storyPath),
  output: createTask.output,
}).run((ctx, { epic: _, ...input }) => createTask.run(ctx, { ...input, story: ctx.story.id }))

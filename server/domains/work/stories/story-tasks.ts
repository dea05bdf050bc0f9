import { reference } from '../../../operations/reference.ts'
import { epicRef } from '../epics/epic.ts'
import { projectRef } from '../../projects/project.ts'
import { storyRef } from './story.ts'
import { operation } from '../../../operations/operation.ts'
import { createTask } from '../tasks/create-task.ts'
import { onStory, onStoryTask } from './access.ts'
import { z } from 'zod'
import { getTask } from '../tasks/get-task.ts'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { listTaskPage } from '../tasks/page-of-tasks.ts'
import { sortField, taskFilters } from '../tasks/task-filters.ts'
import { Task } from '../tasks/task.ts'
import { updateTask } from '../tasks/update-task.ts'
import { deleteTask } from '../tasks/delete-task.ts'

/** The path parameters of a story, shared by the routes of its tasks. */
const storyPath = { project: projectRef, epic: epicRef, story: storyRef }

/** The path parameters of a task below its story. */
const storyTaskPath = {
  ...storyPath,
  task: reference('storyTask', 'Number (WEB-42) or id of a task of this story.'),
}

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

export const getStoryTask = operation({
  id: 'stories.getStoryTask',
  summary: 'Get a task of a story.',
  http: 'GET /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  shows: ['task', 'epic', 'story', 'feature', 'project', 'user'],
  access: onStoryTask('view'),
  input: z.object(storyTaskPath),
  output: getTask.output,
}).run((ctx, { task }) => getTask.run(ctx, { task }))

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

export const deleteStoryTask = operation({
  id: 'stories.deleteStoryTask',
  summary: 'Move a task of a story to the trash for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic/stories/:story/tasks/:task',
  access: onStoryTask('edit'),
  destructive: true,
  input: z.object(storyTaskPath),
  output: deleteTask.output,
}).run((ctx, { task }) => deleteTask.run(ctx, { task }))

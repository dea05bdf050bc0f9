import { reference } from '../../../operations/reference.ts'
import { epicRef } from '../epics/epic.ts'
import { projectRef } from '../../projects/project.ts'
import { storyRef } from './story.ts'

/** The path parameters of a story, shared by the routes of its tasks. */
export const storyPath = { project: projectRef, epic: epicRef, story: storyRef }

/** The path parameters of a task below its story. */
export const storyTaskPath = {
  ...storyPath,
  task: reference('storyTask', 'Number (WEB-42) or id of a task of this story.'),
}

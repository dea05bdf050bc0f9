import { reference } from '../../operations/reference.ts'
import { epicRef } from '../epics/epic.ts'
import { projectRef } from '../projects/project.ts'
import { storyRef } from './story.ts'

/** The address of a story, which that of its tasks begins with. */
export const atStory = { project: projectRef, epic: epicRef, story: storyRef }

/** The address of a task below its story. */
export const atStoryTask = {
  ...atStory,
  task: reference('storyTask', 'The task of this story: its number (WEB-42) or its id.'),
}

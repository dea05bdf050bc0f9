import type { AccessRule, Asked } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { type AtEpic, type OnEpic, findEpic, inProject } from '../epics/access.ts'
import { findItem } from '../items/find-item.ts'
import { type ProjectRight, requireRight, sentences, rightHolders } from '../../projects/access.ts'
import { type OnTask, onTask } from '../tasks/access.ts'
import type { StoryRow } from './story.ts'

export interface OnStory extends OnEpic {
  story: StoryRow
}

/** The path parameters that locate a story. */
export interface StoryPath extends AtEpic {
  story: string
}

/** Grants a right to a story, by its project's rules. The story must belong to the epic and project in the path. */
export function onStory(right: Exclude<ProjectRight, 'manage'>): AccessRule<StoryPath, OnStory> {
  return {
    name: `story(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check(context, input) {
      const granted = await findStory(context, input)
      requireRight(granted.project, right)
      return granted
    },
  }
}

/** Grants a right to a task that is addressed below its story. */
export function onStoryTask(
  right: Exclude<ProjectRight, 'manage'>,
): AccessRule<StoryPath & { task: string }, OnTask & OnStory> {
  const rule = onTask(right)
  return {
    ...rule,
    name: `story task(${right})`,
    async check(context, input) {
      const parent = await findStory({ ...context, hold: false }, input)
      const granted = await rule.check(context, input)
      if (granted.task.story_id !== parent.story.id) reject('not_found', { kind: 'task', ref: input.task })
      return { ...parent, ...granted }
    },
  }
}

async function findStory(
  context: Asked,
  { project, epic: epicRef, story: ref }: StoryPath,
): Promise<OnStory> {
  const granted = await inProject(context, project)
  const epic = await findEpic(context.db, granted.project, epicRef, false)
  const story = await findItem<StoryRow>(context.db, 'stories', epic, ref, { change: context.hold })
  if (story?.epic_id !== epic.id) reject('not_found', { kind: 'story', ref })
  return { ...granted, epic, story }
}

import type { AccessRule, Asked } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { type AtEpic, type OnEpic, findEpic, inProject } from '../epics/access.ts'
import { findItem } from '../items/find-item.ts'
import { type ProjectRight, requireRight, sentences, rightHolders } from '../projects/access.ts'
import { type OnTask, onTask } from '../tasks/access.ts'
import type { StoryRow } from './story.ts'

export interface OnStory extends OnEpic {
  story: StoryRow
}

/** Where a story is, as its address says it. */
export interface AtStory extends AtEpic {
  story: string
}

/** A story has no rules of its own either. It is found where it is, and nowhere else. */
export function onStory(right: Exclude<ProjectRight, 'manage'>): AccessRule<AtStory, OnStory> {
  return {
    name: `story(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check(asked, input) {
      const granted = await atStory(asked, input)
      requireRight(granted.project, right)
      return granted
    },
  }
}

/** For a task that is asked for below its story. */
export function onStoryTask(
  right: Exclude<ProjectRight, 'manage'>,
): AccessRule<AtStory & { task: string }, OnTask & OnStory> {
  const rule = onTask(right)
  return {
    ...rule,
    name: `story task(${right})`,
    async check(asked, input) {
      const above = await atStory({ ...asked, hold: false }, input)
      const granted = await rule.check(asked, input)
      if (granted.task.story_id !== above.story.id) reject('not_found', { kind: 'task', ref: input.task })
      return { ...above, ...granted }
    },
  }
}

async function atStory(asked: Asked, { project, epic: epicRef, story: ref }: AtStory): Promise<OnStory> {
  const granted = await inProject(asked, project)
  const epic = await findEpic(asked.db, granted.project, epicRef, false)
  const story = await findItem<StoryRow>(asked.db, 'stories', epic, ref, { change: asked.hold })
  if (story?.epic_id !== epic.id) reject('not_found', { kind: 'story', ref })
  return { ...granted, epic, story }
}

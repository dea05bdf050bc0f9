import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onEpic } from '../epics/access.ts'
import { epicRef } from '../epics/epic.ts'
import { createGroup } from '../items/create-group.ts'
import { newGroupFields } from '../items/group.ts'
import { nothingBelow } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { Story, storyFromRow, storyKind } from './story.ts'

export const createStory = operation({
  id: 'stories.create',
  summary: 'Create a story in an epic: a user-visible result of several tasks.',
  http: 'POST /api/projects/:project/epics/:epic/stories',
  access: onEpic('edit'),
  created: true,
  oneStatement: true,
  input: z.object({ project: projectRef, epic: epicRef, ...newGroupFields }),
  output: Story,
}).run(async (ctx, { project: _, epic: __, ...input }) => {
  const row = await createGroup(ctx, storyKind, input, { epicId: ctx.epic.id })
  return storyFromRow(row, nothingBelow, ctx, ctx.caller)
})

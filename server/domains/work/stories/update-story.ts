import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { type EpicRow, epicRef } from '../epics/epic.ts'
import { namedItem } from '../items/find-item.ts'
import { groupChangeFields, groupChanges } from '../items/group.ts'
import { positionFields } from '../items/target-position.ts'
import { countBelow } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { onStory } from './access.ts'
import { Story, storyFromRow, storyKind, storyRef } from './story.ts'

export const updateStory = operation({
  id: 'stories.update',
  summary: 'Update a story, or move it within its epic or to another one. Null clears its due date.',
  http: 'PUT /api/projects/:project/epics/:epic/stories/:story',
  aliases: ['PATCH /api/projects/:project/epics/:epic/stories/:story'],
  access: onStory('edit'),
  input: z.object({
    project: projectRef,
    epic: epicRef,
    story: storyRef,
    ...groupChangeFields,
    moveTo: epicRef.optional().describe('Epic of the same project to move it to.'),
    ...positionFields('story'),
  }),
  output: Story,
}).run(async (ctx, { project: _, epic: __, story: ___, moveTo, ...input }) => {
  const { story } = ctx
  const epic =
    moveTo === undefined
      ? ctx.epic
      : await namedItem<EpicRow>(ctx.db, 'epics', story, { field: 'moveTo', ref: moveTo, hold: true })
  const set = { ...(await groupChanges(ctx, 'stories', story, input)), epic_id: epic.id }
  const row = await changeRow(ctx, storyKind, story, set)
  const parents = { project: ctx.project, epic }
  return storyFromRow(row, await countBelow(ctx.db, 'stories', row.id), parents, ctx.caller)
})

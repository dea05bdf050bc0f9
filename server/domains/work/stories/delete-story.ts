import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { epicRef } from '../epics/epic.ts'
import { projectRef } from '../../projects/project.ts'
import { deleteWithChildren } from '../items/delete-with-children.ts'
import { Deleted } from '../../../operations/deleted.ts'
import { onStory } from './access.ts'
import { storyKind, storyRef } from './story.ts'

export const deleteStory = operation({
  id: 'stories.delete',
  summary: 'Move a story and its tasks to the trash for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic/stories/:story',
  access: onStory('edit'),
  destructive: true,
  input: z.object({ project: projectRef, epic: epicRef, story: storyRef }),
  output: Deleted,
}).run((ctx) => deleteWithChildren(ctx, storyKind, ctx.story))

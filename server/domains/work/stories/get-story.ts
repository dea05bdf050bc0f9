import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { epicRef } from '../epics/epic.ts'
import { countBelow } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { onStory } from './access.ts'
import { Story, storyFromRow, storyRef } from './story.ts'

export const getStory = operation({
  id: 'stories.get',
  summary: 'Get a story with its progress.',
  http: 'GET /api/projects/:project/epics/:epic/stories/:story',
  shows: ['story', 'epic', 'project', 'task'],
  access: onStory('view'),
  input: z.object({ project: projectRef, epic: epicRef, story: storyRef }),
  output: Story,
}).run(async (ctx) =>
  storyFromRow(ctx.story, await countBelow(ctx.db, 'stories', ctx.story.id), ctx, ctx.caller),
)
